// Executor: calls. Equal callees are uninterpreted functions of what they may
// read; changed ones are inlined; externals are events in a shared history.
#include "ir/signature.h"
#include "relational/executor.h"
#include "support/check.h"

#include <algorithm>
#include <set>

namespace mergeproof::relational {

using symbolic::shared_region;
using Effect = ir::LibraryEffect;

namespace {

// Than the callee takes.
void refuse_other_types(const ir::Call &call, const ir::Function &callee) {
  if (call.args.size() < callee.params.size())
    throw GiveUp{"a call of " + std::string(callee.id) +
                 "() passes too few arguments"};
  for (std::size_t p = 0; p < callee.params.size(); p++)
    if (call.args[p]->type.bits != callee.params[p].scalar.bits)
      throw GiveUp{"a call of " + std::string(callee.id) +
                   "() passes arguments of other types than it takes"};
}

smt::Sort sort_of_result(const ir::Call &call) {
  return call.result_type == ir::bool_scalar
             ? smt::bool_sort
             : smt::bv_sort(call.result_type.bits);
}

void refuse_unanalysed(const verdict::FunctionFacts *facts,
                       const std::string &name) {
  if (facts && facts->closure[0] == 0 && facts->closure[1] == 0)
    throw GiveUp{name + "() could not be analysed", GiveUp::Kind::OpaqueCode};
}

} // namespace

std::vector<Term> Executor::arguments(const Lane &lane, const ir::Call &call,
                                      Frame &frame) {
  std::vector<Term> args;
  for (const ir::Expr *arg : call.args)
    args.push_back(
        machines_[lane.version].evaluate(arg, lane.state, names(lane, frame)));
  return args;
}

void Executor::bind_result(Lane &lane, const ir::Call &call, Term value) {
  if (call.result.empty())
    return;
  smt::Sort sort = sort_of_result(call);
  if (!value)
    value = table_.symbol("unset result " + std::to_string(sort.bits), sort);
  if (value->sort != sort)
    throw GiveUp{"a call's result does not have the type that is used"};
  lane.state.variables[call.result] = value;
}

// The function a call reaches, when that is known.
std::optional<ir::Symbol>
Executor::callee_of(const Lane &lane, const ir::Call &call, Frame &frame) {
  if (auto *name = std::get_if<ir::Symbol>(&call.callee.target))
    return *name;
  auto *through = std::get_if<const ir::Expr *>(&call.callee.target);
  if (!through)
    return std::nullopt;
  Term target = machines_[lane.version].evaluate(*through, lane.state,
                                                 names(lane, frame));
  constexpr std::string_view prefix = "function ";
  if (target->kind == smt::Kind::Object && target->name.starts_with(prefix))
    return question_.context->symbol(target->name.substr(prefix.size()));
  return std::nullopt;
}

// What a callee gets beyond its parameters.
void Executor::begin_variadic(Lane &lane, const ir::Call &call,
                              const std::vector<Term> &args,
                              const Frame &inner) {
  const Frame::Version &version = inner.versions[lane.version];
  if (!version.function->is_variadic)
    return;
  std::vector<ir::Scalar> types;
  std::size_t first = version.function->params.size();
  for (std::size_t i = first; i < args.size(); i++)
    types.push_back(call.args[i]->type);
  machine(lane).begin_variadic(
      lane.state, version.names.variadic, types,
      {args.begin() + std::ptrdiff_t(first), args.end()});
}

// Uninterpreted: every version that defines it has the same closure, or is a
// function by itself.
bool Executor::is_summarised(ir::Symbol callee) const {
  bool is_apart = strategy_.callees == Callees::Apart;
  const verdict::FunctionFacts *first = nullptr;
  for (std::size_t v = 0; v < question_.versions.size(); v++) {
    const ir::Function *function =
        question_.versions[v].program->find_function(callee);
    if (!function || !function->is_defined)
      continue;
    const verdict::FunctionFacts *facts = facts_of(v, callee);
    bool is_other = first && facts && !first->is_same_closure(*facts);
    apart_.callees |= is_apart && is_other;
    if (!facts || (is_other && !is_apart))
      return false;
    first = facts;
  }
  bool is_simple = first && !first->is_recursive && !first->has_opaque;
  has_summarised_ |= is_simple;
  return first && (strategy_.callees != Callees::Inlined || !is_simple);
}

// What inlines the callee is left to the caller of this: its id, else "".
ir::Symbol Executor::call_alone(Lane &lane, const ir::Call &call,
                                Frame &frame) {
  if (auto *which = std::get_if<ir::Intrinsic>(&call.callee.target)) {
    call_intrinsic(lane, call, *which, frame);
    return {};
  }
  auto callee = callee_of(lane, call, frame);
  const ir::Function *function =
      callee ? question_.versions[lane.version].program->find_function(*callee)
             : nullptr;
  bool is_indirect =
      std::holds_alternative<const ir::Expr *>(call.callee.target);
  if (is_indirect && function && !ir::may_call(call, *function))
    throw GiveUp{std::string(function->id) +
                 "() is called through a pointer to functions of another type"};
  bool is_inside = callee && function && function->is_defined;
  if (universe_.padding.is_left &&
      (is_inside
           ? is_summarised(*callee) &&
                 (universe_.has_events(*facts_of(lane.version, *callee)) ||
                  takes_bytes(call, function))
           : takes_bytes(call, function)))
    throw GiveUp{"what is called may look at the padding of structs"};
  if (!callee)
    call_through(lane, call, frame);
  else if (!is_inside)
    call_external(lane, call, std::string(*callee), function, frame);
  else if (is_summarised(*callee))
    call_summarised(lane, call, *callee, frame);
  else
    return *callee;
  return {};
}

void Executor::run_call(Lanes &lanes, const ir::Stmt &stmt, Frame &frame) {
  const ir::Call &call = *stmt.as<ir::Call>();
  std::map<ir::Symbol, std::vector<std::size_t>> inlined;
  for (std::size_t i = 0; i < lanes.size(); i++)
    if (!lanes[i].state.is_dead())
      attempt(lanes[i], [&] {
        if (call_by_choice(lanes[i], call, frame))
          return;
        if (ir::Symbol callee = call_alone(lanes[i], call, frame);
            !callee.empty())
          inlined[callee].push_back(i);
      });
  for (const auto &[callee, who] : inlined) {
    Lanes together;
    for (std::size_t i : who)
      together.push_back(lanes[i]);
    std::string why_not = why_not_inlined(callee, frame);
    if (strategy_.loops == LoopMode::Unroll && !why_not.empty())
      for (Lane &lane : together)
        leave_out(lane, why_not);
    else
      inline_callee(together, call, callee, frame);
    for (std::size_t k = 0; k < who.size(); k++)
      lanes[who[k]] = together[k];
  }
}

void Executor::call_external(Lane &lane, const ir::Call &call,
                             const std::string &name,
                             const ir::Function *declared, Frame &frame) {
  universe_.assumptions.insert(verdict::Assumption::ExternalCallsDeterministic);
  const verdict::FunctionFacts *facts = facts_of(lane.version, name);
  refuse_unanalysed(facts, name);
  refuse_changed_external(name);
  const ir::Program &program = *question_.versions[lane.version].program;
  Effect effect = effect_of(universe_, call, name, declared, program);
  if (effect == Effect::Unknown &&
      is_given_functions(universe_, call, declared))
    return call_with_callbacks(
        lane, call,
        name + " given " +
            std::to_string(identity_of_callbacks(universe_, lane.version)),
        arguments(lane, call, frame));
  if (facts && facts->calls_unread)
    return call_unread(lane, call, name, frame);
  Reach reach = reach_of_external(call, declared, effect, program);
  if (effect != Effect::Pure)
    universe_.assumptions.insert(
        verdict::Assumption::ExternalCallsTouchArguments);
  std::vector<Term> inputs = arguments(lane, call, frame);
  std::string full = name + kinds_of(call);
  Term memory = machine(lane).region(lane.state, shared_region);
  std::vector<Term> seen = inputs;
  if (reach.reads)
    seen.push_back(memory_behind(table_, effect, call, inputs, memory)),
        full += " memory";
  bool may = ir::may_call_functions(effect, name); // known ones call nobody
  if (may &&
      (may_call_back(call, declared) || universe_.mention_function(seen)))
    return call_with_callbacks(lane, call, name, inputs);
  inputs = std::move(seen);
  if (may)
    refuse_changed(name + "()", inputs);
  smt::Sort sort = sort_of_result(call);
  if (ir::is_function_of_arguments(effect)) {
    if (!call.result.empty())
      bind_result(lane, call,
                  library_result(universe_, program, name, full, sort, inputs));
    if (reach.writes)
      lane.state.regions[shared_region] = table_.apply(
          "memory after library " + full, smt::memory_sort, inputs);
    return;
  }
  inputs.insert(inputs.begin(), lane.state.world);
  Term world = table_.apply("event " + full, smt::token_sort, inputs);
  lane.state.world = world;
  if (!call.result.empty()) {
    Term result = table_.apply(
        "result " + name + " " + std::to_string(sort.bits), sort, {world});
    assume_system_result(universe_, declared, result);
    bind_result(lane, call, result);
  }
  if (reach.writes)
    lane.state.regions[shared_region] =
        table_.apply(std::string(symbolic::memory_after_call), smt::memory_sort,
                     {world, memory});
  if (declared && declared->is_noreturn)
    end_program(lane, table_.constant(smt::bv_sort(32), 0));
}

void Executor::end_program(Lane &lane, Term code) {
  State &state = lane.state;
  endings_[lane.version].exits.push_back({state.guard, code, state.world});
  state.guard = table_.boolean(false);
}

// Whatever it calls back may touch every global.
void Executor::call_with_callbacks(Lane &lane, const ir::Call &call,
                                   const std::string &name,
                                   std::vector<Term> inputs) {
  std::vector<Term> seen = inputs;
  for (std::string_view region : universe_.lasting_regions())
    seen.push_back(machine(lane).region(lane.state, region));
  std::string full = "callbacks of " + name + kinds_of(call);
  if (universe_.mention_changed_function(seen))
    full += " as in " +
            std::to_string(identity_of_callbacks(universe_, lane.version));
  verdict::FunctionFacts any;
  any.is_recursive = false;
  run_uninterpreted(lane, call, std::move(full), std::move(inputs), any,
                    universe_.lasting_regions());
}

// Of the project, in a file that was not read: it may touch every global.
void Executor::call_unread(Lane &lane, const ir::Call &call,
                           const std::string &name, Frame &frame) {
  refuse_unread(name);
  std::vector<Term> inputs = arguments(lane, call, frame);
  verdict::FunctionFacts any;
  any.is_recursive = false;
  run_uninterpreted(lane, call, "unread " + name + kinds_of(call), inputs, any,
                    universe_.lasting_regions());
}

// An external that can see the address of a changed function may call it.
void Executor::refuse_changed(const std::string &who,
                              const std::vector<Term> &in) {
  if (universe_.mention_changed_function(in))
    throw GiveUp{who + " is given the address of a function that differs "
                       "between the versions"};
}

// What it reaches differs between the versions.
void Executor::refuse_changed_external(ir::Symbol name) const {
  const verdict::FunctionFacts *first = nullptr;
  for (std::size_t v = 0; v < question_.versions.size(); v++) {
    const verdict::FunctionFacts *facts = facts_of(v, name);
    if (facts && first && !facts->is_same_closure(*first))
      throw GiveUp{std::string(name) +
                       "(), whose definition was not read, may have changed",
                   GiveUp::Kind::OpaqueCode};
    first = facts ? facts : first;
  }
}

void Executor::refuse_unread(const std::string &name) const {
  if (universe_.is_changed_function_reachable())
    throw GiveUp{name + "(), whose definition was not read, may reach a "
                        "function that differs between the versions"};
}

void Executor::call_summarised(Lane &lane, const ir::Call &call,
                               ir::Symbol callee, Frame &frame) {
  universe_.assumptions.insert(verdict::Assumption::Termination);
  if (universe_.uses().takes_numbers(callee))
    universe_.pointer_numbers.look_at_everything();
  const verdict::FunctionFacts &known = *facts_of(lane.version, callee);
  Regions regions = reach_.regions_of(known);
  verdict::FunctionFacts facts = known;
  if (facts.has_opaque)
    facts =
        verdict::FunctionFacts{.closure = {facts.closure[0], facts.closure[1]}};
  std::string name = "call " + std::string(callee) + " " +
                     std::to_string(facts.closure[0]) + "." +
                     std::to_string(facts.closure[1]) + kinds_of(call);
  std::vector<Term> inputs = arguments(lane, call, frame);
  if (universe_.may_be_changed(facts.hands_out))
    throw GiveUp{"an external call in " + std::string(callee) +
                 "() may be given the address of a function that differs "
                 "between the versions"};
  if (facts.calls_library)
    universe_.assumptions.insert(verdict::Assumption::LibraryStateStays);
  if (universe_.has_events(facts)) {
    universe_.assumptions.insert(
        verdict::Assumption::ExternalCallsDeterministic);
    universe_.assumptions.insert(
        verdict::Assumption::ExternalCallsTouchArguments);
  }
  if (facts.calls_back) {
    std::vector<Term> seen = inputs;
    for (std::string_view region : regions)
      seen.push_back(machine(lane).region(lane.state, region));
    refuse_changed("an external call in " + std::string(callee) + "()", seen);
    if (universe_.mention_function(seen)) { // whom it may have called back
      regions = universe_.lasting_regions();
      name += " with functions";
    }
  }
  if (const Footprint *footprint = reach_.footprint(lane.version, callee)) {
    const ir::Program &program = *question_.versions[lane.version].program;
    refuse_other_types(call, *program.find_function(callee));
    return call_framed(lane, call, {table_, name, inputs}, facts, *footprint);
  }
  run_uninterpreted(lane, call, name, inputs, facts, regions);
}

void Executor::run_uninterpreted(Lane &lane, const ir::Call &call,
                                 std::string name, std::vector<Term> inputs,
                                 const verdict::FunctionFacts &facts,
                                 const std::vector<std::string_view> &regions) {
  State &state = lane.state;
  symbolic::Machine &m = machine(lane);
  bool is_pure = !facts.reads_memory && !facts.writes_memory &&
                 !universe_.has_events(facts) && !facts.changes_objects;
  if (facts.reads_memory || facts.writes_memory)
    for (std::string_view region : regions)
      inputs.push_back(m.region(state, region));
  if (!is_pure)
    inputs.push_back(state.objects);
  if (universe_.has_events(facts))
    inputs.push_back(state.world);
  smt::Uninterpreted function(table_, std::move(name), std::move(inputs));
  leave_uninterpreted(lane, call, function, facts);
  if (facts.writes_memory)
    for (std::string_view region : regions)
      state.regions[region] =
          function.output("memory " + std::string(region), smt::memory_sort);
  if (facts.changes_objects)
    state.objects = function.output("objects", smt::token_sort);
  if (universe_.has_events(facts))
    state.world = function.output("events", smt::token_sort);
}

// A function of the bytes that it touches, which writes no others: calls and
// stores that touch different places may stand in any order.
void Executor::call_framed(Lane &lane, const ir::Call &call,
                           smt::Uninterpreted function,
                           const verdict::FunctionFacts &facts,
                           const Footprint &footprint) {
  universe_.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  State &state = lane.state;
  symbolic::Machine &m = machine(lane);
  SharedReach shared = reach_.in_shared_region(footprint, function.inputs());
  function.add_to_name(" " + footprint.to_text());
  Regions written = reach_.regions_of(footprint.writes);
  std::set<std::string_view> touched(written.begin(), written.end());
  for (std::string_view region : reach_.regions_of(footprint.reads))
    touched.insert(region);
  Term memory = m.region(state, shared_region);
  for (std::string_view region : touched)
    if (region == shared_region)
      shared.add_inputs(memory, function);
    else
      function.add_input(m.region(state, region));
  if (footprint.asks_objects)
    function.add_input(state.objects);
  leave_uninterpreted(lane, call, function, facts);
  for (std::string_view region : written)
    state.regions[region] =
        region == shared_region
            ? shared.written(memory, function)
            : function.output("memory " + std::string(region),
                              smt::memory_sort);
}

// How it ends, and what it returns.
void Executor::leave_uninterpreted(Lane &lane, const ir::Call &call,
                                   const smt::Uninterpreted &function,
                                   const verdict::FunctionFacts &facts) {
  State &state = lane.state;
  if (facts.may_exit) {
    Term exits = function.output("exits", smt::bool_sort);
    endings_[lane.version].exits.push_back(
        {table_.logical_and(state.guard, exits),
         function.output("exit code", smt::bv_sort(32)),
         universe_.has_events(facts)
             ? function.output("exit events", smt::token_sort)
             : state.world});
    state.guard = table_.logical_and(state.guard, table_.logical_not(exits));
  }
  if (facts.may_trap)
    check(lane, table_.logical_not(function.output("traps", smt::bool_sort)));
  if (!call.result.empty())
    bind_result(
        lane, call,
        function.output("result " + std::to_string(call.result_type.bits),
                        call.result_type == ir::bool_scalar
                            ? smt::bool_sort
                            : smt::bv_sort(call.result_type.bits)));
}

void Executor::call_intrinsic(Lane &lane, const ir::Call &call,
                              ir::Intrinsic which, Frame &frame) {
  symbolic::Machine &m = machine(lane);
  std::vector<Term> args = arguments(lane, call, frame);
  State &state = lane.state;
  switch (which) {
  case ir::Intrinsic::Realloc:
    check(lane, m.can_free(state, args[0]));
    [[fallthrough]];
  case ir::Intrinsic::Malloc:
  case ir::Intrinsic::Calloc:
    bind_result(lane, call, m.allocate(state, which, args));
    break;
  case ir::Intrinsic::Free:
    check(lane, m.release(state, args[0]));
    break;
  case ir::Intrinsic::Strlen: {
    symbolic::Place text = m.place_of(call.args[0], state, names(lane, frame));
    Term memory =
        smt::MemoryPart(table_, m.region(state, text.region), {text.address})
            .part();
    std::vector<Term> inputs{memory, text.address};
    Term length = table_.apply("$strlen", smt::bv_sort(64), inputs);
    assume_length(universe_, memory, text.address, length);
    // The text is there with its end: the first 0, wherever that is.
    Term size = table_.add(length, table_.constant(length->sort, 1));
    Term end = table_.load(memory, table_.add(text.address, length), 8);
    check(lane,
          table_.logical_and(m.valid(state, text.address, size, {}),
                             table_.equal(end, table_.constant(end->sort, 0))));
    bind_result(lane, call, length);
    break;
  }
  case ir::Intrinsic::Exit:
  case ir::Intrinsic::NoReturn: {
    end_program(lane,
                args.empty() ? table_.constant(smt::bv_sort(32), 0) : args[0]);
    break;
  }
  case ir::Intrinsic::VolatileRead:
  case ir::Intrinsic::VolatileWrite:
    bind_result(lane, call, access_volatile(state, args, which));
    break;
  case ir::Intrinsic::VariadicArguments:
    bind_result(lane, call, variadic_arguments(names(lane, frame)));
    break;
  }
}

// Whoever is behind the object, a device or only memory, decides by all events
// so far and by what the object holds.
Term Executor::access_volatile(State &state, const std::vector<Term> &args,
                               ir::Intrinsic which) {
  universe_.assumptions.insert(verdict::Assumption::ExternalCallsDeterministic);
  state.world = table_.apply(std::string("event ") + ir::to_text(which),
                             smt::token_sort, {state.world, args[0], args[1]});
  return table_.apply("volatile value", smt::bv_sort(64),
                      {state.world, args[1]});
}

// Those of the unit itself are a part of its input.
Term Executor::variadic_arguments(const symbolic::FrameNames &names) {
  return names.variadic.key.empty()
             ? table_.input("variadic arguments", smt::bv_sort(64))
             : universe_.local_object(names.variadic.key);
}

std::string Executor::why_not_inlined(ir::Symbol callee,
                                      const Frame &frame) const {
  if (std::count(call_stack_.begin(), call_stack_.end(), callee))
    return std::string(callee) + "() is recursive and differs between "
                                 "the versions";
  if (frame.depth + 1 > question_.budget.inline_depth)
    return "changed functions call each other more than " +
           std::to_string(question_.budget.inline_depth) + " levels deep";
  return "";
}

void Executor::inline_callee(Lanes &lanes, const ir::Call &call,
                             ir::Symbol callee, Frame &frame) {
  if (std::string why = why_not_inlined(callee, frame); !why.empty()) {
    if (strategy_.loops != LoopMode::Product)
      throw GiveUp{why};
    for (Lane &lane : lanes)
      call_summarised(lane, call, callee, frame);
    return;
  }
  std::vector<std::size_t> versions;
  std::vector<const ir::Function *> functions;
  for (const Lane &lane : lanes) {
    versions.push_back(lane.version);
    functions.push_back(
        question_.versions[lane.version].program->find_function(callee));
  }
  const align::Alignment *alignment = alignment_of(callee, versions, functions);
  Frame inner =
      make_frame(versions, callee, alignment, frame.depth + 1, functions);
  Lanes running;
  for (std::size_t i = 0; i < lanes.size(); i++) {
    std::vector<Term> args = arguments(lanes[i], call, frame);
    refuse_other_types(call, *functions[i]);
    Lane lane = lanes[i];
    lane.state.variables.clear();
    for (std::size_t p = 0; p < functions[i]->params.size(); p++) {
      ir::Symbol name = alignment->renames[i].at(functions[i]->params[p].name);
      lane.state.variables[name] = args[p];
    }
    begin_variadic(lane, call, args, inner);
    running.push_back(lane);
  }
  call_stack_.push_back(callee);
  run(running, alignment->skeleton, inner);
  call_stack_.pop_back();
  refuse_lost_paths(inner);
  for (std::size_t i = 0; i < lanes.size(); i++)
    leave_callee(lanes[i], running[i], call, inner);
}

const align::Alignment *
Executor::alignment_of(ir::Symbol callee,
                       const std::vector<std::size_t> &versions,
                       const std::vector<const ir::Function *> &functions) {
  std::string key(callee);
  for (std::size_t v : versions)
    key += " " + std::to_string(v);
  auto &known = alignments_[key];
  if (!known)
    known = std::make_shared<align::Alignment>(
        align::align(*question_.context, functions));
  return known.get();
}

void Executor::leave_callee(Lane &lane, const Lane &at_end,
                            const ir::Call &call, Frame &inner) {
  std::vector<Leave> &returns = inner.returns[lane.version];
  if (!at_end.state.is_dead())
    returns.push_back({at_end.state, nullptr});
  Leave leave = join_returns(table_, returns);
  symbolic::Values variables = lane.state.variables;
  bool is_dead = leave.state.is_dead();
  lane.state = leave.state;
  lane.state.variables = variables;
  if (is_dead) {
    lane.state.guard = table_.boolean(false);
    return;
  }
  for (const auto &[name, object] : inner.versions[lane.version].names.objects)
    machine(lane).end_local(lane.state, object);
  const symbolic::FrameNames &names = inner.versions[lane.version].names;
  lane.state.alive[names.variadic.key] = table_.boolean(false);
  bind_result(lane, call, leave.value);
}

} // namespace mergeproof::relational
