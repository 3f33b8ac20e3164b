#include "relational/leaves.h"

namespace mergeproof::relational {

namespace {

template <typename T>
void append(std::vector<T> &to, const std::vector<T> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

} // namespace

Leaves restricted(TermTable &table, Leaves leaves, Term condition) {
  auto restrict = [&](Term &guard) {
    guard = table.logical_and(guard, condition);
  };
  for (Term &trap : leaves.ending.traps)
    restrict(trap);
  for (Exit &exit : leaves.ending.exits)
    restrict(exit.guard);
  for (Leave &leave : leaves.returns)
    restrict(leave.state.guard);
  for (auto &[label, states] : leaves.pending)
    for (State &state : states)
      restrict(state.guard);
  return leaves;
}

void put_back(const Leaves &leaves, Ending &ending, Frame &frame,
              std::size_t version) {
  append(ending.traps, leaves.ending.traps);
  append(ending.exits, leaves.ending.exits);
  append(frame.returns[version], leaves.returns);
  for (const auto &[label, states] : leaves.pending)
    append(frame.pending[version][label], states);
}

} // namespace mergeproof::relational
