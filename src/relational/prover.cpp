#include "relational/prover.h"

#include "relational/contract.h"
#include "relational/inlined_question.h"
#include "relational/proof.h"

#include <algorithm>
#include <optional>

namespace mergeproof::relational {

namespace {

using verdict::Answer;
using verdict::Question;
using verdict::Verdict;

// Products of large functions rarely end in a proof, and late.
constexpr std::uint32_t terms_share = 16;      // of the terms
constexpr std::size_t most_statements = 4'000; // of all versions together

bool is_too_large(const Question &question) {
  std::size_t count = 0;
  for (const verdict::VersionOfUnit &version : question.versions)
    count += ir::count_statements(version.function->body);
  return count > most_statements;
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
  std::vector<Term> asked = contract.domain();
  std::vector<Term> shown; // what was proved of outcomes
  for (const Claim &claim : contract.claims()) {
    std::vector<Term> assertions = contract.domain();
    assertions.insert(assertions.end(), shown.begin(), shown.end());
    assertions.push_back(claim.violation);
    asked.push_back(claim.violation);
    if (!executor.inquiry().refute(assertions,
                                   claim.observable + ": " + claim.rule) &&
        !refute_parts(executor, contract, claim))
      return verdict::make_unknown(what_is_open(question, claim));
    if (claim.observable == "outcome")
      shown.push_back(universe.table.logical_not(claim.violation));
  }
  return make_proof(universe, executor.inquiry(), asked, contract.has_traps());
}

} // namespace

bool has_loops(const Question &question) {
  bool found = false;
  for (const verdict::VersionOfUnit &version : question.versions)
    ir::for_each_stmt(version.function->body, [&](const ir::Stmt &stmt) {
      found |= stmt.as<ir::Loop>() != nullptr;
    });
  return found;
}

void Prover::prepare(const Question &question) {
  if (!uses_ || !uses_->is_of(question))
    uses_ = std::make_shared<symbolic::ProgramUses>(question);
}

// Where it matters whether structs are copied with their padding, once more
// without.
Prover::Attempt Prover::try_prove(const Question &question,
                                  const Strategy &strategy) const {
  symbolic::Padding padding;
  Attempt attempt = try_prove(question, strategy, padding);
  if (attempt.verdict.answer == Answer::Proved || attempt.has_given_up ||
      !padding.is_met)
    return attempt;
  padding = {.is_left = true};
  Attempt without = try_prove(question, strategy, padding);
  bool is_proved = without.verdict.answer == Answer::Proved && !padding.is_read;
  return is_proved ? without : attempt;
}

// Again as long as a proof's run takes more pointers for numbers than it knew
// of when it began; that ends, for there are only so many.
Prover::Attempt Prover::try_prove(const Question &question,
                                  const Strategy &strategy,
                                  symbolic::Padding &padding) const {
  auto numbers = std::make_shared<symbolic::PointerNumbers::Names>(numbers_);
  for (;;) {
    symbolic::Universe universe(question, uses_, numbers);
    universe.padding = padding;
    Attempt attempt = try_once(universe, strategy);
    attempt.numbers = numbers;
    padding = universe.padding;
    if (attempt.verdict.answer != Answer::Proved ||
        !universe.pointer_numbers.is_stale())
      return attempt;
  }
}

Prover::Attempt Prover::try_once(symbolic::Universe &universe,
                                 const Strategy &strategy) const {
  const Question &question = universe.question();
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
  attempt.apart = executor.apart();
  attempt.verdict.explanation = executor.explanation();
  return attempt;
}

Prover::Attempt Prover::try_alike(const Question &question) const {
  Attempt apart = try_apart(question);
  return apart.verdict.answer == Answer::Proved ? apart
                                                : try_together(question, apart);
}

// What a version does in a loop or a callee is a function of its text: enough
// where changes meet on no path, or in no observable, and cheap.
Prover::Attempt Prover::try_apart(const Question &question) const {
  if (question.is_comparison() || question.ablation != verdict::Ablation::Full)
    return {};
  return try_prove(question, {LoopMode::Apart, Callees::Apart});
}

// Loops and callees that differ are related. `apart`: what came of them as
// functions of their texts.
Prover::Attempt Prover::try_together(const Question &question,
                                     const Attempt &apart) const {
  Strategy strategy;
  if (question.ablation == verdict::Ablation::Product)
    strategy = {LoopMode::Product, Callees::Summarised, false};
  bool is_other = apart.apart.loops || apart.apart.callees;
  Attempt first = is_other ? try_prove(question, strategy) : apart;
  auto try_again = [&](Callees callees) {
    strategy.callees = callees;
    if (Attempt again = try_prove(question, strategy);
        again.verdict.answer == Answer::Proved)
      first = std::move(again);
  };
  // A helper that one version inlined by hand is no function any more.
  if (first.verdict.answer != Answer::Proved && first.may_inline)
    try_again(Callees::Inlined);
  if (first.verdict.answer != Answer::Proved && apart.apart.callees &&
      has_loops(question))
    try_again(Callees::Apart);
  return first;
}

Verdict Prover::prove_inlined(const Question &question) const {
  if (is_too_large(question))
    return verdict::make_unknown("");
  Question asked = question;
  asked.budget.max_terms /= terms_share;
  asked.budget.asked_terms /= terms_share;
  Strategy strategy{LoopMode::Product, Callees::Summarised, true};
  InlinedQuestion changed(asked, InlinedQuestion::Which::Changed);
  InlinedQuestion *last = &changed;
  if (is_too_large(last->question()))
    return verdict::make_unknown("");
  if (Attempt blocks = try_blocks(asked, strategy);
      blocks.verdict.answer == Answer::Proved)
    return std::move(blocks.verdict);
  if (Attempt bodies = try_library_bodies(asked, strategy);
      bodies.verdict.answer == Answer::Proved)
    return std::move(bodies.verdict);
  Attempt attempt = try_prove(last->question(), strategy);
  std::optional<InlinedQuestion> all;
  if (attempt.verdict.answer != Answer::Proved && attempt.may_inline) {
    last = &all.emplace(asked, InlinedQuestion::Which::All);
    strategy.callees = Callees::Inlined;
    attempt = try_prove(last->question(), strategy);
  }
  auto is_open = [&] {
    return attempt.verdict.answer != Answer::Proved &&
           !attempt.verdict.is_final && has_loops(last->question());
  };
  strategy.uses_skeleton = false;
  if (is_open())
    attempt = try_prove(last->question(), strategy);
  if (is_open() && attempt.apart.unrolled) {
    Strategy related = strategy;
    related.unrolls = false;
    attempt = try_prove(last->question(), related);
  }
  if (is_open() && last->fuse_loops())
    attempt = try_fused(last->question(), strategy);
  return std::move(attempt.verdict);
}

// Loops that others write as a call: with these there are fewer of them.
Prover::Attempt Prover::try_blocks(const Question &question,
                                   const Strategy &strategy) const {
  InlinedQuestion changed(question, InlinedQuestion::Which::Changed);
  return changed.use_block_operations()
             ? try_fused(changed.question(), strategy)
             : Attempt();
}

// Loops that others write as a call of the library.
Prover::Attempt Prover::try_library_bodies(const Question &question,
                                           const Strategy &strategy) const {
  InlinedQuestion changed(question, InlinedQuestion::Which::Changed);
  if (!changed.use_library_bodies())
    return {};
  Strategy in_step = strategy, apart = strategy;
  in_step.loops = LoopMode::Relate;
  apart.uses_skeleton = false;
  Attempt attempt;
  for (const Strategy &one : {in_step, strategy, apart}) {
    attempt = try_prove(changed.question(), one);
    if (attempt.verdict.answer == Answer::Proved)
      break;
  }
  attempt.verdict.assumptions.insert(
      verdict::Assumption::LibraryReadsWhatDecides);
  return attempt;
}

// Loops that versions split and others did not, or that others write as a call.
Prover::Attempt Prover::try_fused(const Question &question,
                                  Strategy strategy) const {
  Attempt attempt;
  for (bool uses_skeleton : {true, false}) {
    strategy.uses_skeleton = uses_skeleton;
    attempt = try_prove(question, strategy);
    if (attempt.verdict.answer == Answer::Proved)
      break;
  }
  // Loops are put together only where they touch different places, and are
  // statements where these are of one object.
  if (attempt.verdict.answer == Answer::Proved)
    attempt.verdict.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  return attempt;
}

} // namespace mergeproof::relational
