#include "relational/loops/loop_product.h"

#include "symbolic/escape.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace mergeproof::relational {

namespace {

constexpr const char *keeps_facts = "a loop keeps facts";
constexpr unsigned most_unrolled = 64;     // turns of a loop with a known end
constexpr unsigned most_rounds = 40;       // until an invariant settles
constexpr std::size_t most_terms = 20'000; // that unrolling may make
constexpr unsigned turns_of_scalars = 33;  // one for each bit of a number
constexpr unsigned turns_of_readers = 16;  // as in tables
constexpr unsigned turns_alone = 4;        // at most, when nobody else is left
constexpr std::size_t small_unit = 400;    // statements of all versions
constexpr std::size_t most_peeled = 40;    // statements of a turn
constexpr unsigned most_vain_endings = 4;  // then it is not asked any more

// How many turns may be run where nobody else is left: more where a turn is a
// formula over numbers, or only reads.
unsigned most_turns_of(const ir::Seq &body) {
  bool is_formula = true, reads = false;
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    is_formula &= stmt.as<ir::Assign>() || stmt.as<ir::If>() ||
                  stmt.as<ir::Block>() || stmt.as<ir::Break>() ||
                  stmt.as<ir::Continue>() || stmt.as<ir::Return>() ||
                  stmt.as<ir::Check>();
    ir::for_each_expr(
        stmt, [&](const ir::Expr *e) { reads |= symbolic::has_memory(e); });
  });
  return !is_formula ? turns_alone
         : reads     ? turns_of_readers
                     : turns_of_scalars;
}

// A turn costs little, and asks nothing.
bool is_simple(const ir::Seq &body) {
  bool is_simple = ir::count_statements(body) <= most_peeled;
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    is_simple &= !stmt.as<ir::Loop>() && !stmt.as<ir::Call>();
  });
  return is_simple;
}

bool is_small(const verdict::Question &question) {
  std::size_t count = 0;
  for (const verdict::VersionOfUnit &version : question.versions)
    count += ir::count_statements(version.function->body);
  return count <= small_unit;
}

std::vector<std::size_t> indices_of(const std::vector<bool> &is_done) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < is_done.size(); i++)
    if (!is_done[i])
      left.push_back(i);
  return left;
}

} // namespace

LoopProduct::LoopProduct(Executor &executor, Frame &frame)
    : executor_(executor), frame_(frame), table_(executor.table_) {}

std::vector<bool> LoopProduct::run(Lanes &lanes,
                                   const std::vector<const ir::Stmt *> &loops,
                                   bool may_split) {
  lanes_ = lanes;
  loops_ = loops;
  may_split_ = may_split && !executor_.inquiry_.is_about_invariant;
  is_done_.assign(lanes.size(), false);
  // Assumes Termination.
  executor_.universe_.assumptions.insert(verdict::Assumption::Termination);
  if (is_alike()) {
    bool is_together =
        std::all_of(lanes_.begin(), lanes_.end(), [&](const Lane &lane) {
          return lane.state.guard == lanes_[0].state.guard;
        });
    if (is_together && is_inserted())
      relate(indices_of(is_done_));
    for (std::size_t i = 0; i < lanes_.size(); i++)
      if (!is_done_[i])
        is_together ? run_rest(i) : run_alone(i);
  } else {
    for (std::size_t i = 0; i < lanes_.size(); i++)
      is_done_[i] = executor_.strategy_.unrolls && unroll(i);
    executor_.apart_.unrolled |=
        std::count(is_done_.begin(), is_done_.end(), true) > 1;
    std::vector<std::size_t> left = indices_of(is_done_);
    // What is left of loops that others unrolled is a turn or two.
    if (left.size() < executor_.question_.versions.size())
      while (!left.empty() && finish_in_few(left.front()))
        left.erase(left.begin());
    if (left.size() == 1)
      run_alone(left[0]);
    else if (left.size() > 1)
      relate(left);
  }
  lanes = lanes_;
  return is_done_;
}

// The same loops of the same values: whatever they do is the same.
bool LoopProduct::is_alike() const {
  const ir::Seq &body = loop(0).body;
  if (loops_.size() == 1)
    return false;
  for (std::size_t i = 1; i < loops_.size(); i++)
    if (!ir::is_same(*loops_[i], *loops_[0]))
      return false;
  if (!executor_.is_same_everywhere(body, lanes_))
    return false;
  std::vector<std::vector<Term>> inputs(lanes_.size());
  for (std::size_t i = 0; i < lanes_.size(); i++)
    inputs[i] = executor_.loop_inputs(lanes_[i], loop(i), frame_);
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](const auto &other) { return other == inputs[0]; });
}

