// Which way one version goes along one path, as a Chooser leads.
#include "relational/executor.h"

namespace mergeproof::relational {

// Whether the path goes on where the condition holds.
bool Executor::choose(Lane &lane, Term condition, Chooser::Interest interest) {
  State &state = lane.state;
  Term yes = table_.logical_and(state.guard, condition);
  Term no = table_.logical_and(state.guard, table_.logical_not(condition));
  bool is_yes = no->is_false() ||
                (!yes->is_false() &&
                 strategy_.chooser->choose(state.guard, condition, interest));
  state.guard = is_yes ? yes : no;
  return is_yes;
}

// Where the two ways differ in it: statements that are in the version's edit.
Chooser::Interest Executor::interest_of(const ir::If &stmt) const {
  auto has_own = [&](const ir::Seq &seq) {
    bool has = false;
    ir::for_each_stmt(seq, [&](const ir::Stmt &inner) {
      has |= own_statements_.contains(&inner);
    });
    return has;
  };
  bool holds = has_own(stmt.then_body), fails = has_own(stmt.else_body);
  if (holds == fails)
    return Chooser::Interest::None;
  return holds ? Chooser::Interest::Holds : Chooser::Interest::Fails;
}

} // namespace mergeproof::relational
