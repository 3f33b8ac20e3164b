#include "scan/include_closure.h"

#include <utility>

namespace mergeproof::scan {

std::set<std::string> IncludeClosure::of(const std::string &path) {
  std::set<std::string> seen{path};
  std::vector<std::string> waiting{path};
  while (!waiting.empty()) {
    std::string file = waiting.back();
    waiting.pop_back();
    for (const Step &next : direct(file))
      if (next.is_in_tree && seen.insert(next.path).second)
        waiting.push_back(next.path);
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
    for (const Step &next : direct(file)) {
      if (!next.is_in_tree)
        continue;
      found[next.path].push_back(file);
      if (seen.insert(next.path).second)
        paths.push_back(next.path);
    }
  }
  return found;
}

// In the order of a preprocessor that reads each text once.
std::set<std::string>
IncludeClosure::in_front_of_others(const std::string &path,
                                   const Marks &wanted) {
  std::set<std::string> seen, others, met, found;
  std::vector<std::pair<const std::vector<Step> *, std::size_t>> open;
  auto enter = [&](const std::string &text) {
    if (!seen.insert(text).second)
      return;
    if (wanted.contains(text))
      met.insert(text);
    open.emplace_back(&direct(text), 0);
  };
  enter(path);
  while (!open.empty()) {
    auto &[steps, at] = open.back();
    if (at == steps->size()) {
      open.pop_back();
      continue;
    }
    const Step &step = (*steps)[at++];
    if (step.is_in_tree)
      enter(step.path);
    else if (others.insert(step.path).second || step.path == "assert.h")
      found.merge(met);
  }
  return found;
}

const std::vector<IncludeClosure::Step> &
IncludeClosure::direct(const std::string &path) {
  auto [place, is_new] = direct_.try_emplace(path);
  const TextFile *file = is_new ? index_.file(tree_, path) : nullptr;
  if (!file)
    return place->second;
  for (const TextInclude &include : file->includes) {
    std::vector<std::string> found = index_.resolve(tree_, path, include);
    if (found.empty())
      place->second.push_back({include.name, false});
    for (std::string &text : found)
      place->second.push_back({std::move(text)});
  }
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
