#include "relational/executor.h"

#include "relational/loops/loop_relation.h"
#include "relational/product.h"
#include "relational/slice.h"
#include "smt/smtlib.h"
#include "smt/solver.h"
#include "smt/substitution.h"
#include "support/check.h"
#include "symbolic/escape.h"

#include <set>

namespace mergeproof::relational {

namespace {

constexpr std::uint64_t unrolled_share = 4;  // of the terms
constexpr unsigned most_free_turns = 10'000; // of a loop, on one path

// A part of a skeleton with the holes in it filled; holes keep the numbers they
// have in the whole.
ir::Seq fill_holes(ir::Context &context, const ir::Seq &seq,
                   const align::Edit &edit) {
  ir::Seq filled;
  for (const ir::Stmt *stmt : seq) {
    if (auto *hole = stmt->as<ir::Hole>()) {
      const ir::Seq &fill = edit[hole->index];
      filled.insert(filled.end(), fill.begin(), fill.end());
    } else if (auto *s = stmt->as<ir::If>()) {
      filled.push_back(context.stmt(
          ir::If{s->condition, fill_holes(context, s->then_body, edit),
                 fill_holes(context, s->else_body, edit)},
          stmt->span));
    } else if (auto *s = stmt->as<ir::Loop>()) {
      filled.push_back(context.stmt(
          ir::Loop{s->label, fill_holes(context, s->body, edit)}, stmt->span));
    } else if (auto *s = stmt->as<ir::Block>()) {
      filled.push_back(context.stmt(
          ir::Block{s->label, fill_holes(context, s->body, edit)}, stmt->span));
    } else {
      filled.push_back(stmt);
    }
  }
  return filled;
}

// The place of a version among those that an alignment covers.
std::size_t place_of(std::size_t version, const Frame &frame) {
  std::size_t place = 0;
  for (std::size_t v = 0; v < version; v++)
    place += frame.versions[v].function != nullptr;
  return place;
}

// Locals whose address callees are given that may keep it.
void collect_given(const ir::Seq &body, const ir::Program &program,
                   std::set<ir::Symbol> &locals) {
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    auto *call = stmt.as<ir::Call>();
    if (!call || std::holds_alternative<ir::Intrinsic>(call->callee.target))
      return;
    auto *name = std::get_if<ir::Symbol>(&call->callee.target);
    const ir::Function *callee = name ? program.find_function(*name) : nullptr;
    bool is_known =
        callee && !callee->is_defined &&
        ir::library_effect(*name, callee) != ir::LibraryEffect::Unknown;
    for (const ir::Expr *arg : call->args)
      if (!is_known)
        symbolic::collect_kept(arg, locals);
  });
}

std::string continue_label(ir::Symbol label) {
  return "continue " + std::string(label);
}

Lanes alive_of(const Lanes &lanes) {
  Lanes alive;
  for (const Lane &lane : lanes)
    if (!lane.state.is_dead())
      alive.push_back(lane);
  return alive;
}

} // namespace

Executor::Executor(symbolic::Universe &universe, const Strategy &strategy)
    : universe_(universe), table_(universe.table),
      question_(universe.question()), strategy_(strategy), reach_(universe),
      endings_(question_.versions.size()),
      inquiry_(universe, strategy.loops == LoopMode::Product
                             ? Inquiry::Patience::Long
                             : Inquiry::Patience::Usual) {
  for (std::size_t v = 0; v < question_.versions.size(); v++)
    machines_.emplace_back(universe, v);
}

std::vector<std::string> Executor::explanation() const {
  std::vector<std::string> lines;
  for (const auto &[place, note] : loop_notes_)
    lines.push_back(place + ": " + note);
  return lines;
}

Term Executor::fresh(const std::string &name, smt::Sort sort) {
  return table_.symbol(name + " #" + std::to_string(fresh_count_++), sort);
}

void Executor::watch_size() {
  inquiry_.count_effort();
  std::uint64_t most = question_.budget.max_terms;
  if (strategy_.loops == LoopMode::Unroll)
    most /= unrolled_share;
  if (table_.size() > most)
    throw GiveUp{"the functions are too large: more than " +
                     std::to_string(most) + " terms",
                 GiveUp::Kind::Limit};
}

const verdict::FunctionFacts *Executor::facts_of(std::size_t version,
                                                 ir::Symbol function) const {
  const verdict::Facts &facts = *question_.versions[version].facts;
  auto found = facts.find(function);
  return found == facts.end() ? nullptr : &found->second;
}