// A loop that is left in its first turn does not depend on what it would do in
// others: of the function only that is known which the turn itself shows.
void LoopProduct::run_alone(std::size_t i) {
  if (is_simple(loop(i).body)) {
    Lanes lanes = lanes_;
    Leaves leaves;
    std::size_t version = lanes_[i].version;
    {
      LeavesOf scope(executor_.endings_, frame_);
      one_turn(lanes, i);
      leaves = scope.take(version);
    }
    put_back(leaves, executor_.endings_[version], frame_, version);
    lanes_[i].state.guard = lanes[i].state.guard;
  }
  run_rest(i);
}

// The rest of the loop as a function of what it reads (Fig. 7, rule 2).
void LoopProduct::run_rest(std::size_t i) {
  run_summary(executor_, lanes_[i], loop(i), frame_);
  executor_.take_pending(lanes_[i], label(i), frame_);
  is_done_[i] = true;
}

// A loop whose end is known when it begins (`i < 4`, from 0).
bool LoopProduct::unroll(std::size_t i) {
  if (!executor_.is_end_known(lanes_[i], loop(i), frame_))
    return false;
  std::size_t before = table_.size();
  Lanes lanes = lanes_;
  Leaves leaves;
  std::size_t version = lanes_[i].version;
  {
    LeavesOf scope(executor_.endings_, frame_);
    for (unsigned turn = 0; !lanes[i].state.is_dead(); turn++) {
      if (turn >= most_unrolled || table_.size() - before > most_terms)
        return false;
      one_turn(lanes, i);
    }
    leaves = scope.take(version);
  }
  put_back(leaves, executor_.endings_[version], frame_, version);
  lanes_[i] = lanes[i];
  executor_.take_pending(lanes_[i], label(i), frame_);
  return true;
}

// A lane that has only a turn or two left.
bool LoopProduct::finish_in_few(std::size_t i) {
  if (executor_.inquiry_.vain_endings >= most_vain_endings)
    return false;
  Lanes lanes = lanes_;
  Leaves leaves;
  std::size_t version = lanes_[i].version;
  bool is_over = false;
  bool was_short = std::exchange(executor_.inquiry_.is_about_invariant,
                                 executor_.inquiry_.vain_endings > 0 ||
                                     !is_small(executor_.question_));
  {
    LeavesOf scope(executor_.endings_, frame_);
    const unsigned most = most_turns_of(loop(i).body);
    for (unsigned turn = 1; turn <= most && !is_over; turn++) {
      one_turn(lanes, i);
      bool is_asked =
          turn <= turns_alone || turn == 8 || turn == 16 || turn == most;
      is_over = is_asked && executor_.inquiry_.refute({lanes[i].state.guard},
                                                      "a loop ends here");
    }
    leaves = scope.take(version);
  }
  executor_.inquiry_.is_about_invariant = was_short;
  executor_.inquiry_.vain_endings += !is_over;
  if (!is_over)
    return false;
  put_back(leaves, executor_.endings_[version], frame_, version);
  lanes_[i].state = lanes[i].state;
  lanes_[i].state.guard = table_.boolean(false);
  executor_.take_pending(lanes_[i], label(i), frame_);
  return is_done_[i] = true;
}

void LoopProduct::relate(const std::vector<std::size_t> &who) {
  LoopProduct part(executor_, frame_);
  for (std::size_t i : who) {
    part.lanes_.push_back(lanes_[i]);
    part.loops_.push_back(loops_[i]);
  }
  std::vector<std::size_t> all(who.size());
  std::iota(all.begin(), all.end(), 0);
  part.is_done_.assign(who.size(), false);
  part.turn_ = executor_.fresh("turns", smt::bv_sort(64));
  executor_.universe_.note_count(part.turn_);
  bool was_inside = std::exchange(executor_.inquiry_.is_about_invariant, true);
  part.is_inside_ = was_inside;
  part.find_elements();
  part.find_counters();
  if (may_split_ && who.size() == lanes_.size())
    split_ = part.find_split();
  if (may_split_ && who.size() == lanes_.size() && !split_)
    split_ = part.find_kept_split();
  if (split_) {
    executor_.inquiry_.is_about_invariant = was_inside;
    return;
  }
  part.choose_rates();
  part.catch_up();
  part.find_classes();
  part.find_kept_memory();
  if (part.has_open_variables())
    part.guess_relations_of_first_turns();
  part.find_facts();
  part.find_invariant();
  part.finish(all);
  executor_.inquiry_.is_about_invariant = was_inside;
  for (std::size_t k = 0; k < who.size(); k++) {
    lanes_[who[k]] = part.lanes_[k];
    is_done_[who[k]] = part.is_done_[k];
  }
}

