#include "ir/global_set.h"

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

} // namespace mergeproof::ir