Frame Executor::make_frame(const std::vector<std::size_t> &versions,
                           ir::Symbol callee, const align::Alignment *alignment,
                           unsigned depth,
                           const std::vector<const ir::Function *> &functions) {
  Frame frame;
  frame.alignment = alignment;
  frame.depth = depth;
  frame.versions.resize(question_.versions.size());
  frame.returns.resize(question_.versions.size());
  frame.pending.resize(question_.versions.size());
  for (std::size_t i = 0; i < versions.size(); i++) {
    Frame::Version &version = frame.versions[versions[i]];
    version.function = functions[i];
    std::string place = std::string(callee) + "@" + std::to_string(depth) + ".";
    if (functions[i]->is_variadic && depth > 0)
      version.names.variadic.key = table_.keep(place + "...");
    auto renamed = [&](ir::Symbol name) {
      return alignment ? alignment->renames[i].at(name) : name;
    };
    for (const auto *list : {&functions[i]->params, &functions[i]->locals})
      for (const ir::Variable &variable : *list)
        version.names.types[renamed(variable.name)] = variable.type;
    symbolic::Uses uses;
    symbolic::collect_uses(functions[i]->body, uses);
    collect_given(functions[i]->body, *question_.versions[versions[i]].program,
                  uses.kept_locals);
    for (const ir::LocalObject &object : functions[i]->objects) {
      ir::Symbol name = renamed(object.name);
      std::string key =
          place + std::string(name) + "/" + std::to_string(object.size);
      version.names.objects[name] = {table_.keep(key), object.size,
                                     !uses.escaping_locals.count(object.name),
                                     uses.kept_locals.count(object.name) > 0};
    }
  }
  return frame;
}

void Executor::run(Lanes &lanes, const ir::Seq &seq, Frame &frame) {
  if (question_.ablation == verdict::Ablation::NoDependence &&
      strategy_.loops == LoopMode::Relate)
    return run_in_segments(lanes, seq, frame);
  for (const ir::Stmt *stmt : seq) {
    if (alive_of(lanes).empty())
      return;
    watch_size();
    run_stmt(lanes, *stmt, frame);
  }
}

void Executor::run_stmt(Lanes &lanes, const ir::Stmt &stmt, Frame &frame) {
  if (auto *hole = stmt.as<ir::Hole>())
    run_hole(lanes, *hole, frame);
  else if (auto *branch = stmt.as<ir::If>())
    run_if(lanes, *branch, frame);
  else if (auto *block = stmt.as<ir::Block>())
    run_block(lanes, *block, frame);
  else if (stmt.as<ir::Loop>())
    run_loop(lanes, stmt, frame);
  else if (stmt.as<ir::Call>())
    run_call(lanes, stmt, frame);
  else
    for (Lane &lane : lanes)
      if (!lane.state.is_dead())
        attempt(lane, [&] { step(lane, stmt, frame); });
}

// Inputs are looked for on the paths that can be followed: no version need take
// the others.
void Executor::attempt(Lane &lane, const std::function<void()> &run) {
  try {
    run();
  } catch (const GiveUp &give_up) {
    if (strategy_.loops != LoopMode::Unroll ||
        give_up.kind == GiveUp::Kind::Limit)
      throw;
    leave_out(lane, give_up.reason);
  }
}

void Executor::run_hole(Lanes &lanes, const ir::Hole &hole, Frame &frame) {
  CHECK(frame.alignment);
  std::vector<const ir::Seq *> bodies;
  for (const Lane &lane : lanes)
    bodies.push_back(
        &frame.alignment->edits[place_of(lane.version, frame)][hole.index]);
  run_parallel(lanes, bodies, frame);
  sweep(lanes, bodies);
}

// The mini-product of statements that have nothing in common (Fig. 7 rule 1,
// Fig. 8): each version runs on its own up to its next loop; loops are then
// related as one (Fig. 8, rules 3 to 5).
void Executor::run_parallel(Lanes &lanes,
                            const std::vector<const ir::Seq *> &bodies,
                            Frame &frame) {
  if (strategy_.loops == LoopMode::Product)
    return Product(*this, frame).run(lanes, bodies);
  std::vector<std::size_t> next(lanes.size(), 0);
  for (;;) {
    Lanes waiting;
    std::vector<std::size_t> who;
    for (std::size_t i = 0; i < lanes.size(); i++) {
      const ir::Seq &body = *bodies[i];
      while (next[i] < body.size() && !body[next[i]]->as<ir::Loop>()) {
        Lanes single{lanes[i]};
        if (!single[0].state.is_dead())
          run_stmt(single, *body[next[i]], frame);
        lanes[i] = single[0];
        next[i]++;
      }
      if (next[i] < body.size() && !lanes[i].state.is_dead()) {
        waiting.push_back(lanes[i]);
        who.push_back(i);
      }
    }
    if (waiting.empty())
      return;
    std::vector<const ir::Stmt *> loops;
    for (std::size_t i : who)
      loops.push_back((*bodies[i])[next[i]++]);
    LoopRelation(*this, frame).run(waiting, loops);
    for (std::size_t k = 0; k < who.size(); k++)
      lanes[who[k]] = waiting[k];
  }
}