Term LoopProduct::value_of_element(const Element &element, const Lanes &at) {
  const Lane &lane = at[element.lane];
  return executor_.cell_value(lane.version, lane.state, element.cell);
}

// The states at the head of a joint turn.
Lanes LoopProduct::head() {
  Lanes lanes = lanes_;
  std::map<int, Term> symbols;
  for (const Element &element : elements_) {
    Term value = nullptr;
    if (element.relation || element.kept)
      continue;
    if (element.is_counter) {
      value = value_of(table_, element.counter, turn_, 0);
    } else {
      auto [place, is_new] = symbols.try_emplace(element.class_id, nullptr);
      if (is_new)
        place->second = executor_.fresh(
            "loop " + std::string(element.cell.name), sort_of(element.cell));
      value = place->second;
    }
    executor_.set_cell(lanes[element.lane].state, element.cell, value);
  }
  for (const Element &element : elements_)
    if (element.relation)
      executor_.set_cell(lanes[element.lane].state, element.cell,
                         related_value(element, lanes, 0));
  for (const Element &element : elements_)
    if (element.kept)
      executor_.set_cell(lanes[element.lane].state, element.cell,
                         kept_value(element, lanes));
  return lanes;
}

// Every lane that is here has completed the turn.
Term LoopProduct::all_complete(const Lanes &back) {
  Term all = table_.boolean(true);
  for (std::size_t i = 0; i < lanes_.size(); i++)
    all = table_.logical_and(
        all, table_.implies(lanes_[i].state.guard, back[i].state.guard));
  return all;
}

Term LoopProduct::any_here() {
  Term any = table_.boolean(false);
  for (const Lane &lane : lanes_)
    any = table_.logical_or(any, lane.state.guard);
  return any;
}

// Cells that did not grow as they did when tried.
bool LoopProduct::drop_counters(const Lanes &back, Term complete) {
  bool has_dropped = false;
  for (Element &element : elements_) {
    if (!element.is_counter)
      continue;
    Term expected = value_of(table_, element.counter, turn_, 1);
    Term value = value_of_element(element, back);
    if (value == expected ||
        (element.cell.kind == Cell::Kind::Variable &&
         executor_.inquiry_.refute(
             {complete, back[element.lane].state.guard,
              table_.logical_not(table_.equal(value, expected))},
             "a loop counts")))
      continue;
    element.is_counter = false;
    has_dropped = true;
  }
  return has_dropped;
}

bool LoopProduct::split_classes(const Lanes &back, Term complete) {
  bool has_split = false;
  for (int id : class_ids())
    has_split |= split_class(id, back, complete);
  return has_split;
}

std::vector<int> LoopProduct::class_ids() const {
  std::set<int> ids;
  for (const Element &element : elements_)
    if (is_free(element))
      ids.insert(element.class_id);
  return {ids.begin(), ids.end()};
}

// Whether what is known of lanes a and leader, and of leader and b, says it of
// a and b: only where the leader is here whenever both are.
bool LoopProduct::is_covered(std::size_t leader, std::size_t a,
                             std::size_t b) const {
  Term guard = lanes_[leader].state.guard;
  return a != leader && (guard->is_true() || guard == lanes_[a].state.guard ||
                         guard == lanes_[b].state.guard);
}

bool LoopProduct::stays_equal(const Element &x, const Element &y,
                              const Lanes &back, Term complete) {
  Term a = value_of_element(x, back), b = value_of_element(y, back);
  return a == b ||
         executor_.inquiry_.refute({complete, back[x.lane].state.guard,
                                    back[y.lane].state.guard,
                                    table_.logical_not(table_.equal(a, b))},
                                   "a loop keeps " + std::string(y.cell.name));
}

