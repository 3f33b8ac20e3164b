#include "ir/global_set.h"

#include <algorithm>
#include <unordered_set>

namespace mergeproof::ir {

void GlobalSet::include(const GlobalSet &other) {
  own_.insert(other.own_.begin(), other.own_.end());
  parts_.insert(other.parts_.begin(), other.parts_.end());
}

std::set<Symbol> GlobalSet::all() const {
  std::set<Symbol> result;
  std::unordered_set<const GlobalSet *> seen{this};
  std::vector<const GlobalSet *> waiting{this};
  while (!waiting.empty()) {
    const GlobalSet *set = waiting.back();
    waiting.pop_back();
    result.insert(set->own_.begin(), set->own_.end());
    for (const Shared &part : set->parts_)
      if (part && seen.insert(part.get()).second)
        waiting.push_back(part.get());
  }
  return result;
}

bool GlobalSearch::finds_one_in(const GlobalSet &set) {
  auto is_wanted = [&](Symbol id) { return wanted_.contains(id); };
  if (std::any_of(set.own_.begin(), set.own_.end(), is_wanted))
    return true;
  return std::any_of(
      set.parts_.begin(), set.parts_.end(), [&](const auto &part) {
        if (!part)
          return false;
        if (auto known = known_.find(part.get()); known != known_.end())
          return known->second;
        return known_[part.get()] = finds_one_in(*part);
      });
}

} // namespace mergeproof::ir