void Executor::leave_out(Lane &lane, const std::string &why) {
  if (!lane.state.is_dead())
    left_out_.push_back({lane.state.guard, why});
  lane.state.guard = table_.boolean(false);
}

void Executor::run_if(Lanes &lanes, const ir::If &stmt, Frame &frame) {
  if (strategy_.chooser) {
    Lane &lane = lanes.front();
    Term condition =
        machine(lane).evaluate(stmt.condition, lane.state, names(lane, frame));
    bool holds = choose(lane, condition, &stmt);
    return run(lanes, holds ? stmt.then_body : stmt.else_body, frame);
  }
  Lanes yes = lanes, no = lanes;
  std::vector<Term> conditions(lanes.size(), nullptr);
  for (std::size_t i = 0; i < lanes.size(); i++) {
    State &state = lanes[i].state;
    if (state.is_dead())
      continue;
    Term condition = machine(lanes[i]).evaluate(stmt.condition, state,
                                                names(lanes[i], frame));
    conditions[i] = condition;
    yes[i].state.guard = table_.logical_and(state.guard, condition);
    no[i].state.guard =
        table_.logical_and(state.guard, table_.logical_not(condition));
  }
  run(yes, stmt.then_body, frame);
  run(no, stmt.else_body, frame);
  for (std::size_t i = 0; i < lanes.size(); i++)
    if (conditions[i])
      lanes[i].state = join(table_, conditions[i], yes[i].state, no[i].state);
  if (lanes.size() > 1)
    sweep(lanes, {&stmt.then_body, &stmt.else_body});
}

void Executor::leave_to(Lane &lane, const std::string &label, Frame &frame) {
  frame.pending[lane.version][label].push_back(lane.state);
  lane.state.guard = table_.boolean(false);
}

// Joins the states that left to `label` into the lane.
void Executor::take_pending(Lane &lane, const std::string &label,
                            Frame &frame) {
  auto &pending = frame.pending[lane.version];
  auto found = pending.find(label);
  if (found == pending.end())
    return;
  std::vector<State> states = std::move(found->second);
  pending.erase(found);
  for (const State &state : states)
    lane.state = join(table_, state.guard, state, lane.state);
}

void Executor::run_block(Lanes &lanes, const ir::Block &stmt, Frame &frame) {
  run(lanes, stmt.body, frame);
  for (Lane &lane : lanes)
    take_pending(lane, std::string(stmt.label), frame);
}

ir::Seq Executor::plugged(const Lane &lane, const ir::Seq &body,
                          const Frame &frame) {
  if (!frame.alignment)
    return body;
  return fill_holes(*question_.context, body,
                    frame.alignment->edits[place_of(lane.version, frame)]);
}

// No hole inside, and every callee behaves the same in all these versions.
bool Executor::is_same_everywhere(const ir::Seq &body,
                                  const Lanes &lanes) const {
  bool is_same = true;
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    if (stmt.as<ir::Hole>())
      is_same = false;
    auto *call = stmt.as<ir::Call>();
    auto *callee =
        call ? std::get_if<ir::Symbol>(&call->callee.target) : nullptr;
    if (call && std::holds_alternative<const ir::Expr *>(call->callee.target))
      for (const Lane &lane : lanes)
        is_same &= identity_of(universe_, lane.version, *call) ==
                   identity_of(universe_, lanes[0].version, *call);
    if (!callee)
      return;
    const verdict::FunctionFacts *first = facts_of(lanes[0].version, *callee);
    for (const Lane &lane : lanes) {
      const verdict::FunctionFacts *here = facts_of(lane.version, *callee);
      if (!first != !here || (first && !first->is_same_closure(*here)))
        is_same = false;
    }
  });
  return is_same;
}

void Executor::run_loop(Lanes &lanes, const ir::Stmt &stmt, Frame &frame) {
  if (strategy_.loops == LoopMode::Product)
    return Product(*this, frame).run_loop(lanes, stmt);
  Lanes alive = alive_of(lanes);
  std::vector<const ir::Stmt *> loops(alive.size(), &stmt);
  LoopRelation(*this, frame).run(alive, loops);
  std::size_t k = 0;
  for (Lane &lane : lanes)
    if (!lane.state.is_dead())
      lane = alive[k++];
}

