// Executor: calls through a pointer that is one of a few known functions, as
// where a table of handlers is indexed.
#include "ir/signature.h"
#include "relational/executor.h"

namespace mergeproof::relational {

namespace {

// Which of the two ways has statements that are in the version's edit.
Chooser::Interest interest_of(const ir::If &stmt,
                              const std::set<const ir::Stmt *> &own) {
  auto has_own = [&](const ir::Seq &seq) {
    bool has = false;
    ir::for_each_stmt(
        seq, [&](const ir::Stmt &inner) { has |= own.contains(&inner); });
    return has;
  };
  bool holds = has_own(stmt.then_body), fails = has_own(stmt.else_body);
  if (holds == fails)
    return Chooser::Interest::None;
  return holds ? Chooser::Interest::Holds : Chooser::Interest::Fails;
}

} // namespace

// Whether the path goes on where the condition holds; `branch`: whose condition
// it is, or null.
bool Executor::choose(Lane &lane, Term condition, const ir::If *branch) {
  State &state = lane.state;
  Term yes = table_.logical_and(state.guard, condition);
  Term no = table_.logical_and(state.guard, table_.logical_not(condition));
  bool is_yes = no->is_false();
  if (!is_yes && !yes->is_false())
    is_yes =
        strategy_.chooser->choose(state.guard, condition,
                                  branch ? interest_of(*branch, own_statements_)
                                         : Chooser::Interest::None);
  state.guard = is_yes ? yes : no;
  return is_yes;
}

namespace {

constexpr std::size_t most_functions = 16;
constexpr std::string_view prefix = "function ";

// Those whose addresses the value can be made of.
std::vector<Term> functions_in(Term target) {
  std::vector<Term> found;
  for (Term term : smt::reachable({target}))
    if (term->kind == smt::Kind::Object && term->name.starts_with(prefix))
      found.push_back(term);
  return found;
}

// The call as one of each; none if one of them does not fit.
std::vector<const ir::Stmt *> direct_calls(const ir::Call &call,
                                           const std::vector<Term> &functions,
                                           const ir::Program &program,
                                           ir::Context &context) {
  std::vector<const ir::Stmt *> calls;
  for (Term object : functions) {
    ir::Symbol id = context.symbol(object->name.substr(prefix.size()));
    const ir::Function *function = program.find_function(id);
    if (!function || !ir::may_call(call, *function))
      return {};
    ir::Call named = call;
    named.callee.target = id;
    calls.push_back(context.stmt(named));
  }
  return calls;
}

} // namespace

// Whether the call is done: as a choice between direct calls.
bool Executor::call_by_choice(Lane &lane, const ir::Call &call, Frame &frame) {
  auto *through = std::get_if<const ir::Expr *>(&call.callee.target);
  if (!through)
    return false;
  Term target =
      machine(lane).evaluate(*through, lane.state, names(lane, frame));
  std::vector<Term> functions = functions_in(target);
  if (functions.size() < 2 || functions.size() > most_functions)
    return false;
  has_summarised_ = true;
  if (strategy_.callees != Callees::Inlined &&
      universe_.changed_callees(call).empty())
    return false;
  std::vector<const ir::Stmt *> calls =
      direct_calls(call, functions, *question_.versions[lane.version].program,
                   *question_.context);
  Term other = lane.state.guard;
  for (Term object : functions)
    other = table_.logical_and(
        other, table_.logical_not(table_.equal(target, object)));
  if (calls.empty() ||
      !inquiry_.refute_soon({other}, "which functions a pointer may be"))
    return false;
  if (strategy_.chooser) {
    std::size_t k = 0;
    while (k + 1 < functions.size() &&
           !choose(lane, table_.equal(target, functions[k]), nullptr))
      k++;
    Lanes chosen{lane};
    run_call(chosen, *calls[k], frame);
    lane = chosen[0];
    return true;
  }
  State before = lane.state, joined = lane.state;
  for (std::size_t k = 0; k < functions.size(); k++) {
    Term is_chosen = table_.equal(target, functions[k]);
    Lanes chosen{lane};
    chosen[0].state = before;
    chosen[0].state.guard = table_.logical_and(before.guard, is_chosen);
    run_call(chosen, *calls[k], frame);
    joined = k == 0 ? chosen[0].state
                    : join(table_, is_chosen, chosen[0].state, joined);
  }
  lane.state = joined;
  return true;
}

namespace {

constexpr std::size_t most_changed = 4;

// One that is of another type in some version would be given there what it does
// not take.
void refuse_retyped(const verdict::Question &question, ir::Symbol id) {
  const ir::Function *first = nullptr;
  for (const verdict::VersionOfUnit &version : question.versions) {
    const ir::Function *here = version.program->find_function(id);
    if (here && first && !ir::takes_the_same(*here, *first))
      throw GiveUp{"a call through a pointer may reach " + std::string(id) +
                   "(), whose parameters or result differ between the "
                   "versions"};
    first = here ? here : first;
  }
}

std::vector<ir::Symbol>
callees_to_tell_apart(const symbolic::Universe &universe,
                      const ir::Call &call) {
  std::vector<ir::Symbol> changed = universe.changed_callees(call);
  for (ir::Symbol id : changed)
    refuse_retyped(universe.question(), id);
  if (changed.size() > most_changed)
    changed.clear();
  return changed;
}

} // namespace

// Of a function that does the same in every version, perhaps an external one;
// or, of many that do not, of all as they are in this version.
void Executor::call_indirect(Lane &lane, const ir::Call &call, Frame &frame) {
  universe_.assumptions.insert(verdict::Assumption::Termination);
  universe_.assumptions.insert(verdict::Assumption::ExternalCallsDeterministic);
  auto *through = std::get_if<const ir::Expr *>(&call.callee.target);
  Term target = machines_[lane.version].evaluate(*through, lane.state,
                                                 names(lane, frame));
  std::vector<Term> inputs = arguments(lane, call, frame);
  inputs.push_back(target);
  std::string name = "call through a pointer" + kinds_of(call);
  if (universe_.changed_callees(call).size() > most_changed)
    name += " to " + std::to_string(identity_of(universe_, lane.version, call));
  verdict::FunctionFacts any;
  any.is_recursive = false;
  run_uninterpreted(lane, call, std::move(name), inputs, any,
                    universe_.lasting_regions());
}

// Each function that differs between the versions and that the pointer may be
// the address of is called by its name where it is that address. Whatever else
// it is does the same in every version. If they are too many, versions in which
// all of them are the same make the same call.
void Executor::call_through(Lane &lane, const ir::Call &call, Frame &frame) {
  universe_.assumptions.insert(verdict::Assumption::PointedFunctionsKnown);
  auto *through = std::get_if<const ir::Expr *>(&call.callee.target);
  Term target =
      machine(lane).evaluate(*through, lane.state, names(lane, frame));
  State other = lane.state;
  std::vector<std::pair<Term, State>> ends;
  for (ir::Symbol id : callees_to_tell_apart(universe_, call)) {
    if (!question_.versions[lane.version].program->find_function(id))
      continue;
    Term is_it = table_.equal(target, universe_.function_object(id));
    ir::Call named = call;
    named.callee.target = id;
    Lanes chosen{lane};
    if (strategy_.chooser && !choose(chosen[0], is_it, nullptr)) {
      lane = chosen[0];
      continue;
    }
    chosen[0].state.guard = table_.logical_and(lane.state.guard, is_it);
    if (!chosen[0].state.is_dead())
      run_call(chosen, *question_.context->stmt(named), frame);
    if (strategy_.chooser) {
      lane = chosen[0];
      return;
    }
    ends.emplace_back(is_it, chosen[0].state);
    other.guard = table_.logical_and(other.guard, table_.logical_not(is_it));
  }
  if (!strategy_.chooser)
    lane.state = other;
  call_indirect(lane, call, frame);
  for (const auto &[is_it, end] : ends)
    lane.state = join(table_, is_it, end, lane.state);
}

} // namespace mergeproof::relational