bool LoopProduct::split_class(int id, const Lanes &back, Term complete) {
  std::vector<std::vector<Element *>> parts;
  for (Element &element : elements_) {
    if (!is_free(element) || element.class_id != id)
      continue;
    auto belongs = [&](const std::vector<Element *> &part) {
      return std::all_of(part.begin(), part.end(), [&](Element *member) {
        return is_covered(part[0]->lane, member->lane, element.lane) ||
               stays_equal(*member, element, back, complete);
      });
    };
    auto part = std::find_if(parts.begin(), parts.end(), belongs);
    if (part == parts.end())
      parts.push_back({&element});
    else
      part->push_back(&element);
  }
  for (std::size_t k = 1; k < parts.size(); k++) {
    int fresh = next_class_++;
    for (Element *element : parts[k])
      element->class_id = fresh;
  }
  return parts.size() > 1;
}

// One fact: by itself, which is the easier question, or with the others.
bool LoopProduct::keeps(const Fact &fact, Term broken, unsigned more,
                        Term complete) {
  if (more == 1) {
    Term before = fact.says(table_, head_, 0);
    if (executor_.inquiry_.refute_alone({before, complete, broken},
                                        keeps_facts))
      return true;
  }
  return executor_.inquiry_
             .ask_numbers_first({complete, broken}, keeps_facts,
                                Inquiry::Attempt::Last, Inquiry::Need::answer())
             .result == smt::Satisfiability::Unsat;
}

// Facts that do not hold at `at`; a model drops all that it breaks.
bool LoopProduct::drop_facts(const Lanes &at, unsigned more, Term complete) {
  bool has_dropped = false;
  auto drop = [&](const std::vector<Term> &terms, auto is_broken) {
    std::size_t k = 0, before = facts_.size();
    std::erase_if(facts_, [&](const Fact &) { return is_broken(terms[k++]); });
    has_dropped |= facts_.size() != before;
    return facts_.size() != before;
  };
  while (!facts_.empty()) {
    std::vector<Term> terms = broken(at, more);
    Term any = table_.boolean(false);
    for (Term term : terms)
      any = table_.logical_or(any, term);
    smt::Answer answer = executor_.inquiry_.ask_numbers_first(
        {complete, any}, keeps_facts,
        facts_.size() > 1 ? Inquiry::Attempt::Early : Inquiry::Attempt::Last,
        Inquiry::Need::values_of(terms));
    if (answer.result == smt::Satisfiability::Unsat)
      break;
    if (answer.result == smt::Satisfiability::Sat &&
        drop(terms, [&](Term term) {
          return answer.model->value(term).value_or(1) != 0;
        }))
      continue;
    std::size_t k = 0, before = facts_.size();
    std::erase_if(facts_, [&](const Fact &fact) {
      return !keeps(fact, terms[k++], more, complete);
    });
    has_dropped |= facts_.size() != before;
    break;
  }
  return has_dropped;
}

// Before the first turn nothing has changed yet.
void LoopProduct::assume_beginning(const Lanes &head, Cell::Kind kind) {
  Term begins = table_.equal(turn_, table_.constant(smt::bv_sort(64), 0));
  for (const Element &element : elements_)
    if (!element.is_counter && element.cell.kind == kind)
      executor_.universe_.facts.push_back(table_.implies(
          table_.logical_and(begins, head[element.lane].state.guard),
          table_.equal(value_of_element(element, head), element.first)));
}

void LoopProduct::assume_facts(const Lanes &head) {
  assume_beginning(head, Cell::Kind::Variable);
  for (const Fact &fact : facts_)
    executor_.universe_.facts.push_back(fact.says(table_, head, 0));
}

void LoopProduct::find_invariant() {
  std::size_t facts = executor_.universe_.facts.size();
  std::size_t conditions = executor_.inquiry_.conditions.size();
  for (unsigned round = 0;; round++) {
    if (round > most_rounds)
      throw GiveUp{"the invariant of a loop did not settle"};
    head_ = head();
    assume_facts(head_);
    note_steps(head_);
    last_ = turn(head_, false);
    if (round == 0 && find_relations(last_.lanes)) {
      executor_.universe_.facts.resize(facts);
      executor_.inquiry_.conditions.resize(conditions);
      continue;
    }
    Term complete = all_complete(last_.lanes);
    bool has_changed = drop_counters(last_.lanes, complete);
    has_changed |= drop_relations(last_.lanes, complete);
    has_changed |= drop_kept_memory(last_.lanes, complete);
    bool has_split = split_classes(last_.lanes, complete);
    has_changed |= has_split;
    has_changed |= drop_facts(last_.lanes, 1, complete);
    if (!has_changed)
      return;
    executor_.universe_.facts.resize(facts);
    executor_.inquiry_.conditions.resize(conditions);
    if (!has_split)
      continue;
    guess_again();
    add_spare_facts();
    conditions = executor_.inquiry_.conditions.size();
  }
}