// Bounded runs: paths with more turns are left out. Turns of a single path that
// nothing had to be chosen in are no question of inputs.
void Executor::unroll(Lane &lane, const ir::Loop &loop, Frame &frame) {
  unsigned turns = 0, free_turns = 0;
  while (turns < question_.budget.unroll && free_turns < most_free_turns &&
         !lane.state.is_dead()) {
    Chooser *chooser = strategy_.chooser;
    std::size_t before = chooser ? chooser->branchings() : 0;
    Lanes single{lane};
    run(single, loop.body, frame);
    lane = single[0];
    take_pending(lane, continue_label(loop.label), frame);
    bool is_free = chooser && chooser->branchings() == before;
    (is_free ? free_turns : turns)++;
  }
  leave_out(lane, "a loop takes more than " +
                      std::to_string(std::max(turns, free_turns)) + " turns");
  take_pending(lane, std::string(loop.label), frame);
}

void Executor::check(Lane &lane, Term condition) {
  Term failed =
      table_.logical_and(lane.state.guard, table_.logical_not(condition));
  if (!failed->is_false())
    endings_[lane.version].traps.push_back(failed);
  lane.state.guard = table_.logical_and(lane.state.guard, condition);
}

void Executor::step(Lane &lane, const ir::Stmt &stmt, Frame &frame) {
  symbolic::Machine &m = machine(lane);
  const symbolic::FrameNames &known = names(lane, frame);
  State &state = lane.state;
  auto value = [&](const ir::Expr *e) { return m.evaluate(e, state, known); };
  std::visit(
      ir::Overloaded{
          [&](const ir::Assign &s) {
            state.variables[s.target] = value(s.value);
          },
          [&](const ir::Store &s) {
            check(lane, m.may_write(state, known, s.address));
            m.store(state, known, s, m.evaluate_stored(s.value, state, known));
          },
          [&](const ir::MemCopy &s) {
            check(lane, m.may_write(state, known, s.target, s.size));
            m.copy(state, known, s);
          },
          [&](const ir::MemSet &s) {
            check(lane, m.may_write(state, known, s.target, s.size));
            m.fill(state, known, s);
          },
          [&](const ir::Check &s) {
            if (s.kind == ir::CheckKind::MissingReturn)
              universe_.assumptions.insert(verdict::Assumption::MissingReturn);
            check(lane, value(s.condition));
          },
          [&](const ir::Assume &s) {
            state.guard = table_.logical_and(state.guard, value(s.condition));
          },
          [&](const ir::Break &s) {
            leave_to(lane, std::string(s.label), frame);
          },
          [&](const ir::Continue &s) {
            leave_to(lane, continue_label(s.label), frame);
          },
          [&](const ir::Return &s) {
            Term result = s.value ? value(s.value) : nullptr;
            frame.returns[lane.version].push_back({state, result});
            state.guard = table_.boolean(false);
          },
          [&](const ir::LocalBegin &s) {
            m.begin_local(state, known.objects.at(s.object));
          },
          [&](const ir::LocalEnd &s) {
            m.end_local(state, known.objects.at(s.object));
          },
          [&](const ir::Opaque &s) {
            throw GiveUp{s.reason, GiveUp::Kind::OpaqueCode};
          },
          [&](const auto &) { CHECK(!"a simple statement"); },
      },
      stmt.node);
}

void refuse_lost_paths(const Frame &frame) {
  for (const auto &by_label : frame.pending)
    for (const auto &[label, states] : by_label)
      for (const State &state : states)
        if (!state.is_dead())
          throw GiveUp{"internal: a path to " + label + " was lost"};
}

Leave join_returns(TermTable &table, const std::vector<Leave> &returns) {
  Leave joined;
  joined.state.guard = table.boolean(false);
  for (const Leave &leave : returns) {
    if (leave.state.is_dead())
      continue;
    Term value = leave.value;
    if (joined.value && value)
      value = table.ite(leave.state.guard, value, joined.value);
    else if (!value)
      value = joined.value;
    joined.state = join(table, leave.state.guard, leave.state, joined.state);
    joined.value = value;
  }
  return joined;
}

namespace {

void refuse_unread_data(const verdict::FunctionFacts *facts) {
  if (facts && facts->reaches_unread_data)
    throw GiveUp{"reaches data whose definition was not read, or that several "
                 "files define",
                 GiveUp::Kind::OpaqueCode};
}

} // namespace

