#include "relational/loops/loop_relation.h"

#include "support/check.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

constexpr unsigned max_turns = 64;

std::string continue_key(const ir::Stmt &loop) {
  return "continue " + std::string(loop.as<ir::Loop>()->label);
}

} // namespace

LoopRelation::LoopRelation(Executor &executor, Frame &frame)
    : executor_(executor), frame_(frame), table_(executor.table_) {}

Term LoopRelation::value_of(const State &state, const Cell &cell,
                            const Lane &lane) {
  return executor_.cell_value(lane.version, state, cell);
}

void LoopRelation::set_value(State &state, const Cell &cell, Term value) {
  executor_.set_cell(state, cell, value);
}

LoopRelation::Mark LoopRelation::mark() const {
  Mark mark;
  for (const Ending &ending : executor_.endings_) {
    mark.traps.push_back(ending.traps.size());
    mark.exits.push_back(ending.exits.size());
  }
  for (const auto &returns : frame_.returns)
    mark.returns.push_back(returns.size());
  mark.pending = frame_.pending;
  mark.facts = executor_.universe_.facts.size();
  mark.conditions = executor_.inquiry_.conditions.size();
  return mark;
}

void LoopRelation::take_back(const Mark &mark) {
  for (std::size_t v = 0; v < executor_.endings_.size(); v++) {
    executor_.endings_[v].traps.resize(mark.traps[v]);
    executor_.endings_[v].exits.resize(mark.exits[v]);
    frame_.returns[v].resize(mark.returns[v]);
  }
  frame_.pending = mark.pending;
  executor_.universe_.facts.resize(mark.facts);
  executor_.inquiry_.conditions.resize(mark.conditions);
}

// Candidates that hold when the loop is entered.
void LoopRelation::find_classes(const Lanes &entry,
                                const std::vector<const ir::Stmt *> &loops) {
  std::map<Cell, std::vector<bool>> writers;
  for (std::size_t i = 0; i < entry.size(); i++)
    for (const Cell &cell :
         executor_.written_cells(entry[i], *loops[i]->as<ir::Loop>(), frame_))
      writers.try_emplace(cell, std::vector<bool>(entry.size()))
          .first->second[i] = true;
  for (const auto &[cell, writes] : writers) {
    Class c{cell, std::vector<int>(entry.size(), -1)};
    std::vector<Term> values(entry.size(), nullptr);
    for (std::size_t i = 0; i < entry.size(); i++)
      if (writes[i]) {
        c.of[i] = 0;
        values[i] = value_of(entry[i].state, cell, entry[i]);
      }
    split(c, values, entry);
    classes_.push_back(std::move(c));
  }
  group_.assign(entry.size(), 0);
}

// Whether what is known of versions a and leader, and of leader and b, says it
// of a and b: only where the leader enters the loop whenever both do.
bool LoopRelation::is_covered(std::size_t leader, std::size_t a,
                              std::size_t b) const {
  if (a == leader)
    return false;
  Term guard = entry_[leader].state.guard;
  return guard->is_true() || guard == entry_[a].state.guard ||
         guard == entry_[b].state.guard;
}

// Splits the class so that members have equal values; true if it was split. Two
// versions are compared where both are still at this point (their guards).
bool LoopRelation::split(Class &c, const std::vector<Term> &values,
                         const Lanes &where) {
  std::vector<int> fresh(c.of.size(), -1);
  std::vector<std::size_t> leaders;
  for (std::size_t i = 0; i < c.of.size(); i++) {
    if (c.of[i] < 0)
      continue;
    for (std::size_t k = 0; k < leaders.size() && fresh[i] < 0; k++) {
      bool is_like_all = true;
      for (std::size_t j = 0; j < i && is_like_all; j++)
        is_like_all =
            fresh[j] != int(k) || is_covered(leaders[k], j, i) ||
            (c.of[j] == c.of[i] &&
             executor_.are_equal(where[j], values[j], where[i], values[i],
                                 "a loop keeps " + std::string(c.cell.name)));
      if (is_like_all)
        fresh[i] = int(k);
    }
    if (fresh[i] < 0) {
      fresh[i] = int(leaders.size());
      leaders.push_back(i);
    }
  }
  auto count = [](const std::vector<int> &of) {
    std::vector<int> sorted = of;
    std::sort(sorted.begin(), sorted.end());
    return std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  };
  bool is_split = count(fresh) != count(c.of);
  c.of = fresh;
  return is_split;
}

// The states at the head of an arbitrary turn: one symbol per class.
Lanes LoopRelation::head(const Lanes &entry) {
  Lanes lanes = entry;
  for (const Class &c : classes_) {
    std::map<int, Term> symbols;
    for (std::size_t i = 0; i < lanes.size(); i++) {
      if (c.of[i] < 0)
        continue;
      auto [place, is_new] = symbols.try_emplace(c.of[i], nullptr);
      if (is_new)
        place->second = executor_.fresh("loop " + std::string(c.cell.name),
                                        sort_of(c.cell));
      set_value(lanes[i].state, c.cell, place->second);
    }
  }
  return lanes;
}

void LoopRelation::turn(Lanes &lanes,
                        const std::vector<const ir::Stmt *> &loops) {
  bool is_shared = std::all_of(loops.begin(), loops.end(), [&](auto *loop) {
    return loop == loops.front();
  });
  if (is_shared) {
    executor_.run(lanes, loops.front()->as<ir::Loop>()->body, frame_);
  } else {
    std::vector<const ir::Seq *> bodies;
    for (const ir::Stmt *loop : loops)
      bodies.push_back(&loop->as<ir::Loop>()->body);
    executor_.run_parallel(lanes, bodies, frame_);
  }
  for (std::size_t i = 0; i < lanes.size(); i++)
    executor_.take_pending(lanes[i], continue_key(*loops[i]), frame_);
}

