#include "symbolic/state.h"

namespace mergeproof::symbolic {
namespace {

// A value that only one side has is not read where the other came from.
Values join_values(TermTable &table, Term condition, const Values &yes,
                   const Values &no) {
  Values joined = yes;
  for (const auto &[name, value] : no) {
    auto [place, is_new] = joined.try_emplace(name, value);
    if (!is_new)
      place->second = table.ite(condition, place->second, value);
  }
  return joined;
}

} // namespace

State join(TermTable &table, Term condition, const State &yes,
           const State &no) {
  if (yes.is_dead())
    return no;
  if (no.is_dead())
    return yes;
  State state;
  state.guard = table.logical_or(yes.guard, no.guard);
  state.variables = join_values(table, condition, yes.variables, no.variables);
  state.regions = join_values(table, condition, yes.regions, no.regions);
  state.alive = join_values(table, condition, yes.alive, no.alive);
  state.world = table.ite(condition, yes.world, no.world);
  state.objects = table.ite(condition, yes.objects, no.objects);
  return state;
}

} // namespace mergeproof::symbolic
