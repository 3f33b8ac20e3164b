#include "relational/engine.h"

#include "relational/common_parameters.h"
#include "relational/contract.h"
#include "relational/induction.h"
#include "relational/model_witness.h"
#include "relational/prover.h"
#include "smt/sat/sat_solver.h"
#include "smt/solver.h"
#include "verdict/signature.h"

#include <algorithm>
#include <optional>

namespace mergeproof::relational {

namespace {

using verdict::Answer;
using verdict::Question;
using verdict::Verdict;

constexpr std::size_t max_candidates = 6;
constexpr unsigned first_turns = 2;
// A hard query for an input is not worth its time: a search follows.
constexpr std::uint64_t candidate_share = 8; // of the budget for a proof
constexpr std::uint64_t most_conflicts = 2'000;
// What cannot be followed on the way to a proof rarely lets an input through.
constexpr std::uint32_t given_up_share = 8;

// Loops that are not in lock step; bodies of callees, first those of changed
// ones, take part in the alignment; at last the versions side by side. Takes
// longer, and looks for no inputs.
class ProductEngine : public Prover {
public:
  Verdict decide(const Question &question) override {
    if (question.ablation != verdict::Ablation::Full ||
        !verdict::signature_problem(question).empty())
      return verdict::make_unknown("");
    prepare(question);
    return prove_inlined(question);
  }
};

// Both, without a look at inputs.
class PatientProver : public Prover {
public:
  PatientProver() = default;
  explicit PatientProver(symbolic::PointerNumbers::Names numbers) {
    numbers_ = std::move(numbers);
  }
  Verdict decide(const Question &question) override {
    if (std::string problem = verdict::signature_problem(question);
        !problem.empty())
      return verdict::make_unknown(problem);
    prepare(question);
    Attempt first = try_alike(question);
    return first.verdict.answer == Answer::Proved || first.verdict.is_final
               ? std::move(first.verdict)
               : prove_inlined(question);
  }
};

// Where one parent only wrote the unit in another way: it does what base does,
// and the merge what the other parent does. Two versions are easier to relate
// than four.
class Pairs {
public:
  // Unknown where they are not the same, or seen to differ. `numbers`: pointers
  // that some version takes for numbers.
  Verdict decide(const Question &question,
                 const symbolic::PointerNumbers::Names &numbers) {
    numbers_ = numbers;
    bool is_asked = question.has_base() && question.versions.size() > 3 &&
                    question.ablation == verdict::Ablation::Full &&
                    verdict::signature_problem(question).empty();
    known_.clear();
    std::size_t merge = question.versions.size() - 1;
    for (std::size_t kept = 1; is_asked && kept < merge; kept++)
      if (is_kept(question, kept))
        return proof(question, kept);
    return verdict::make_unknown("");
  }

private:
  using Pair = std::pair<std::size_t, std::size_t>;

  // The merge does what this parent does, all others what base does.
  static std::vector<Pair> pairs_of(const Question &question,
                                    std::size_t kept) {
    std::size_t merge = question.versions.size() - 1;
    std::vector<Pair> pairs;
    for (std::size_t other = 1; other < merge; other++)
      if (other != kept)
        pairs.emplace_back(0, other);
    pairs.emplace_back(kept, merge);
    return pairs;
  }

  bool is_kept(const Question &question, std::size_t kept) {
    std::vector<Pair> pairs = pairs_of(question, kept);
    return std::none_of(pairs.begin(), pairs.end(),
                        [&](const Pair &pair) {
                          return question.seen_to_differ.contains(pair);
                        }) &&
           std::all_of(pairs.begin(), pairs.end(), [&](const Pair &pair) {
             return are_same(question, pair);
           });
  }

  bool are_same(const Question &question, const Pair &pair) {
    auto [place, is_new] = known_.try_emplace(pair);
    if (!is_new)
      return place->second.answer == Answer::Proved;
    auto facts = [&](std::size_t v) -> const verdict::FunctionFacts & {
      return question.versions[v].facts->at(question.unit);
    };
    if (facts(pair.first).is_same_closure(facts(pair.second))) {
      place->second.answer = Answer::Proved;
      place->second.assumptions = verdict::of_identity();
    } else
      place->second = PatientProver(numbers_).decide(
          verdict::compare_two(question, pair.first, pair.second));
    return place->second.answer == Answer::Proved;
  }

  Verdict proof(const Question &question, std::size_t kept) {
    Verdict whole;
    whole.answer = Answer::Proved;
    for (const Pair &pair : pairs_of(question, kept)) {
      Verdict &part = known_.at(pair);
      whole.conditions.insert(whole.conditions.end(), part.conditions.begin(),
                              part.conditions.end());
      whole.assumptions.insert(part.assumptions.begin(),
                               part.assumptions.end());
      whole.explanation.push_back(
          question.versions[pair.first].revision.id + " (old) and " +
          question.versions[pair.second].revision.id + " (new) do the same");
      whole.explanation.insert(whole.explanation.end(),
                               part.explanation.begin(),
                               part.explanation.end());
    }
    return whole;
  }

