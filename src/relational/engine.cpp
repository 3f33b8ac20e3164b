#include "relational/engine.h"

#include "relational/contract.h"
#include "relational/executor.h"
#include "relational/model_witness.h"
#include "smt/solver.h"
#include "verdict/signature.h"

#include <algorithm>
#include <bit>

namespace mergeproof::relational {

namespace {

using verdict::Answer;
using verdict::Assumption;
using verdict::Question;
using verdict::Verdict;

constexpr std::size_t max_candidates = 6;
// A hard query for an input is not worth its time: a search follows.
constexpr std::uint64_t candidate_share = 8; // of the budget for a proof
// What cannot be followed on the way to a proof rarely lets an input through.
constexpr std::uint32_t given_up_share = 8;

// Values that nothing in the program set; the bytes of a new object are some.
bool mentions_unset(const std::vector<Term> &terms) {
  std::vector<Term> all = smt::reachable(terms);
  return std::any_of(all.begin(), all.end(), [](Term term) {
    if (term->kind == smt::Kind::Apply)
      return term->name == "$alloc malloc" || term->name == "$alloc realloc";
    return term->kind == smt::Kind::Symbol &&
           (term->name.starts_with("fresh ") ||
            term->name.starts_with("unset "));
  });
}

class RelationalEngine : public verdict::Engine {
public:
  std::string name() const override { return "relational"; }

  void prepare(const Question &question) override {
    if (!uses_ || !uses_->is_of(question))
      uses_ = std::make_shared<symbolic::ProgramUses>(question);
  }

  Verdict decide(const Question &question) override {
    if (std::string problem = verdict::signature_problem(question);
        !problem.empty())
      return verdict::make_unknown(problem);
    prepare(question);
    Attempt first = try_prove(question, Callees::Summarised);
    Verdict verdict = std::move(first.verdict);
    // A helper that one version inlined by hand is no function any more.
    if (verdict.answer != Answer::Proved && first.may_inline)
      if (Attempt again = try_prove(question, Callees::Inlined);
          again.verdict.answer == Answer::Proved)
        verdict = std::move(again.verdict);
    if (verdict.answer == Answer::Proved)
      return verdict;
    try {
      Question smaller = question;
      if (first.has_given_up)
        smaller.budget.max_terms /= given_up_share;
      verdict.candidates = find_candidates(smaller);
    } catch (const GiveUp &) {
      return verdict; // no candidates; the reason for the unknown stands
    }
    return verdict;
  }

private:
  struct Attempt {
    Verdict verdict;
    bool may_inline = false; // a callee that was summarised
    bool has_given_up = false;
  };
  Attempt try_prove(const Question &question, Callees callees) const {
    symbolic::Universe universe(question, uses_);
    Executor executor(universe, LoopMode::Relate, callees);
    Attempt attempt;
    bool is_final = false;
    try {
      attempt.verdict = prove(question, universe, executor);
    } catch (const GiveUp &give_up) {
      attempt.verdict = verdict::make_unknown(give_up.reason);
      attempt.has_given_up = true;
      is_final = give_up.kind == GiveUp::Kind::OpaqueCode;
    }
    attempt.may_inline = executor.has_summarised() && !is_final;
    return attempt;
  }

  static Verdict prove(const Question &question, symbolic::Universe &universe,
                       Executor &executor) {
    Executor::Result result = executor.run_unit();
    Contract contract(universe, result, *question.versions.back().function);
    Verdict verdict;
    std::vector<Term> asked = contract.domain();
    for (const Claim &claim : contract.claims()) {
      std::vector<Term> assertions = contract.domain();
      assertions.push_back(claim.violation);
      asked.push_back(claim.violation);
      if (!executor.refute(assertions, claim.observable + ": " + claim.rule))
        return verdict::make_unknown(
            "could not show that the " + claim.observable +
            (claim.observable.ends_with('s') ? " are kept (" : " is kept (") +
            claim.rule + ")");
    }
    verdict.answer = Answer::Proved;
    verdict.conditions = executor.conditions();
    verdict.assumptions = universe.assumptions;
    verdict.assumptions.insert(Assumption::NoConcurrency);
    verdict.assumptions.insert(Assumption::StackIsDeep);
    if (contract.has_traps())
      verdict.assumptions.insert(Assumption::ParentsDoNotTrap);
    if (mentions_unset(executor.with_facts(asked)))
      verdict.assumptions.insert(Assumption::UninitialisedMemory);
    return verdict;
  }

