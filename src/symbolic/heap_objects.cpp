#include "symbolic/heap_objects.h"

namespace mergeproof::symbolic {

smt::Term HeapObjects::find(const Allocation &allocation,
                            const std::set<smt::Term> &taken,
                            const Make &make) {
  Known &known = known_[{allocation.number, allocation.size}];
  smt::Term same = nullptr, any = nullptr;
  for (const auto &[token, object] : known)
    if (!taken.contains(object)) {
      if (token == allocation.token && !same)
        same = object;
      if (!any)
        any = object;
    }
  if (same)
    return same;
  smt::Term object = any ? any : make(known.size());
  known.emplace_back(allocation.token, object);
  return object;
}

} // namespace mergeproof::symbolic
