#include "portfolio/sift.h"

#include "check/interpreter_replay.h"
#include "check/search.h"
#include "check/world.h"
#include "portfolio/findings.h"
#include "testgen/minimise.h"
#include "verdict/signature.h"

#include <algorithm>

namespace mergeproof::portfolio {

namespace {

using verdict::Observation;
using verdict::Violation;
using verdict::Witness;

constexpr std::size_t enough = 16; // inputs that show a difference
constexpr unsigned first_looks = 64;
constexpr std::size_t most_endless_looks = 3;
constexpr std::size_t most_values = 1'000'000; // seen, in about two seconds

enum class Seen { Silent, Inherent, SeenBefore, Difference, Unclear };

class Judge {
public:
  explicit Judge(const verdict::Question &question)
      : revisions_(revisions_of(question)) {}

  Seen judge(const std::vector<Observation> &observations) {
    for (const Observation &observation : observations)
      if (!observation.is_valid)
        return Seen::Unclear;
    auto broken = verdict::find_violations(revisions_, observations);
    if (broken.empty())
      return Seen::Silent;
    if (std::any_of(broken.begin(), broken.end(),
                    [](const Violation &each) { return !each.is_inherent; }))
      return Seen::Difference;
    return remember(broken) ? Seen::Inherent : Seen::SeenBefore;
  }

private:
  // Whether one of them is new.
  bool remember(const std::vector<Violation> &inherent) {
    std::size_t before = inherent_.size();
    for (const Violation &violation : inherent)
      if (std::none_of(inherent_.begin(), inherent_.end(),
                       [&](const Violation &known) {
                         return testgen::is_same_violation(known, violation);
                       }))
        inherent_.push_back(violation);
    return inherent_.size() > before;
  }

  std::vector<source::Revision> revisions_;
  std::vector<Violation> inherent_;
};

// With inputs of one question: where some take long, the others would, too.
class Patience {
public:
  explicit Patience(std::size_t most_endless) : most_endless_(most_endless) {}

  // Whether this one does not come to an end.
  bool note(const std::vector<Observation> &seen) {
    for (const Observation &one : seen)
      values_ += one.values.size();
    bool is_endless = check::InterpreterReplay::is_endless(seen);
    endless_ += is_endless;
    return is_endless;
  }
  bool is_over() const {
    return endless_ > most_endless_ || values_ > most_values;
  }

private:
  std::size_t most_endless_, endless_ = 0, values_ = 0;
};

} // namespace

Sifted sift(const verdict::Question &question,
            const std::vector<Witness> &witnesses, std::size_t most_endless) {
  Judge judge(question);
  Sifted sifted;
  std::vector<Witness> inherent, unclear;
  Patience patience(most_endless);
  check::InterpreterReplay replay(question, check::believed_steps);
  for (const Witness &witness : witnesses) {
    if (patience.is_over() || sifted.worth_running.size() >= enough)
      break;
    auto seen = replay.run(witness);
    if (patience.note(seen))
      continue;
    switch (judge.judge(seen)) {
    case Seen::Silent:
      sifted.silent++;
      break;
    case Seen::Inherent:
      inherent.push_back(witness);
      break;
    case Seen::SeenBefore:
      break;
    case Seen::Difference:
      sifted.worth_running.push_back(witness);
      break;
    case Seen::Unclear:
      unclear.push_back(witness);
      break;
    }
  }
  sifted.differing = sifted.worth_running.size();
  for (const auto *more : {&inherent, &unclear})
    sifted.worth_running.insert(sifted.worth_running.end(), more->begin(),
                                more->end());
  return sifted;
}

namespace {

std::vector<Witness> first_inputs(const verdict::Question &question) {
  std::vector<Witness> all = check::make_candidates(question, first_looks, 1);
  check::World world(question);
  for (Witness &witness : all)
    world.make_possible(witness);
  return all;
}

bool is_different(const Observation &a, const Observation &b) {
  static const std::vector<source::Revision> two = {
      {source::Role::Parent, source::old_id, ""},
      {source::Role::Merge, source::new_id, ""}};
  return a.is_valid && b.is_valid &&
         !verdict::find_violations(two, {a, b}).empty();
}

} // namespace

std::set<std::pair<std::size_t, std::size_t>>
find_differing_pairs(const verdict::Question &question) {
  std::set<std::pair<std::size_t, std::size_t>> found;
  Patience patience(most_endless_looks);
  check::InterpreterReplay replay(question, check::believed_steps);
  for (const Witness &witness : first_inputs(question)) {
    auto seen = replay.run(witness);
    patience.note(seen);
    for (std::size_t w = 1; w < seen.size(); w++)
      for (std::size_t v = 0; v < w; v++)
        if (!found.contains({v, w}) && is_different(seen[v], seen[w]))
          found.emplace(v, w);
    if (patience.is_over())
      break;
  }
  return found;
}

std::vector<Witness> look_first(const verdict::Question &question) {
  std::vector<Witness> all = first_inputs(question);
  Sifted sifted = sift(question, all, most_endless_looks);
  sifted.worth_running.resize(sifted.differing);
  return sifted.worth_running;
}

testgen::SearchBudget guided_budget(const Options &options) {
  testgen::SearchBudget budget;
  budget.runs = options.guided_runs;
  budget.all_steps = options.guided_steps;
  return budget;
}

std::vector<Witness> look_longer(const verdict::Question &question,
                                 const Options &options) {
  if (!verdict::signature_problem(question).empty())
    return {};
  constexpr unsigned share = 3; // of what the search itself has
  testgen::SearchBudget budget = guided_budget(options);
  budget.runs /= share;
  budget.all_steps /= share;
  budget.enough = 1;
  budget.seed = 2; // another search follows
  return testgen::search_guided(question, budget).found;
}

} // namespace mergeproof::portfolio