// Whether both have another turn whenever one has: then their last turns are
// the same one, whichever way each leaves it.
bool LoopRelation::leave_together(const Lanes &entry, const Lanes &back,
                                  std::size_t a, std::size_t b) {
  Term both = table_.logical_and(entry[a].state.guard, entry[b].state.guard);
  Term differs = table_.logical_not(
      table_.equal(back[a].state.guard, back[b].state.guard));
  return executor_.inquiry_.refute({both, differs},
                                   "versions leave a loop in the same turn");
}

bool LoopRelation::split_groups(const Lanes &entry, const Lanes &back) {
  std::vector<int> fresh(group_.size(), -1);
  std::vector<std::size_t> leaders;
  for (std::size_t i = 0; i < group_.size(); i++) {
    for (std::size_t k = 0; k < leaders.size() && fresh[i] < 0; k++) {
      bool is_like_all = true;
      for (std::size_t j = 0; j < i && is_like_all; j++)
        is_like_all =
            fresh[j] != int(k) || is_covered(leaders[k], j, i) ||
            (group_[j] == group_[i] && leave_together(entry, back, j, i));
      if (is_like_all)
        fresh[i] = int(k);
    }
    if (fresh[i] < 0) {
      fresh[i] = int(leaders.size());
      leaders.push_back(i);
    }
  }
  bool is_split =
      fresh != group_ &&
      int(leaders.size()) > 1 + *std::max_element(group_.begin(), group_.end());
  group_ = fresh;
  if (!is_split)
    return false;
  int groups = int(leaders.size());
  for (Class &c : classes_)
    for (std::size_t i = 0; i < c.of.size(); i++)
      if (c.of[i] >= 0)
        c.of[i] = c.of[i] * groups + group_[i];
  return true;
}

bool LoopRelation::split_classes(const Lanes &back) {
  bool is_split = false;
  for (Class &c : classes_) {
    std::vector<Term> values(back.size(), nullptr);
    for (std::size_t i = 0; i < back.size(); i++)
      if (c.of[i] >= 0)
        values[i] = value_of(back[i].state, c.cell, back[i]);
    is_split |= split(c, values, back);
  }
  return is_split;
}

// Which versions have which cells in common, for people.
void LoopRelation::note(const Lanes &lanes,
                        const std::vector<const ir::Stmt *> &loops) {
  const verdict::Question &question = executor_.question_;
  auto id = [&](std::size_t i) {
    return question.versions[lanes[i].version].revision.id;
  };
  std::string place, text = "run in step";
  for (std::size_t i = 0; i < lanes.size(); i++)
    place += (i == 0 ? "loop at " : ", ") + id(i) + ":" +
             std::to_string(loops[i]->span.line);
  for (const Class &c : classes_) {
    std::map<int, std::string> members;
    for (std::size_t i = 0; i < c.of.size(); i++)
      if (c.of[i] >= 0)
        members[c.of[i]] += (members[c.of[i]].empty() ? "" : " = ") + id(i);
    for (const auto &[number, who] : members)
      text += ", " +
              (c.cell.name.empty() ? "memory" : std::string(c.cell.name)) +
              " of " + who;
  }
  executor_.loop_notes_[place] = text;
}

void LoopRelation::run(Lanes &lanes,
                       const std::vector<const ir::Stmt *> &loops) {
  if (executor_.strategy_.loops == LoopMode::Unroll) {
    for (std::size_t i = 0; i < lanes.size(); i++)
      executor_.unroll(lanes[i], *loops[i]->as<ir::Loop>(), frame_);
    return;
  }
  bool is_same = std::all_of(loops.begin(), loops.end(), [&](auto *loop) {
    return ir::is_same(*loop, *loops.front());
  });
  is_same = is_same && executor_.is_same_everywhere(
                           loops.front()->as<ir::Loop>()->body, lanes);
  bool is_apart = executor_.strategy_.loops == LoopMode::Apart;
  executor_.apart_.loops |= is_apart && !is_same;
  if (is_same || is_apart || lanes.size() == 1) {
    for (std::size_t i = 0; i < lanes.size(); i++)
      run_summary(executor_, lanes[i], *loops[i]->as<ir::Loop>(), frame_);
    return;
  }
  bool was_inside = executor_.inquiry_.is_about_invariant;
  executor_.inquiry_.is_about_invariant = true;
  Lanes entry = lanes;
  entry_ = entry;
  find_classes(entry, loops);
  Mark start = mark();
  for (unsigned count = 0;; count++) {
    if (count > max_turns)
      throw GiveUp{"the invariant of a loop did not settle"};
    lanes = head(entry);
    turn(lanes, loops);
    if (!split_groups(entry, lanes) && !split_classes(lanes))
      break;
    take_back(start);
  }
  executor_.inquiry_.is_about_invariant = was_inside;
  note(lanes, loops);
  for (std::size_t i = 0; i < lanes.size(); i++) {
    // Assumes Termination: there is a last turn, and this is it.
    executor_.universe_.assumptions.insert(verdict::Assumption::Termination);
    executor_.universe_.facts.push_back(
        table_.logical_not(lanes[i].state.guard));
    lanes[i].state.guard = table_.boolean(false);
    executor_.take_pending(
        lanes[i], std::string(loops[i]->as<ir::Loop>()->label), frame_);
  }
}

} // namespace mergeproof::relational
