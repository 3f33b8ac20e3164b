#include "scan/include_closure.h"

#include <utility>

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

IncludeClosure::Includers
IncludeClosure::includers(std::vector<std::string> paths) {
  Includers found;
  std::set<std::string> seen(paths.begin(), paths.end());
  while (!paths.empty()) {
    std::string file = std::move(paths.back());
    paths.pop_back();
    for (const std::string &next : direct(file)) {
      found[next].push_back(file);
      if (seen.insert(next).second)
        paths.push_back(next);
    }
  }
  return found;
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

Marks spread_marks(const Marks &marks,
                   const IncludeClosure::Includers &includers) {
  Marks spread;
  std::vector<std::pair<std::string, std::uint32_t>> waiting(marks.begin(),
                                                             marks.end());
  while (!waiting.empty()) {
    auto [text, mark] = std::move(waiting.back());
    waiting.pop_back();
    auto known = includers.find(text);
    if (known == includers.end())
      continue;
    for (const std::string &includer : known->second) {
      std::uint32_t &mask = spread[includer];
      if ((mask | mark) == mask)
        continue;
      mask |= mark;
      waiting.emplace_back(includer, mask);
    }
  }
  return spread;
}

} // namespace mergeproof::scan
