// Executor: values that versions compute in different ways and that are equal
// become one term, so that what follows is shared again (SafeMerge, section 7:
// a state that is conflict-free already is related by what it holds, not by how
// it came about).
#include "relational/executor.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

constexpr unsigned most_sweeps = 120; // questions of one run

void collect_targets(const ir::Seq &body, std::set<ir::Symbol> &names) {
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    if (auto *assign = stmt.as<ir::Assign>())
      names.insert(assign->target);
    if (auto *call = stmt.as<ir::Call>(); call && !call->result.empty())
      names.insert(call->result);
  });
}

} // namespace

void Executor::sweep(Lanes &lanes, const std::vector<const ir::Seq *> &bodies) {
  if (strategy_.loops == LoopMode::Unroll || lanes.size() < 2)
    return;
  std::set<ir::Symbol> names;
  for (const ir::Seq *body : bodies)
    collect_targets(*body, names);
  for (ir::Symbol name : names)
    for (std::size_t j = 1; j < lanes.size(); j++)
      sweep_variable(lanes, name, j);
}

// Lane j takes the term of an earlier lane, if that has the same value wherever
// lane j is.
void Executor::sweep_variable(Lanes &lanes, ir::Symbol name, std::size_t j) {
  State &state = lanes[j].state;
  auto own = state.variables.find(name);
  if (state.is_dead() || own == state.variables.end())
    return;
  std::vector<Term> others;
  for (std::size_t i = 0; i < j; i++) {
    auto found = lanes[i].state.variables.find(name);
    if (lanes[i].state.is_dead() || found == lanes[i].state.variables.end() ||
        found->second->sort != own->second->sort)
      continue;
    if (found->second == own->second)
      return;
    if (std::find(others.begin(), others.end(), found->second) == others.end())
      others.push_back(found->second);
  }
  for (Term other : others) {
    if (sweeps_++ >= most_sweeps ||
        !inquiry_.is_easily_equal(state.guard, other, own->second,
                                  "versions give " + std::string(name) +
                                      " the same value"))
      continue;
    own->second = other;
    return;
  }
}

} // namespace mergeproof::relational
