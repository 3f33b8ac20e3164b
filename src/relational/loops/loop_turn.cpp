// LoopProduct: one turn of the loops, by lane or of lanes together.
#include "relational/loops/loop_product.h"
#include "relational/product.h"

#include <algorithm>

namespace mergeproof::relational {

// One turn of lane i alone: the lane is where its next turn begins.
void LoopProduct::one_turn(Lanes &lanes, std::size_t i) {
  Lanes single{lanes[i]};
  executor_.run(single, loop(i).body, frame_);
  executor_.take_pending(single[0], "continue " + label(i), frame_);
  lanes[i] = single[0];
}

// Lanes by the versions they are of: each at most once in each.
std::vector<std::vector<std::size_t>> LoopProduct::companies() const {
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < lanes_.size(); i++) {
    auto lacks = [&](const std::vector<std::size_t> &who) {
      return std::none_of(who.begin(), who.end(), [&](std::size_t k) {
        return lanes_[k].version == lanes_[i].version;
      });
    };
    auto found = std::find_if(all.begin(), all.end(), lacks);
    if (found == all.end())
      found = all.insert(all.end(), std::vector<std::size_t>{});
    found->push_back(i);
  }
  return all;
}

bool LoopProduct::is_one_loop(const std::vector<std::size_t> &who) const {
  return std::all_of(who.begin(), who.end(), [&](std::size_t i) {
    return loops_[i] == loops_[who[0]] && rates_[i] == 1;
  });
}

bool LoopProduct::has_inner_loops(const std::vector<std::size_t> &who) const {
  return who.size() > 1 &&
         std::all_of(who.begin(), who.end(), [&](std::size_t i) {
           return rates_[i] == 1 && has_loop(loop(i).body);
         });
}

// Lanes of different versions; `alone`: each by itself.
void LoopProduct::joint_turn(Lanes &lanes, const std::vector<std::size_t> &who,
                             bool alone) {
  if (!is_one_loop(who) && (alone || !has_inner_loops(who))) {
    for (std::size_t i : who)
      for (unsigned k = 0; k < rates_[i]; k++)
        if (!lanes[i].state.is_dead())
          one_turn(lanes, i);
    return;
  }
  Lanes here;
  std::vector<const ir::Seq *> bodies;
  for (std::size_t i : who) {
    here.push_back(lanes[i]);
    bodies.push_back(&loop(i).body);
  }
  if (is_one_loop(who))
    executor_.run(here, *bodies[0], frame_);
  else
    Product(executor_, frame_).run(here, bodies);
  for (std::size_t k = 0; k < who.size(); k++) {
    executor_.take_pending(here[k], "continue " + label(who[k]), frame_);
    lanes[who[k]] = here[k];
  }
}

// A joint turn; `alone`: nothing of the lanes is related on the way.
LoopProduct::Turn LoopProduct::turn(Lanes lanes, bool alone) {
  Turn turn;
  turn.leaves.resize(lanes.size());
  LeavesOf scope(executor_.endings_, frame_);
  for (const std::vector<std::size_t> &who : companies()) {
    joint_turn(lanes, who, alone);
    for (std::size_t i : who)
      turn.leaves[i] = scope.take(lanes[i].version);
  }
  turn.lanes = std::move(lanes);
  return turn;
}

// By fact: where it does not hold although its lane is here.
std::vector<Term> LoopProduct::broken(const Lanes &at, unsigned more) {
  std::vector<Term> all;
  for (const Fact &fact : facts_)
    all.push_back(table_.logical_not(fact.says(table_, at, more)));
  return all;
}

// What the facts say of numbers that count: that they do not wrap.
void LoopProduct::note_steps(const Lanes &head) {
  symbolic::ExactSums &sums = executor_.universe_.exact_sums;
  // Counters are the same terms in every round, and facts are dropped.
  for (Term counter : widened_)
    sums.forget_wide(counter);
  widened_.clear();
  for (const Fact &fact : facts_)
    if (fact.wide) {
      const Counter &counter = fact.wide->counter;
      const State &state = head[fact.lane].state;
      widened_.push_back(state.variables.at(fact.wide->variable));
      sums.note_wide(widened_.back(), fact.wide->is_signed,
                     value_of(table_, counter, turn_, 0), state.guard);
    }
  for (const Element &element : elements_) {
    smt::Sort sort = element.first->sort;
    if (!is_free(element) || element.cell.kind != Cell::Kind::Variable ||
        sort.kind != smt::SortKind::BitVec || sort.bits >= 64 ||
        !is_extended(executor_.plugged(lanes_[element.lane],
                                       loop(element.lane).body, frame_),
                     element.cell.name))
      continue;
    Term value = value_of_element(element, head);
    Term guard = head[element.lane].state.guard;
    for (int step : {1, -1}) {
      smt::Bits last = step > 0 ? smt::mask(sort.bits) : 0;
      if (executor_.inquiry_.refute_with_numbers(
              {guard, table_.equal(value, table_.constant(sort, last))},
              "a number does not wrap"))
        sums.note_step(value, step, guard);
    }
  }
}

} // namespace mergeproof::relational
