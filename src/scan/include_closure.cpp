#include "scan/include_closure.h"

namespace mergeproof::scan {

std::set<std::string> IncludeClosure::of(const std::string &path) {
  std::set<std::string> seen{path};
  std::vector<std::string> waiting{path};
  while (!waiting.empty()) {
    std::string file = waiting.back();
    waiting.pop_back();
    for (const std::string &next : direct(file))
      if (seen.insert(next).second)
        waiting.push_back(next);
  }
  return seen;
}

const std::vector<std::string> &
IncludeClosure::direct(const std::string &path) {
  auto [place, is_new] = direct_.try_emplace(path);
  const TextFile *file = is_new ? index_.file(tree_, path) : nullptr;
  if (file)
    for (const TextInclude &include : file->includes)
      for (std::string &found : index_.resolve(tree_, path, include))
        place->second.push_back(std::move(found));
  return place->second;
}

} // namespace mergeproof::scan