// What happens after the last joint turn that all complete.
void LoopProduct::finish(const std::vector<std::size_t> &who) {
  executor_.universe_.facts.push_back(table_.implies(
      any_here(), table_.logical_not(all_complete(last_.lanes))));
  bool is_any_done = false;
  // Of a lane with more bodies in a turn some may be left for a later loop of
  // the others.
  unsigned least = *std::min_element(rates_.begin(), rates_.end());
  executor_.inquiry_.is_about_invariant = is_inside_;
  for (std::size_t i : who) {
    const Lane &back = last_.lanes[i];
    is_done_[i] = rates_[i] == least &&
                  executor_.inquiry_.refute({back.state.guard},
                                            "a loop is over with the others");
    is_any_done |= is_done_[i];
  }
  executor_.inquiry_.is_about_invariant = true;
  note();
  if (!is_any_done)
    return split_by_exit(who);
  // Memories make hard questions: not before the invariant is found.
  for (Cell::Kind kind :
       {Cell::Kind::Region, Cell::Kind::World, Cell::Kind::Objects})
    assume_beginning(head_, kind);
  Term elsewhere = left_elsewhere();
  for (std::size_t i : who) {
    if (!is_done_[i]) {
      lanes_[i] = head_[i];
      leave_with_the_others(i, elsewhere);
      if (lanes_[i].state.is_dead()) // has left, wherever it is
        is_done_[i] = true;
      if (is_done_[i])
        executor_.take_pending(lanes_[i], label(i), frame_);
      continue;
    }
    std::size_t version = lanes_[i].version;
    put_back(last_.leaves[i], executor_.endings_[version], frame_, version);
    lanes_[i].state = last_.lanes[i].state;
    lanes_[i].state.guard = table_.boolean(false);
    executor_.take_pending(lanes_[i], label(i), frame_);
  }
}

// Whether some lane that is done did not leave by the end of its loop.
Term LoopProduct::left_elsewhere() {
  Term any = table_.boolean(false);
  for (std::size_t i = 0; i < lanes_.size(); i++) {
    if (!is_done_[i])
      continue;
    Term ended = table_.boolean(false);
    auto found = last_.leaves[i].pending.find(label(i));
    if (found != last_.leaves[i].pending.end())
      for (const State &state : found->second)
        ended = table_.logical_or(ended, state.guard);
    any = table_.logical_or(any, table_.logical_and(lanes_[i].state.guard,
                                                    table_.logical_not(ended)));
  }
  return any;
}

// Where others trapped or returned, a lane that is not done does so in the same
// turn, if that can be shown; elsewhere it stands at the head.
void LoopProduct::leave_with_the_others(std::size_t i, Term elsewhere) {
  Lane &lane = lanes_[i];
  if (elsewhere->is_false() || lane.state.is_dead() ||
      !executor_.inquiry_.refute({last_.lanes[i].state.guard, elsewhere},
                                 "a loop is left with the others"))
    return;
  put_back(restricted(table_, last_.leaves[i], elsewhere),
           executor_.endings_[lane.version], frame_, lane.version);
  lane.state.guard =
      table_.logical_and(lane.state.guard, table_.logical_not(elsewhere));
}

// Nobody need be the first to leave: lanes that leave together are related with
// each other only, the rest alone.
void LoopProduct::split_by_exit(const std::vector<std::size_t> &who) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i : who) {
    auto leaves_with = [&](const std::vector<std::size_t> &group) {
      const State &a = last_.lanes[group[0]].state, &b = last_.lanes[i].state;
      return executor_.inquiry_.refute(
          {lanes_[group[0]].state.guard, lanes_[i].state.guard,
           table_.logical_not(table_.equal(a.guard, b.guard))},
          "versions leave a loop in the same turn");
    };
    auto found = std::find_if(groups.begin(), groups.end(), leaves_with);
    if (found == groups.end())
      groups.push_back({i});
    else
      found->push_back(i);
  }
  for (const std::vector<std::size_t> &group : groups) {
    if (group.size() > 1 && groups.size() > 1) {
      relate(group);
      continue;
    }
    for (std::size_t i : group)
      run_alone(i);
  }
}

} // namespace mergeproof::relational