Executor::Result Executor::run_unit() {
  std::vector<const ir::Function *> functions;
  std::vector<std::size_t> all;
  for (std::size_t v = 0; v < question_.versions.size(); v++) {
    refuse_unread_data(facts_of(v, question_.unit));
    functions.push_back(question_.versions[v].function);
    all.push_back(v);
  }
  align::Alignment alignment = align::align(*question_.context, functions);
  Frame frame = make_frame(all, question_.unit, &alignment, 0, functions);
  call_stack_.push_back(question_.unit);
  Lanes lanes;
  for (std::size_t v : all)
    lanes.push_back({v, initial_state(v, functions[v], alignment.renames[v])});
  if (strategy_.uses_skeleton)
    run(lanes, alignment.skeleton, frame);
  else
    run_apart(lanes, alignment, frame);
  call_stack_.pop_back();
  Result result;
  refuse_lost_paths(frame);
  for (std::size_t v : all) {
    if (!lanes[v].state.is_dead()) // the end of the body is a return
      frame.returns[v].push_back({lanes[v].state, nullptr});
    result.returned.push_back(join_returns(table_, frame.returns[v]));
  }
  result.endings = endings_;
  result.has_loop_values = fresh_count_ > 0;
  return result;
}

Executor::Result Executor::run_version(std::size_t version,
                                       const align::Alignment &alignment) {
  refuse_unread_data(facts_of(version, question_.unit));
  align::Alignment alone;
  alone.skeleton = align::plug(*question_.context, alignment.skeleton,
                               alignment.edits[version]);
  alone.edits.resize(1);
  alone.renames = {alignment.renames[version]};
  const ir::Function *function = question_.versions[version].function;
  Frame frame = make_frame({version}, question_.unit, &alone, 0, {function});
  own_statements_.clear();
  for (const ir::Seq &fill : alignment.edits[version])
    own_statements_.insert(fill.begin(), fill.end());
  endings_.assign(endings_.size(), {});
  left_out_.clear();
  call_stack_.assign(1, question_.unit);
  Lanes lanes{
      {version, initial_state(version, function, alone.renames.front())}};
  run(lanes, alone.skeleton, frame);
  refuse_lost_paths(frame);
  if (!lanes[0].state.is_dead())
    frame.returns[version].push_back({lanes[0].state, nullptr});
  Result result;
  for (const std::vector<Leave> &returns : frame.returns)
    result.returned.push_back(join_returns(table_, returns));
  result.endings = endings_;
  result.has_loop_values = fresh_count_ > 0;
  return result;
}

void Executor::run_apart(Lanes &lanes, const align::Alignment &alignment,
                         Frame &frame) {
  std::vector<ir::Seq> bodies;
  for (std::size_t v = 0; v < lanes.size(); v++)
    bodies.push_back(align::plug(*question_.context, alignment.skeleton,
                                 alignment.edits[v]));
  std::vector<const ir::Seq *> all;
  for (const ir::Seq &body : bodies)
    all.push_back(&body);
  run_parallel(lanes, all, frame);
}

// Arguments, memory and history as every version finds them.
State Executor::initial_state(std::size_t version, const ir::Function *function,
                              const align::Renaming &renaming) {
  State state;
  state.guard = table_.boolean(true);
  state.world = table_.symbol("no external calls", smt::token_sort);
  state.objects = universe_.initial_objects(version);
  for (std::string_view region : universe_.lasting_regions())
    state.regions[region] = universe_.initial_region(region, version);
  for (std::size_t i = 0; i < function->params.size(); i++) {
    const ir::Variable &param = function->params[i];
    std::string name = "argument " + std::to_string(i);
    Term value;
    if (param.passing != ir::Variable::Passing::Direct) {
      value = universe_.local_object(name);
      machines_[version].set_object_size(
          value,
          table_.constant(smt::bv_sort(64), param.type ? param.type->size : 0));
    } else if (param.scalar.is_pointer()) {
      value = table_.input(name, smt::bv_sort(64));
      assume_nonnull(universe_, i, value);
      assume_apart(universe_, i, value);
      universe_.note_pointee(value, symbolic::pointee_of(param.type),
                             state.guard);
    } else {
      value = table_.symbol(name, param.scalar == ir::bool_scalar
                                      ? smt::bool_sort
                                      : smt::bv_sort(param.scalar.bits));
      if (param.type && param.type->kind == ir::TypeKind::Bool)
        universe_.add_fact(table_.binary(smt::Kind::ULt, value,
                                         table_.constant(value->sort, 2)));
      universe_.note_count(value);
    }
    state.variables[renaming.at(param.name)] = value;
  }
  return state;
}

} // namespace mergeproof::relational