  symbolic::PointerNumbers::Names numbers_;
  std::map<Pair, Verdict> known_; // of the last question
};

// Loops and callees apart, then versions in pairs, then shared code once for
// all versions and loops in lock step; and inputs to look at where that is no
// proof.
class LockStepEngine : public Prover {
public:
  Verdict decide(const Question &question) override {
    if (std::string problem = verdict::signature_problem(question);
        !problem.empty())
      return with_common_parameters(question, problem);
    prepare(question);
    Attempt first = try_apart(question);
    if (first.verdict.answer == Answer::Proved)
      return std::move(first.verdict);
    Verdict pairs =
        pairs_.decide(question, first.has_given_up || !first.numbers
                                    ? symbolic::PointerNumbers::of_everything()
                                    : *first.numbers);
    if (pairs.answer == Answer::Proved)
      return pairs;
    first = try_together(question, first);
    Verdict verdict = std::move(first.verdict);
    if (verdict.answer == Answer::Proved || question.budget.unroll == 0)
      return verdict;
    Question smaller = question;
    if (first.has_given_up)
      smaller.budget.max_terms /= given_up_share;
    verdict.candidates = candidates_of_few_turns(smaller);
    return verdict;
  }

private:
  Verdict with_common_parameters(const Question &question,
                                 const std::string &problem) {
    CommonParameters common(question);
    const std::optional<Question> &asked = common.question();
    if (!asked.has_value())
      return verdict::make_unknown(problem);
    prepare(*asked);
    Verdict verdict = std::move(try_alike(*asked).verdict);
    if (verdict.answer != Answer::Proved && !verdict.is_final)
      verdict = prove_inlined(*asked);
    if (verdict.answer != Answer::Proved)
      return verdict::make_unknown(problem);
    verdict.assumptions.insert(verdict::Assumption::ParametersByName);
    return verdict;
  }

  // Most violations show in the first turns, and these are easy to ask about.
  std::vector<verdict::Witness>
  candidates_of_few_turns(const Question &question) const {
    try {
      Question few = question;
      few.budget.unroll = first_turns;
      few.budget.solver_rlimit /= 4;
      if (has_loops(question))
        if (auto found = find_candidates(few); !found.empty())
          return found;
      return find_candidates(question);
    } catch (const GiveUp &) {
      return {}; // the reason for the unknown stands
    }
  }

  // What is easy by bits is not asked of Z3.
  struct Solvers {
    explicit Solvers(smt::TermTable &table) : by_bits(table) {}
    smt::Answer check(const std::vector<Term> &assertions,
                      std::uint64_t rlimit) {
      smt::SatSolver::Reply reply = by_bits.check(assertions, most_conflicts);
      return reply.result == smt::Satisfiability::Unknown
                 ? z3.check(assertions, rlimit)
                 : smt::Answer{reply.result, reply.model, ""};
    }
    smt::SatSolver by_bits;
    smt::Solver z3;
  };

  // Models of violations on runs with few loop turns, without abstraction of
  // callees: inputs worth running.
  std::vector<verdict::Witness>
  find_candidates(const Question &question) const {
    symbolic::Universe universe(question, uses_);
    Executor executor(universe, {LoopMode::Unroll, Callees::Inlined, true});
    Executor::Result result = executor.run_unit();
    Contract contract(universe, result, *question.versions.back().function);
    std::vector<verdict::Witness> found;
    Solvers solvers(universe.table);
    if (holds_everywhere(universe, executor, contract, solvers))
      return found;
    for (const Claim &claim : contract.claims()) {
      if (found.size() >= max_candidates ||
          solvers.z3.unanswered() >= question.budget.patience)
        break;
      std::vector<Term> assertions = aligned_arguments(universe);
      assertions.insert(assertions.end(), contract.domain().begin(),
                        contract.domain().end());
      assertions.push_back(claim.violation);
      assertions = executor.inquiry().with_facts(assertions);
      if (auto witness = solve(universe, question, solvers, assertions))
        if (std::find(found.begin(), found.end(), *witness) == found.end())
          found.push_back(*witness);
    }
    return found;
  }

  // Whether no run with few loop turns breaks any claim: one question instead
  // of one for every claim.
  static bool holds_everywhere(symbolic::Universe &universe, Executor &executor,
                               const Contract &contract, Solvers &solvers) {
    smt::TermTable &table = universe.table;
    Term any = table.boolean(false);
    for (const Claim &claim : contract.claims())
      any = table.logical_or(any, claim.violation);
    std::vector<Term> assertions = contract.domain();
    assertions.push_back(any);
    return any->is_false() ||
           solvers.check(executor.inquiry().with_facts(assertions),
                         universe.question().budget.solver_rlimit /
                             candidate_share)
                   .result == smt::Satisfiability::Unsat;
  }

  static std::optional<verdict::Witness>
  solve(symbolic::Universe &universe, const Question &question,
        Solvers &solvers, const std::vector<Term> &assertions) {
    std::vector<Term> nice = assertions;
    for (Term wish : wishes(universe, assertions))
      nice.push_back(wish);
    for (const std::vector<Term> &attempt : {nice, assertions}) {
      auto answer = solvers.check(attempt, question.budget.solver_rlimit /
                                               candidate_share);
      if (answer.result == smt::Satisfiability::Sat)
        return make_witness(universe, *answer.model, attempt);
      if (answer.result == smt::Satisfiability::Unknown)
        return std::nullopt;
    }
    return std::nullopt;
  }

  Pairs pairs_;
};

// Recursive functions that differ.
class InductionEngine : public Prover {
public:
  Verdict decide(const Question &question) override {
    if (question.ablation != verdict::Ablation::Full ||
        !verdict::signature_problem(question).empty())
      return verdict::make_unknown("");
    Induction induction(question, [](const Question &pair) {
      return PatientProver().decide(pair);
    });
    if (!induction.has_found())
      return verdict::make_unknown("");
    Verdict verdict = verdict::make_unknown("");
    if (induction.is_settled())
      verdict.answer = Answer::Proved;
    else
      verdict = PatientProver().decide(induction.question());
    if (verdict.answer == Answer::Proved)
      induction.add_evidence(verdict);
    return verdict;
  }
};

} // namespace

std::vector<std::shared_ptr<verdict::Engine>> make_engines() {
  return {std::make_shared<LockStepEngine>(), std::make_shared<ProductEngine>(),
          std::make_shared<InductionEngine>()};
}

} // namespace mergeproof::relational
