#include "relational/prover.h"

#include "relational/contract.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

using verdict::Answer;
using verdict::Assumption;
using verdict::Question;
using verdict::Verdict;

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

bool refute_parts(Executor &executor, const Contract &contract,
                  const Claim &claim) {
  for (Term part : claim.parts) {
    std::vector<Term> assertions = contract.domain();
    assertions.push_back(part);
    if (!executor.inquiry().refute(assertions,
                                   claim.observable + ": " + claim.rule))
      return false;
  }
  return !claim.parts.empty();
}

std::string what_is_open(const Question &question, const Claim &claim) {
  bool is_plural = claim.observable.ends_with('s');
  if (question.is_comparison())
    return "could not show that the " + claim.observable +
           (is_plural ? " are the same" : " is the same");
  return "could not show that the " + claim.observable +
         (is_plural ? " are kept (" : " is kept (") + claim.rule + ")";
}

Verdict prove(const Question &question, symbolic::Universe &universe,
              Executor &executor) {
  Executor::Result result = executor.run_unit();
  Contract contract(universe, result, *question.versions.back().function);
  Verdict verdict;
  std::vector<Term> asked = contract.domain();
  for (const Claim &claim : contract.claims()) {
    std::vector<Term> assertions = contract.domain();
    assertions.push_back(claim.violation);
    asked.push_back(claim.violation);
    if (!executor.inquiry().refute(assertions,
                                   claim.observable + ": " + claim.rule) &&
        !refute_parts(executor, contract, claim))
      return verdict::make_unknown(what_is_open(question, claim));
  }
  verdict.answer = Answer::Proved;
  verdict.conditions = executor.inquiry().conditions;
  verdict.assumptions = universe.assumptions;
  verdict.assumptions.insert(Assumption::NoConcurrency);
  verdict.assumptions.insert(Assumption::StackIsDeep);
  if (contract.has_traps() && !question.is_comparison())
    verdict.assumptions.insert(Assumption::ParentsDoNotTrap);
  if (mentions_unset(executor.inquiry().with_facts(asked)))
    verdict.assumptions.insert(Assumption::UninitialisedMemory);
  return verdict;
}

} // namespace

void Prover::prepare(const Question &question) {
  if (!uses_ || !uses_->is_of(question))
    uses_ = std::make_shared<symbolic::ProgramUses>(question);
}

Prover::Attempt Prover::try_prove(const Question &question,
                                  const Strategy &strategy) const {
  symbolic::Universe universe(question, uses_);
  Executor executor(universe, strategy);
  Attempt attempt;
  try {
    attempt.verdict = prove(question, universe, executor);
  } catch (const GiveUp &give_up) {
    attempt.verdict = verdict::make_unknown(give_up.reason);
    attempt.has_given_up = true;
    attempt.verdict.is_final = give_up.kind == GiveUp::Kind::OpaqueCode;
  }
  attempt.may_inline = executor.has_summarised() && !attempt.verdict.is_final;
  attempt.verdict.explanation = executor.explanation();
  return attempt;
}

} // namespace mergeproof::relational
