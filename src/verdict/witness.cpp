#include "verdict/witness.h"

#include "support/hash.h"

#include <algorithm>

namespace mergeproof::verdict {

bool leads_to(const Witness &witness, std::string_view id) {
  return std::any_of(
      witness.objects.begin(), witness.objects.end(),
      [&](const WitnessObject &object) { return object.named == id; });
}

std::vector<bool> reached_objects(const Witness &witness) {
  std::vector<bool> reached(witness.objects.size(), false);
  std::vector<const WitnessBytes *> left;
  for (const WitnessBytes &argument : witness.arguments)
    left.push_back(&argument);
  for (const auto &[id, contents] : witness.globals)
    left.push_back(&contents);
  for (const WitnessResult &external : witness.externals) {
    left.push_back(&external.result);
    for (const WitnessWrite &write : external.writes)
      left.push_back(&write.contents);
  }
  while (!left.empty()) {
    const WitnessBytes &holder = *left.back();
    left.pop_back();
    for (const WitnessPointer &pointer : holder.pointers)
      if (pointer.object < reached.size() && !reached[pointer.object]) {
        reached[pointer.object] = true;
        left.push_back(&witness.objects[pointer.object].contents);
      }
  }
  return reached;
}

std::uint64_t count_written(const WitnessWrite &write, std::int64_t length) {
  std::uint64_t size = write.contents.bytes.size();
  if (!write.length)
    return size;
  auto elements = std::uint64_t(std::max<std::int64_t>(length, 0));
  return elements < size / write.unit ? elements * write.unit : size;
}

// Small values are the interesting ones: a third of the results is 0..3, a
// third is a byte, the rest is any 64 bits. check/harness_runtime.c says the
// same in C.
std::uint64_t default_external_result(std::uint64_t seed,
                                      const std::string &function,
                                      std::uint32_t occurrence) {
  if (seed == 0)
    return 0;
  std::uint64_t h = 0xcbf29ce484222325u;
  for (char c : function)
    h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  h = support::mix(support::mix(h, seed), occurrence);
  switch (h % 3) {
  case 0:
    return (h >> 8) % 4;
  case 1:
    return (h >> 8) % 256;
  default:
    return h;
  }
}

} // namespace mergeproof::verdict
