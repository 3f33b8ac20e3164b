#include "paths/enumeration.h"

#include <algorithm>

namespace mergeproof::paths {

using relational::GiveUp;
using relational::Leave;
using relational::LoopMode;

namespace {

// The model of a larger question can take longer than asking for both ways.
constexpr std::size_t most_modelled_terms = 2'000;

Path &append(PathSet &set, Path::End end, Term guard) {
  Path &path = set.emplace_back();
  path.end = end;
  path.guard = guard;
  return path;
}

} // namespace

Enumeration::Enumeration(symbolic::Universe &universe,
                         relational::Callees callees, const Limits &limits)
    : universe_(universe), table_(universe.table), limits_(limits),
      executor_(
          universe,
          {.loops = LoopMode::Unroll, .callees = callees, .chooser = this}) {}

std::vector<PathSet> Enumeration::run() {
  const verdict::Question &question = universe_.question();
  std::vector<const ir::Function *> functions;
  for (const verdict::VersionOfUnit &version : question.versions)
    functions.push_back(version.function);
  align::Alignment alignment = align::align(*question.context, functions);
  std::vector<PathSet> sets;
  for (std::size_t v = 0; v < question.versions.size(); v++)
    sets.push_back(run_version(v, alignment));
  return sets;
}

PathSet Enumeration::run_version(std::size_t version,
                                 const align::Alignment &alignment) {
  PathSet set;
  decisions_.clear();
  inputs_ = nullptr;
  std::size_t runs = 0;
  do {
    if (++runs > limits_.paths) {
      leave_out_rest(set);
      break;
    }
    next_ = branchings_ = 0;
    holding_.clear();
    add(set, version, executor_.run_version(version, alignment));
  } while (go_back());
  return set;
}

void Enumeration::leave_out_rest(PathSet &set) const {
  std::string why =
      "it has more than " + std::to_string(limits_.paths) + " paths";
  if (limits_.beyond == Limits::Beyond::GiveUp)
    throw GiveUp{why, GiveUp::Kind::Limit};
  Term rest = table_.boolean(true);
  for (const Path &path : set)
    rest = table_.logical_and(rest, table_.logical_not(path.guard));
  append(set, Path::End::LeftOut, rest).why = why;
}

bool Enumeration::go_back() {
  while (!decisions_.empty() && !decisions_.back().is_open)
    decisions_.pop_back();
  if (decisions_.empty())
    return false;
  Decision &last = decisions_.back();
  inputs_ = last.other;
  last = {.is_taken = !last.is_taken, .is_choice = true, .other = nullptr};
  return true;
}

// What other versions share with this one was asked before.
const smt::Answer &Enumeration::ask(const std::vector<Term> &asked) {
  std::vector<std::uint64_t> key;
  for (Term term : asked)
    key.push_back(term->id);
  auto [entry, is_new] = answers_.try_emplace(std::move(key));
  if (is_new)
    entry->second = inquiry().ask(asked, "a path that is not taken",
                                  relational::Inquiry::Need::answer());
  return entry->second;
}

// Whether `condition` can hold where `guard` does. What of the guard is known
// to hold together is asked about only where the rest depends on it.
bool Enumeration::is_possible(Term guard, Term condition,
                              std::shared_ptr<smt::Model> &inputs) {
  std::vector<Term> old = conjuncts_of(guard), recent;
  std::erase_if(old, [&](Term part) {
    bool is_recent = !is_known_to_hold(part);
    if (is_recent)
      recent.push_back(part);
    return is_recent;
  });
  std::size_t count = old.size();
  recent.push_back(condition);
  // With a marker, less is assumed of all pointers: of a part, it would be
  // more.
  std::vector<Term> asked = old;
  if (!universe_.tests_markers(smt::reachable({guard, condition})))
    asked = independence_->relevant(std::move(old), recent);
  bool is_part = asked.size() < count;
  asked.insert(asked.end(), recent.begin(), recent.end());
  const smt::Answer &answer = ask(asked);
  inputs = nullptr;
  if (answer.model && smt::reachable(asked).size() <= most_modelled_terms)
    inputs = is_part ? join(independence_, asked, answer.model, inputs_)
                     : answer.model;
  return answer.result != smt::Satisfiability::Unsat;
}

bool Enumeration::is_known_to_hold(Term part) const {
  return std::find(holding_.begin(), holding_.end(), part) != holding_.end();
}

// Inputs that are known to come here go one of the two ways; only the other is
// a question.
Enumeration::Decision Enumeration::decide(Term guard, Term condition) {
  Term negated = table_.logical_not(condition);
  std::optional<smt::Bits> known;
  for (Term part : conjuncts_of(guard))
    if (inputs_ && !is_known_to_hold(part) && inputs_->value(part) != 1)
      inputs_ = nullptr; // they trap on the way
  if (inputs_)
    known = inputs_->value(condition);
  Decision decision;
  std::shared_ptr<smt::Model> taken = inputs_;
  if (known.has_value()) {
    decision.is_taken = *known != 0;
    decision.is_choice = is_possible(
        guard, decision.is_taken ? negated : condition, decision.other);
  } else {
    decision.is_taken = is_possible(guard, condition, taken);
    decision.is_asked = decision.is_taken;
    bool is_other =
        !decision.is_taken || is_possible(guard, negated, decision.other);
    decision.is_choice = decision.is_taken && is_other;
    if (!decision.is_taken)
      taken = decision.other;
  }
  decision.is_open = decision.is_choice;
  inputs_ = taken;
  return decision;
}

void Enumeration::prefer(Decision &decision, Interest interest) {
  bool is_indifferent = interest == Interest::None || !decision.is_choice;
  if (is_indifferent || decision.is_taken == (interest == Interest::Holds))
    return;
  decision.is_taken = !decision.is_taken;
  std::swap(decision.other, inputs_);
}

// A forced way is a decision, too: it is not asked for again.
bool Enumeration::choose(Term guard, Term condition, Interest interest) {
  if (next_ == decisions_.size()) {
    Decision decision = decide(guard, condition);
    prefer(decision, interest);
    decisions_.push_back(decision);
  }
  const Decision &decision = decisions_[next_++];
  branchings_ += decision.is_choice;
  if (decision.is_asked)
    holding_ = conjuncts_of(table_.logical_and(
        guard, decision.is_taken ? condition : table_.logical_not(condition)));
  return decision.is_taken;
}

void Enumeration::add(PathSet &set, std::size_t version,
                      const relational::Executor::Result &result) {
  if (const Leave &leave = result.returned[version]; !leave.state.is_dead())
    add_returned(set, leave);
  add_ended(set, result.endings[version]);
  for (const relational::LeftOut &left : executor_.left_out())
    if (!inquiry().refute({left.guard}, "a path that is not taken")) {
      if (limits_.is_for_proof)
        throw GiveUp{left.why};
      append(set, Path::End::LeftOut, left.guard).why = left.why;
    }
}

// Of the state, only what outlives the call.
void Enumeration::add_returned(PathSet &set, Leave leave) {
  const auto &lasting = universe_.lasting_regions();
  leave.state.variables.clear();
  leave.state.alive.clear();
  std::erase_if(leave.state.regions, [&](const auto &region) {
    return std::find(lasting.begin(), lasting.end(), region.first) ==
           lasting.end();
  });
  for (Path &path : set)
    if (path.end == Path::End::Returned && does_the_same(path.leave, leave)) {
      path.leave.state =
          join(table_, leave.state.guard, leave.state, path.leave.state);
      path.guard = path.leave.state.guard;
      return;
    }
  Term guard = leave.state.guard;
  append(set, Path::End::Returned, guard).leave = std::move(leave);
}

// What stood on the way to this path was seen with earlier ones, too.
void Enumeration::add_ended(PathSet &set, const relational::Ending &ending) {
  auto find = [&](Path::End end, auto is_same) -> Path * {
    auto found = std::find_if(set.begin(), set.end(), [&](const Path &path) {
      return path.end == end && is_same(path);
    });
    return found == set.end() ? nullptr : &*found;
  };
  for (Term trap : ending.traps) {
    Path *known = find(Path::End::Trapped, [](const Path &) { return true; });
    if (known)
      known->guard = table_.logical_or(known->guard, trap);
    else
      append(set, Path::End::Trapped, trap);
  }
  for (const relational::Exit &exit : ending.exits) {
    Path *known = find(Path::End::Exited, [&](const Path &path) {
      return path.exit.code == exit.code && path.exit.world == exit.world;
    });
    if (!known) {
      known = &append(set, Path::End::Exited, exit.guard);
      known->exit = exit;
    }
    known->guard = table_.logical_or(known->guard, exit.guard);
    known->exit.guard = known->guard;
  }
}

bool Enumeration::does_the_same(const Leave &a, const Leave &b) const {
  if (a.value != b.value || a.state.world != b.state.world)
    return false;
  return a.state.regions == b.state.regions;
}

} // namespace mergeproof::paths
