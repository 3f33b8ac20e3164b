// Cells of states, and loops summarised by uninterpreted functions.
#include "ir/library.h"
#include "relational/external.h"
#include "relational/loops/loop_relation.h"
#include "support/check.h"
#include "support/hash.h"
#include "symbolic/escape.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

std::string to_hex(std::uint64_t value) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4)
    text += digits[(value >> shift) & 15];
  return text;
}

} // namespace

Term Executor::cell_value(std::size_t version, const State &state,
                          const Cell &cell) {
  switch (cell.kind) {
  case Cell::Kind::Variable: {
    auto found = state.variables.find(cell.name);
    if (found != state.variables.end())
      return found->second;
    smt::Sort sort = cell.scalar == ir::bool_scalar
                         ? smt::bool_sort
                         : smt::bv_sort(cell.scalar.bits);
    return table_.constant(sort, 0);
  }
  case Cell::Kind::Region:
    return machines_[version].region(state, cell.name);
  case Cell::Kind::World:
    return state.world;
  case Cell::Kind::Objects:
    return state.objects;
  case Cell::Kind::Result:
    return nullptr;
  }
  return nullptr;
}

void Executor::set_cell(State &state, const Cell &cell, Term value) {
  switch (cell.kind) {
  case Cell::Kind::Variable:
    state.variables[cell.name] = value;
    break;
  case Cell::Kind::Region:
    state.regions[cell.name] = value;
    break;
  case Cell::Kind::World:
    state.world = value;
    break;
  case Cell::Kind::Objects:
    state.objects = value;
    break;
  case Cell::Kind::Result:
    break;
  }
}

// Equal wherever both versions are at this point.
bool Executor::are_equal(const Lane &a, Term x, const Lane &b, Term y,
                         const std::string &name) {
  if (x == y)
    return true;
  if (x->sort != y->sort)
    return false;
  return inquiry_.refute(
      {a.state.guard, b.state.guard, table_.logical_not(table_.equal(x, y))},
      name);
}

SliceContext Executor::slice_context(const Lane &lane, const Frame &frame) {
  SliceContext context;
  context.universe = &universe_;
  context.names = &names(lane, frame);
  context.version = lane.version;
  context.has_dependence =
      question_.ablation != verdict::Ablation::NoDependence;
  std::size_t version = lane.version;
  context.effects_of = [this, version](const ir::Call &call) {
    return effects_of(version, call);
  };
  return context;
}

Cells Executor::written_cells(const Lane &lane, const ir::Loop &loop,
                              const Frame &frame) {
  ir::Loop whole{loop.label, plugged(lane, loop.body, frame)};
  refuse_hidden_callbacks(lane, whole.body);
  SliceContext context = slice_context(lane, frame);
  Cells written = LoopBody(whole, context).written();
  std::erase_if(written, [](const Cell &cell) {
    return cell.kind == Cell::Kind::Result;
  });
  return written;
}

std::vector<Term> Executor::loop_inputs(const Lane &lane, const ir::Loop &loop,
                                        const Frame &frame) {
  ir::Loop whole{loop.label, plugged(lane, loop.body, frame)};
  SliceContext context = slice_context(lane, frame);
  LoopBody body(whole, context);
  Cells cells = body.exit_dependencies();
  cells.insert(body.written().begin(), body.written().end());
  std::vector<Term> values;
  for (const Cell &cell : cells)
    values.push_back(cell_value(lane.version, lane.state, cell));
  return values;
}

bool Executor::is_end_known(const Lane &lane, const ir::Loop &loop,
                            const Frame &frame) {
  for (const ir::Stmt *stmt : plugged(lane, loop.body, frame))
    if (auto *branch = stmt->as<ir::If>()) {
      bool leaves = false;
      for (const ir::Seq *seq : {&branch->then_body, &branch->else_body})
        for (const ir::Stmt *inner : *seq)
          leaves |= inner->as<ir::Break>() != nullptr;
      if (leaves &&
          machines_[lane.version]
              .evaluate(branch->condition, lane.state, names(lane, frame))
              ->is_constant())
        return true;
    }
  return false;
}

