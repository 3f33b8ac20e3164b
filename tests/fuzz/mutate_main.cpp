// A main for fuzz targets without libFuzzer: gives a target every seed file and
// then COUNT mutations of them, always the same ones.
//
//   ir_text_fuzz COUNT SEED_FILE…
//
// Exits with 1 and leaves the input in ./fuzz-failure when the target throws;
// before each call it is written there, so that it is left by a crash as well.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size);

namespace {

constexpr const char *failure_path = "fuzz-failure";
constexpr std::size_t max_size = 20000;

class Mutator {
public:
  explicit Mutator(const std::vector<std::string> &seeds) : seeds_(seeds) {}

  std::string next() {
    std::string text = pick();
    for (std::size_t left = 1 + below(6); left > 0; left--)
      mutate(text);
    text.resize(std::min(text.size(), max_size));
    return text;
  }

private:
  std::size_t below(std::size_t limit) { return limit ? random_() % limit : 0; }
  const std::string &pick() { return seeds_[below(seeds_.size())]; }
  std::string piece(const std::string &text, std::size_t most) {
    std::size_t at = below(text.size() + 1);
    return text.substr(at, 1 + below(most));
  }

  void mutate(std::string &text) {
    std::size_t at = below(text.size() + 1);
    switch (below(6)) {
    case 0: // a byte
      if (at < text.size())
        text[at] = static_cast<char>(below(8) ? ' ' + below(95) : below(256));
      return;
    case 1:
      text.erase(at, 1 + below(below(4) ? 8 : 200));
      return;
    case 2: // again
      text.insert(at, piece(text, 60));
      return;
    case 3: // of another seed
      text.insert(at, piece(pick(), 120));
      return;
    case 4: // a number
      text.insert(at, std::to_string(std::int64_t(1) << below(63)));
      return;
    default: // cut short
      if (below(4) == 0)
        text.resize(at);
      else
        text.replace(at, below(12), piece(pick(), 12));
      return;
    }
  }

  const std::vector<std::string> &seeds_;
  std::mt19937_64 random_{1};
};

bool try_input(const std::string &text) {
  std::ofstream(failure_path, std::ios::binary) << text;
  try {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(text.data()),
                           text.size());
    return true;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s; the input is in %s\n", error.what(),
                 failure_path);
    return false;
  }
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> seeds;
  for (int i = 2; i < argc; i++) {
    std::ifstream file(argv[i], std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file),
                       std::istreambuf_iterator<char>());
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "usage: %s COUNT SEED_FILE...\n", argv[0]);
    return 2;
  }
  for (const std::string &seed : seeds)
    if (!try_input(seed))
      return 1;
  Mutator mutator(seeds);
  long count = std::atol(argv[1]);
  for (long i = 0; i < count; i++)
    if (!try_input(mutator.next()))
      return 1;
  std::remove(failure_path);
  std::printf("%zu seeds, %ld mutations\n", seeds.size(), count);
  return 0;
}
