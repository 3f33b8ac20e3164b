#include "impact/order.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace mergeproof::impact {
namespace {

using Units = std::vector<const Unit *>;

using Members = std::vector<bool>;

void add(Members &all, const Members &others) {
  for (std::size_t i = 0; i < all.size(); i++)
    all[i] = all[i] || others[i];
}

// How many other units each unit reaches.
std::map<const Unit *, std::size_t> count_reached(const Units &units,
                                                  const CallGraph &graph) {
  std::map<ir::Symbol, std::size_t> numbers;
  for (const Unit *unit : units)
    numbers.emplace(unit->id, numbers.size());
  std::map<ir::Symbol, const Members *> reached;
  std::deque<Members> kept;
  for (const std::vector<ir::Symbol> &component : graph.components) {
    Members &members = kept.emplace_back(numbers.size());
    for (ir::Symbol id : component) {
      if (auto unit = numbers.find(id); unit != numbers.end())
        members[unit->second] = true;
      for (ir::Symbol callee : graph.nodes.at(id).callees)
        if (auto known = reached.find(callee); known != reached.end())
          add(members, *known->second);
    }
    for (ir::Symbol id : component)
      reached[id] = &members;
  }
  std::map<const Unit *, std::size_t> counts;
  for (const Unit *unit : units)
    if (auto known = reached.find(unit->id); known != reached.end())
      counts[unit] = std::size_t(
          std::count(known->second->begin(), known->second->end(), true));
  return counts;
}

void put_leaves_first(Units &units, const CallGraph &graph) {
  auto counts = count_reached(units, graph);
  std::stable_sort(
      units.begin(), units.end(),
      [&](const Unit *a, const Unit *b) { return counts[a] < counts[b]; });
}

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

UnitOrder order_units(const Units &units, const CallGraph &graph,
                      const CallerLimits &limits) {
  UnitOrder order;
  Units callers;
  for (const Unit *unit : units)
    (unit->is_unchanged ? callers : order.asked).push_back(unit);
  put_leaves_first(order.asked, graph);
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