void run_summary(Executor &executor, Lane &lane, const ir::Loop &loop,
                 Frame &frame) {
  executor.summarise(lane, loop, frame);
}

Term Executor::summary_value(const std::string &name, smt::Sort sort,
                             const Cells &cells, const Lane &lane) {
  std::vector<Term> inputs;
  std::string full = name;
  for (const Cell &cell : cells)
    if (Term value = cell_value(lane.version, lane.state, cell)) {
      inputs.push_back(value);
      full += value->sort.kind == smt::SortKind::BitVec
                  ? " " + std::to_string(value->sort.bits)
                  : ".";
    }
  return table_.apply(full, sort, std::move(inputs));
}

// Whether an external that may call functions back is called, at any depth.
bool Executor::may_body_call_back(std::size_t version,
                                  const ir::Seq &body) const {
  bool found = false;
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    auto *call = stmt.as<ir::Call>();
    if (!call || std::holds_alternative<ir::Intrinsic>(call->callee.target))
      return;
    auto *name = std::get_if<ir::Symbol>(&call->callee.target);
    const ir::Function *function =
        name ? question_.versions[version].program->find_function(*name)
             : nullptr;
    const verdict::FunctionFacts *facts =
        name ? facts_of(version, *name) : nullptr;
    found |=
        function && !function->is_defined
            ? ir::may_call_functions(ir::library_effect(*name, function), *name)
            : !facts || facts->calls_back;
  });
  return found;
}

// What a call does in a turn depends on whether it is given a function: by type
// that is known of its effects, by value it is not, and the head of the loop
// has other values. `body`: without holes.
void Executor::refuse_hidden_callbacks(const Lane &lane, const ir::Seq &body) {
  bool may_external = false, may_callee = false;
  ir::Symbol who;
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    auto *call = stmt.as<ir::Call>();
    auto *name = call ? std::get_if<ir::Symbol>(&call->callee.target) : nullptr;
    if (!name)
      return; // by pointer: effects are any
    const ir::Function *function =
        question_.versions[lane.version].program->find_function(*name);
    const verdict::FunctionFacts *facts = facts_of(lane.version, *name);
    bool is_external = !function || !function->is_defined;
    bool may = is_external ? !may_call_back(*call, function) &&
                                 ir::may_call_functions(
                                     ir::library_effect(*name, function), *name)
                           : !facts || facts->calls_back;
    (is_external ? may_external : may_callee) |= may;
    who = may ? *name : who;
  });
  if (!may_external && !may_callee)
    return;
  symbolic::Uses uses;
  symbolic::collect_uses(body, uses);
  std::vector<Term> seen;
  for (ir::Symbol id : uses.address_taken_functions)
    seen.push_back(universe_.function_object(id));
  for (const auto &[variable, value] : lane.state.variables)
    seen.push_back(value);
  if (may_callee)
    for (std::string_view region : universe_.lasting_regions())
      seen.push_back(machine(lane).region(lane.state, region));
  else
    seen.push_back(machine(lane).region(lane.state, symbolic::shared_region));
  if (universe_.mention_function(seen))
    throw GiveUp{"a call of " + std::string(who) +
                 "() in a loop may call a function back"};
}

// A slice names a function whose address it takes, not what that does.
void Executor::refuse_callbacks(const Lane &lane, const ir::Loop &loop,
                                const LoopBody &body) {
  if (!may_body_call_back(lane.version, loop.body))
    return;
  symbolic::Uses uses;
  symbolic::collect_uses(loop.body, uses);
  std::vector<Term> seen;
  for (ir::Symbol id : uses.address_taken_functions)
    seen.push_back(universe_.function_object(id));
  for (const Cell &cell : body.exit_dependencies())
    if (Term value = cell_value(lane.version, lane.state, cell))
      seen.push_back(value);
  refuse_changed("an external call in a loop", seen);
  if (universe_.lasting_regions().size() > 1 &&
      universe_.mention_function(seen))
    throw GiveUp{"an external call in a loop may call a function back"};
}

