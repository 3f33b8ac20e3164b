#include "impact/order.h"

#include <algorithm>
#include <map>
#include <set>

namespace mergeproof::impact {
namespace {

using Units = std::vector<const Unit *>;

Units callers_in_turn(Units callers) {
  std::stable_sort(
      callers.begin(), callers.end(),
      [](const Unit *a, const Unit *b) { return a->distance < b->distance; });
  std::map<std::vector<ir::Symbol>, std::size_t> seen;
  std::vector<std::pair<std::size_t, const Unit *>> turns;
  for (const Unit *unit : callers)
    turns.emplace_back(seen[unit->culprits]++, unit);
  std::stable_sort(
      turns.begin(), turns.end(),
      [](const auto &a, const auto &b) { return a.first < b.first; });
  for (std::size_t i = 0; i < turns.size(); i++)
    callers[i] = turns[i].second;
  return callers;
}

} // namespace

UnitOrder order_units(const Units &units, const CallerLimits &limits) {
  UnitOrder order;
  Units callers;
  for (const Unit *unit : units)
    (unit->is_unchanged ? callers : order.asked).push_back(unit);
  std::erase_if(
      callers, [&](const Unit *unit) { return unit->distance > limits.depth; });
  callers = callers_in_turn(std::move(callers));
  callers.resize(std::min(callers.size(), limits.most));
  order.asked.insert(order.asked.end(), callers.begin(), callers.end());
  std::set<const Unit *> asked(order.asked.begin(), order.asked.end());
  for (const Unit *unit : units)
    if (!asked.contains(unit))
      order.left.push_back(unit);
  return order;
}

} // namespace mergeproof::impact
