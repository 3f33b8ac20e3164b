// Executor: what a call inside a summarised loop may do.
#include "relational/executor.h"
#include "relational/slice.h"
#include "support/hash.h"

#include <algorithm>

namespace mergeproof::relational {

using symbolic::shared_region;
using Effect = ir::LibraryEffect;

namespace {

std::string why_opaque(const ir::Program &program, ir::Symbol name,
                       const verdict::FunctionFacts &facts) {
  std::string text = std::string(name) + "()";
  if (!facts.opaque_in.empty() && facts.opaque_in != name)
    text += " reaches " + std::string(facts.opaque_in) + "(), which";
  text += " contains code that is not understood";
  const ir::Function *function = program.find_function(facts.opaque_in);
  if (function && !function->opaque_reasons.empty())
    text += " (" + function->opaque_reasons.front() + ")";
  return text;
}

CallEffects intrinsic_effects(ir::Intrinsic which,
                              symbolic::Universe &universe) {
  // The frame's arguments are no cell that a slice could depend on; front ends
  // ask for them once, outside of loops.
  if (which == ir::Intrinsic::VariadicArguments)
    throw GiveUp{"variable arguments begin in a loop"};
  bool is_string = which == ir::Intrinsic::Strlen;
  bool is_end =
      which == ir::Intrinsic::Exit || which == ir::Intrinsic::NoReturn;
  bool is_event = which == ir::Intrinsic::VolatileRead ||
                  which == ir::Intrinsic::VolatileWrite;
  if (is_event)
    universe.assumptions.insert(
        verdict::Assumption::ExternalCallsDeterministic);
  CallEffects effects;
  effects.regions = {shared_region};
  effects.has_events = is_event;
  effects.writes_memory =
      which == ir::Intrinsic::Calloc || which == ir::Intrinsic::Realloc;
  effects.reads_memory = is_string || effects.writes_memory;
  effects.changes_objects = !is_string && !is_end && !is_event;
  effects.may_exit = is_end;
  return effects;
}

// To or from any callee.
bool passes_pointers(const ir::Seq &body) {
  bool does = false;
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    const auto *call = stmt.as<ir::Call>();
    if (!call || std::holds_alternative<ir::Intrinsic>(call->callee.target))
      return;
    does |= !call->result.empty() && call->result_type.is_pointer();
    for (const ir::Expr *arg : call->args)
      does |= arg->type.is_pointer();
  });
  return does;
}

} // namespace

// Whether whom it calls outside of the program has memory of this function
// afterwards, or this function some of its.
bool Executor::hands_out_memory(std::size_t version,
                                const ir::Call &call) const {
  if (std::holds_alternative<ir::Intrinsic>(call.callee.target))
    return false;
  const ir::Program &program = *question_.versions[version].program;
  bool is_result = !call.result.empty() && call.result_type.is_pointer();
  auto *name = std::get_if<ir::Symbol>(&call.callee.target);
  const ir::Function *function = name ? program.find_function(*name) : nullptr;
  if (name && (!function || !function->is_defined)) {
    Effect effect = effect_of(universe_, call, *name, function, program);
    return effect == Effect::Unknown &&
           (is_result ||
            reach_of(universe_, call, function, effect, program).writes);
  }
  const verdict::FunctionFacts *facts =
      name ? facts_of(version, *name) : nullptr;
  bool is_argument =
      std::any_of(call.args.begin(), call.args.end(),
                  [](const ir::Expr *arg) { return arg->type.is_pointer(); });
  return (!facts || universe_.has_events(*facts)) && (is_result || is_argument);
}

// In some version; wherever it is, an external may be called behind it.
bool Executor::hands_out_memory() {
  if (hands_out_)
    return *hands_out_;
  bool does = question_.stands_for_calls; // callers may have done so
  for (std::size_t v = 0; v < question_.versions.size(); v++)
    if (const ir::Function *unit = question_.versions[v].function)
      ir::for_each_stmt(unit->body, [&](const ir::Stmt &stmt) {
        if (const auto *call = stmt.as<ir::Call>())
          does |= hands_out_memory(v, *call);
      });
  for (const verdict::VersionOfUnit &other : question_.others)
    does |= other.function && passes_pointers(other.function->body);
  hands_out_ = does;
  return does;
}

// An external may touch what others gave out or were given.
Reach Executor::reach_of_external(const ir::Call &call,
                                  const ir::Function *declared,
                                  ir::LibraryEffect effect,
                                  const ir::Program &program) {
  if (effect == Effect::Unknown && hands_out_memory())
    return {.reads = true, .writes = true};
  return reach_of(universe_, call, declared, effect, program);
}