// Rule 2: the loop as y := F(x…), for every cell y it writes and for the way it
// ends. The name of F stands for the code of the slice in this version, with
// its callees; equal names are the same function.
void Executor::summarise(Lane &lane, const ir::Loop &loop, Frame &frame) {
  universe_.assumptions.insert(verdict::Assumption::Termination);
  ir::Loop whole{loop.label, plugged(lane, loop.body, frame)};
  ir::for_each_stmt(whole.body, [](const ir::Stmt &stmt) {
    if (auto *opaque = stmt.as<ir::Opaque>())
      throw GiveUp{opaque->reason};
  });
  if (universe_.uses().takes_numbers(whole.body))
    universe_.pointer_numbers.look_at_everything();
  SliceContext context = slice_context(lane, frame);
  LoopBody body(whole, context);
  refuse_callbacks(lane, whole, body);
  std::string depth = " at depth " + std::to_string(frame.depth) + " in " +
                      std::string(call_stack_.back());
  State after = lane.state;
  Term result = nullptr;
  for (const Cell &cell : body.written()) {
    std::string name = "loop " + to_hex(body.slice_hash(cell)) + depth;
    smt::Sort sort =
        cell.kind == Cell::Kind::Region ? smt::memory_sort
        : cell.kind == Cell::Kind::World || cell.kind == Cell::Kind::Objects
            ? smt::token_sort
        : cell.scalar == ir::bool_scalar ? smt::bool_sort
                                         : smt::bv_sort(cell.scalar.bits);
    Term value = summary_value(name, sort, body.dependencies(cell), lane);
    if (cell.kind == Cell::Kind::Result)
      result = value;
    else
      set_cell(after, cell, value);
  }
  end_inner_locals(after, whole.body, names(lane, frame));
  hand_out_exits(lane, body, after, result, frame,
                 "exit " + to_hex(body.whole_hash()) + depth);
}

// Objects that begin inside the loop are dead after it.
void Executor::end_inner_locals(State &state, const ir::Seq &body,
                                const symbolic::FrameNames &names) {
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    if (auto *begin = stmt.as<ir::LocalBegin>())
      state.alive[names.objects.at(begin->object).key] = table_.boolean(false);
  });
}

// The external calls when the program ends inside a loop.
Term Executor::exit_world(const Lane &at_entry, const LoopBody &body,
                          const State &after, const std::string &name) {
  if (after.world == at_entry.state.world)
    return after.world;
  Cells inputs = body.exit_dependencies();
  for (const Cell &cell : body.written())
    if (cell.kind == Cell::Kind::World)
      inputs.merge(Cells(body.dependencies(cell)));
  return summary_value(name + " events", smt::token_sort, inputs, at_entry);
}

void Executor::hand_out_exits(Lane &lane, const LoopBody &body,
                              const State &after, Term result, Frame &frame,
                              const std::string &name) {
  const Exits &exits = body.exits();
  State entry = lane.state;
  lane.state = after;
  bool has_one_way = exits.labels.empty() && !exits.may_return &&
                     !exits.may_trap && !exits.may_exit;
  if (has_one_way)
    return;
  Lane at_entry{lane.version, entry};
  Term way =
      summary_value(name, smt::bv_sort(16), body.exit_dependencies(), at_entry);
  std::uint16_t number = 0;
  Term rest = after.guard;
  auto take = [&] {
    Term here = table_.equal(way, table_.constant(smt::bv_sort(16), ++number));
    Term guard = table_.logical_and(rest, here);
    rest = table_.logical_and(rest, table_.logical_not(here));
    return guard;
  };
  for (const std::string &label : exits.labels) {
    State state = after;
    state.guard = take();
    frame.pending[lane.version][label].push_back(state);
  }
  if (exits.may_return) {
    State state = after;
    state.guard = take();
    frame.returns[lane.version].push_back({state, result});
  }
  if (exits.may_trap)
    endings_[lane.version].traps.push_back(take());
  if (exits.may_exit)
    endings_[lane.version].exits.push_back(
        {take(),
         summary_value(name + " code", smt::bv_sort(32),
                       body.exit_dependencies(), at_entry),
         exit_world(at_entry, body, after, name)});
  lane.state.guard = rest;
}

} // namespace mergeproof::relational
