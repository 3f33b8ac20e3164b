#include "symbolic/state.h"

namespace mergeproof::symbolic {
namespace {

// What a name stands for where nothing gave it a value.
using Default = Term (*)(TermTable &, std::string_view name, Term like);

// A local object that has not begun is not alive; a variable holds zero, as in
// the interpreter.
Term zero(TermTable &table, std::string_view, Term like) {
  return table.constant(like->sort, 0);
}

Term unwritten(TermTable &table, std::string_view name, Term) {
  return unwritten_region(table, name);
}

Values join_values(TermTable &table, Term condition, const Values &yes,
                   const Values &no, Default otherwise) {
  Values joined;
  for (const auto &[name, value] : yes) {
    auto other = no.find(name);
    joined[name] = table.ite(condition, value,
                             other == no.end() ? otherwise(table, name, value)
                                               : other->second);
  }
  for (const auto &[name, value] : no)
    if (!yes.count(name))
      joined[name] = table.ite(condition, otherwise(table, name, value), value);
  return joined;
}

} // namespace

Term unwritten_region(TermTable &table, std::string_view name) {
  return table.symbol("fresh " + std::string(name), smt::memory_sort);
}

State join(TermTable &table, Term condition, const State &yes,
           const State &no) {
  if (yes.is_dead())
    return no;
  if (no.is_dead())
    return yes;
  State state;
  state.guard = table.logical_or(yes.guard, no.guard);
  state.variables =
      join_values(table, condition, yes.variables, no.variables, zero);
  state.regions =
      join_values(table, condition, yes.regions, no.regions, unwritten);
  state.alive = join_values(table, condition, yes.alive, no.alive, zero);
  state.world = table.ite(condition, yes.world, no.world);
  state.objects = table.ite(condition, yes.objects, no.objects);
  return state;
}

} // namespace mergeproof::symbolic