  // Models of violations on runs with few loop turns, without abstraction of
  // callees: inputs worth running.
  std::vector<verdict::Witness>
  find_candidates(const Question &question) const {
    symbolic::Universe universe(question, uses_);
    Executor executor(universe, LoopMode::Unroll, Callees::Inlined);
    Executor::Result result = executor.run_unit();
    Contract contract(universe, result, *question.versions.back().function);
    std::vector<verdict::Witness> found;
    smt::Solver solver;
    if (holds_everywhere(universe, executor, contract, solver))
      return found;
    for (const Claim &claim : contract.claims()) {
      if (found.size() >= max_candidates ||
          solver.unanswered() >= question.budget.patience)
        break;
      std::vector<Term> assertions = aligned_arguments(universe);
      assertions.insert(assertions.end(), contract.domain().begin(),
                        contract.domain().end());
      assertions.push_back(claim.violation);
      assertions = executor.with_facts(assertions);
      if (auto witness = solve(universe, question, solver, assertions))
        if (std::find(found.begin(), found.end(), *witness) == found.end())
          found.push_back(*witness);
    }
    return found;
  }

  // Whether no run with few loop turns breaks any claim: one question instead
  // of one for every claim.
  static bool holds_everywhere(symbolic::Universe &universe, Executor &executor,
                               const Contract &contract, smt::Solver &solver) {
    smt::TermTable &table = universe.table;
    Term any = table.boolean(false);
    for (const Claim &claim : contract.claims())
      any = table.logical_or(any, claim.violation);
    std::vector<Term> assertions = contract.domain();
    assertions.push_back(any);
    return any->is_false() ||
           solver.check(executor.with_facts(assertions),
                        universe.question().budget.solver_rlimit /
                            candidate_share)
                   .result == smt::Satisfiability::Unsat;
  }

  static std::optional<verdict::Witness>
  solve(symbolic::Universe &universe, const Question &question,
        smt::Solver &solver, const std::vector<Term> &assertions) {
    std::vector<Term> nice = assertions;
    for (Term wish : wishes(universe, assertions))
      nice.push_back(wish);
    for (const std::vector<Term> &attempt : {nice, assertions}) {
      auto answer = solver.check(attempt, question.budget.solver_rlimit /
                                              candidate_share);
      if (answer.result == smt::Satisfiability::Sat)
        return make_witness(universe, *answer.model, attempt);
      if (answer.result == smt::Satisfiability::Unknown)
        return std::nullopt;
    }
    return std::nullopt;
  }

  // C lets no pointer be less aligned than what it points to.
  static std::vector<Term> aligned_arguments(symbolic::Universe &universe) {
    smt::TermTable &table = universe.table;
    const ir::Function &unit = *universe.question().versions.back().function;
    std::vector<Term> found;
    for (std::size_t i = 0; i < unit.params.size(); i++) {
      const ir::Variable &param = unit.params[i];
      const ir::Type *element = param.type ? param.type->element : nullptr;
      if (param.passing != ir::Variable::Passing::Direct ||
          !param.scalar.is_pointer() || !element || element->align < 2)
        continue;
      Term value =
          table.input("argument " + std::to_string(i), smt::bv_sort(64));
      unsigned bits = static_cast<unsigned>(std::bit_width(element->align)) - 1;
      found.push_back(table.equal(
          table.extract(bits - 1, 0, value),
          table.constant(smt::bv_sort(static_cast<std::uint16_t>(bits)), 0)));
    }
    return found;
  }

  // Inputs that are easy to build: pointers to the start of small objects.
  static std::vector<Term> wishes(symbolic::Universe &universe,
                                  const std::vector<Term> &assertions) {
    smt::TermTable &table = universe.table;
    std::vector<Term> found;
    for (Term term : smt::reachable(assertions)) {
      bool is_pointer = (term->kind == smt::Kind::Symbol && term->is_input &&
                         term->sort == smt::bv_sort(64)) ||
                        universe.input_pointers.count(term);
      if (is_pointer) {
        found.push_back(table.equal(table.extract(31, 0, term),
                                    table.constant(smt::bv_sort(32), 0)));
        found.push_back(table.binary(
            smt::Kind::ULt, term,
            table.constant(smt::bv_sort(64), std::uint64_t(4096) << 32)));
      }
      if (term->kind == smt::Kind::Apply && term->name == "$size")
        found.push_back(table.binary(smt::Kind::ULt, term,
                                     table.constant(smt::bv_sort(32), 1024)));
    }
    return found;
  }

  std::shared_ptr<const symbolic::ProgramUses> uses_; // of the last question
};

} // namespace

std::shared_ptr<verdict::Engine> make_engine() {
  return std::make_shared<RelationalEngine>();
}

} // namespace mergeproof::relational