// The same cases as run_call.
CallEffects Executor::effects_of(std::size_t version, const ir::Call &call) {
  if (auto *which = std::get_if<ir::Intrinsic>(&call.callee.target))
    return intrinsic_effects(*which, universe_);
  auto *name = std::get_if<ir::Symbol>(&call.callee.target);
  if (!name) {
    universe_.assumptions.insert(verdict::Assumption::PointedFunctionsKnown);
    universe_.assumptions.insert(
        verdict::Assumption::ExternalCallsDeterministic);
    CallEffects anything;
    anything.identity = identity_of(universe_, version, call);
    anything.regions = universe_.lasting_regions();
    anything.may_exit = true;
    return anything;
  }
  const ir::Function *function =
      question_.versions[version].program->find_function(*name);
  return function && function->is_defined
             ? callee_effects(version, *name)
             : external_effects(version, call, *name, function);
}

CallEffects Executor::external_effects(std::size_t version,
                                       const ir::Call &call, ir::Symbol name,
                                       const ir::Function *declared) {
  const verdict::FunctionFacts *skipped = facts_of(version, name);
  if (skipped && skipped->closure[0] == 0 && skipped->closure[1] == 0)
    throw GiveUp{std::string(name) + "() could not be analysed",
                 GiveUp::Kind::OpaqueCode};
  refuse_changed_external(name);
  universe_.assumptions.insert(verdict::Assumption::ExternalCallsDeterministic);
  universe_.assumptions.insert(
      verdict::Assumption::ExternalCallsTouchArguments);
  const ir::Program &program = *question_.versions[version].program;
  Effect effect = effect_of(universe_, call, name, declared, program);
  Reach reach = reach_of_external(call, declared, effect, program);
  if (effect == Effect::Unknown &&
      is_given_functions(universe_, call, declared))
    throw GiveUp{std::string(name) +
                 "() may be given the address of a function that differs "
                 "between the versions"};
  CallEffects effects;
  effects.regions = {shared_region};
  if (skipped && skipped->calls_unread) {
    refuse_unread(std::string(name));
    effects.regions = universe_.lasting_regions();
    effects.may_exit = true;
    return effects;
  }
  if (effect == Effect::Unknown && may_call_back(call, declared)) {
    effects.regions = universe_.lasting_regions();
    effects.may_exit = true;
    return effects;
  }
  effects.reads_memory = reach.reads;
  effects.writes_memory = reach.writes;
  effects.has_events = !ir::is_function_of_arguments(effect);
  effects.changes_objects = effects.asks_objects = false;
  effects.may_trap = false;
  effects.may_exit = declared && declared->is_noreturn;
  return effects;
}

CallEffects Executor::callee_effects(std::size_t version, ir::Symbol name) {
  const verdict::FunctionFacts *facts = facts_of(version, name);
  if (!facts)
    throw GiveUp{"nothing is known of " + std::string(name) + "()"};
  if (!facts->has_opaque && universe_.may_be_changed(facts->hands_out))
    throw GiveUp{"an external call in " + std::string(name) +
                 "() may be given the address of a function that differs "
                 "between the versions"};
  CallEffects effects;
  effects.regions = reach_.regions_of(*facts);
  effects.identity = support::mix(facts->closure[0], facts->closure[1]);
  if (facts->has_opaque) {
    if (!is_summarised(name))
      throw GiveUp{
          why_opaque(*question_.versions[version].program, name, *facts),
          GiveUp::Kind::OpaqueCode};
    effects.may_exit = true;
    return effects;
  }
  effects.reads_memory = facts->reads_memory;
  effects.writes_memory = facts->writes_memory;
  effects.asks_objects = facts->changes_objects;
  if (const Footprint *footprint = reach_.footprint(version, name)) {
    effects.asks_objects |= footprint->asks_objects;
    effects.regions = reach_.regions_of(footprint->reads);
    effects.written = reach_.regions_of(footprint->writes);
    effects.regions.insert(effects.regions.end(), effects.written->begin(),
                           effects.written->end());
  }
  effects.has_events = universe_.has_events(*facts);
  if (facts->calls_library)
    universe_.assumptions.insert(verdict::Assumption::LibraryStateStays);
  effects.changes_objects = facts->changes_objects;
  effects.may_trap = facts->may_trap;
  effects.may_exit = facts->may_exit;
  return effects;
}

} // namespace mergeproof::relational
