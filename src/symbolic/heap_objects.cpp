#include "symbolic/heap_objects.h"

namespace mergeproof::symbolic {

smt::Term HeapObjects::find(std::size_t version, const Allocation &allocation,
                            const Make &make) {
  Version &own = versions_[version];
  auto [known, is_new] = own.made.try_emplace(allocation.token, nullptr);
  if (is_new) {
    known->second = choose(allocation, own.taken, make);
    own.taken.insert(known->second);
  }
  return known->second;
}

smt::Term HeapObjects::made(std::size_t version, smt::Term token) const {
  auto own = versions_.find(version);
  if (own == versions_.end())
    return nullptr;
  auto known = own->second.made.find(token);
  return known == own->second.made.end() ? nullptr : known->second;
}

smt::Term HeapObjects::choose(const Allocation &allocation,
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
