#include "paths/engine.h"

#include "paths/cells.h"
#include "paths/set_rules.h"
#include "relational/proof.h"
#include "verdict/signature.h"

#include <algorithm>

namespace mergeproof::paths {

namespace {

using relational::Callees;
using relational::GiveUp;
using verdict::Answer;
using verdict::Question;
using verdict::Verdict;

constexpr unsigned growing_turns[] = {3, 12, 48}, few_turns[] = {3, 48};
constexpr unsigned turns_for_inputs = 3;
// One path asks little, and there are many.
constexpr std::uint32_t queries = 1'500;
constexpr std::uint64_t rlimit_share = 10;
// Of one attempt, to show the paths, and to prove or refute as one of several
// engines.
constexpr std::uint64_t rlimit_to_show = 20'000'000,
                        rlimit_to_prove = 8'000'000;
constexpr std::size_t paths_to_show = 256, paths_to_prove = 64;
// Where one of several engines is worth its time, it asks much less than this,
// and every question is answered.
constexpr std::uint64_t terms_to_prove = 60'000;
constexpr std::uint32_t patience_to_prove = 1;

class PathsEngine : public verdict::Engine {
public:
  explicit PathsEngine(const EngineOptions &options) : options_(options) {}

  std::string name() const override { return "paths"; }

  void prepare(const Question &question) override {
    if (!uses_ || !uses_->is_of(question))
      uses_ = std::make_shared<symbolic::ProgramUses>(question);
  }

  Verdict decide(const Question &question) override {
    if (std::string problem = verdict::signature_problem(question);
        !problem.empty())
      return verdict::make_unknown(problem);
    prepare(question);
    bool may_inline = false;
    Verdict verdict = follow(question, may_inline);
    if (verdict.answer == Answer::Proved || !verdict.candidates.empty() ||
        !may_inline)
      return verdict;
    Verdict inlined =
        attempt(question, turns_for_inputs, Callees::Inlined).verdict;
    verdict.candidates = std::move(inlined.candidates);
    return verdict;
  }

private:
  struct Attempt {
    Verdict verdict;
    bool needs_turns = false; // loops took more of them
    bool may_inline = false;  // some callee was not followed
  };

  // With more and more turns, until that is no longer what is missing.
  Verdict follow(const Question &question, bool &may_inline) {
    std::vector<unsigned> turns{options_.turns};
    if (options_.turns == 0 && options_.makes_table)
      turns.assign(std::begin(growing_turns), std::end(growing_turns));
    else if (options_.turns == 0)
      turns.assign(std::begin(few_turns), std::end(few_turns));
    Attempt last, next;
    for (unsigned bound : turns) {
      next = attempt(question, bound, Callees::Summarised);
      may_inline |= next.may_inline;
      bool has_failed = bound != turns.front() && !next.verdict.paths &&
                        next.verdict.answer != Answer::Proved;
      if (has_failed && options_.makes_table)
        break; // what was seen with fewer turns is worth more
      last = std::move(next);
      if (!last.needs_turns || !last.verdict.candidates.empty())
        break;
    }
    return std::move(last.verdict);
  }

  Attempt attempt(const Question &question, unsigned turns,
                  Callees callees) const {
    Question asked = question;
    asked.budget.unroll = turns;
    asked.budget.queries = queries;
    asked.budget.solver_rlimit /= rlimit_share;
    asked.budget.total_rlimit =
        options_.makes_table ? rlimit_to_show : rlimit_to_prove;
    if (!options_.makes_table) {
      asked.budget.asked_terms = terms_to_prove;
      asked.budget.patience = patience_to_prove;
    }
    auto numbers = std::make_shared<symbolic::PointerNumbers::Names>();
    for (;;) {
      symbolic::Universe universe(asked, uses_, numbers);
      Attempt attempt = attempt_once(universe, turns, callees);
      bool is_all = attempt.verdict.answer == Answer::Proved ||
                    attempt.verdict.paths != nullptr;
      if (!is_all || !universe.pointer_numbers.is_stale())
        return attempt;
    }
  }

  Attempt attempt_once(symbolic::Universe &universe, unsigned turns,
                       Callees callees) const {
    // With few turns, to find inputs; with many, to prove.
    bool is_for_proof = !options_.makes_table && turns > few_turns[0];
    Enumeration enumeration(
        universe, callees,
        {.paths = options_.makes_table ? paths_to_show : paths_to_prove,
         .beyond = options_.makes_table || is_for_proof
                       ? Limits::Beyond::GiveUp
                       : Limits::Beyond::LeaveOut,
         .is_for_proof = is_for_proof});
    Attempt attempt;
    try {
      std::vector<PathSet> sets = enumeration.run();
      attempt = judge(universe, enumeration.inquiry(), sets);
      if (options_.makes_table && callees == Callees::Summarised)
        attempt.verdict.paths = std::make_shared<verdict::PathTable>(
            make_table(universe, enumeration.inquiry(), sets));
    } catch (const GiveUp &give_up) {
      if (attempt.verdict.reason.empty())
        attempt.verdict = verdict::make_unknown(give_up.reason);
    }
    attempt.may_inline = enumeration.executor().has_summarised();
    return attempt;
  }

  static Attempt judge(symbolic::Universe &universe,
                       relational::Inquiry &inquiry,
                       const std::vector<PathSet> &sets) {
    Cells cells(universe, inquiry, sets);
    CellAnswer found = cells.run();
    Attempt attempt;
    if (found.open.empty() && found.is_complete) {
      attempt.verdict = relational::make_proof(universe, inquiry, found.asked,
                                               found.has_traps);
      attempt.verdict.explanation.push_back(describe(universe, sets));
      return attempt;
    }
    attempt.verdict = verdict::make_unknown(
        found.open.empty()
            ? found.why_incomplete
            : "could not show that paths keep the " + found.open);
    attempt.verdict.candidates = std::move(found.candidates);
    attempt.needs_turns =
        found.open.empty() && found.why_incomplete.starts_with("a loop takes");
    return attempt;
  }

  // "every path was followed: 3 of O, 4 of A, 3 of B, 4 of M"
  static std::string describe(const symbolic::Universe &universe,
                              const std::vector<PathSet> &sets) {
    std::string text = "every path was followed:";
    for (std::size_t v = 0; v < sets.size(); v++)
      text += (v > 0 ? ", " : " ") + std::to_string(sets[v].size()) + " of " +
              universe.question().versions[v].revision.id;
    return text;
  }

  EngineOptions options_;
  std::shared_ptr<const symbolic::ProgramUses> uses_;
};

} // namespace

std::shared_ptr<verdict::Engine> make_engine(const EngineOptions &options) {
  return std::make_shared<PathsEngine>(options);
}

} // namespace mergeproof::paths
