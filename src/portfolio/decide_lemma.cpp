#include "portfolio/decide_lemma.h"

#include "check/callers_functions.h"
#include "portfolio/accept_proof.h"
#include "portfolio/sift.h"

namespace mergeproof::portfolio {
namespace {

// What a proof of a call on its own may rest on, and a call by others does not
// keep: that data is as a program begins.
bool holds_anywhere(const verdict::Verdict &proof) {
  return !proof.assumptions.contains(
      verdict::Assumption::GlobalsStartAsInitialised);
}

void prove(const Task &task, Part part,
           const std::vector<std::shared_ptr<verdict::Engine>> &engines,
           const Options &options, verdict::UnitResult &result) {
  for (const auto &engine : engines) {
    if (part == Part::Quick && !engine->is_quick())
      continue;
    verdict::Verdict verdict = engine->decide(task.question);
    result.reason = verdict.reason;
    result.explanation = verdict.explanation;
    if (verdict.answer == verdict::Answer::Proved && holds_anywhere(verdict)) {
      result.by = engine->name();
      accept_proof(verdict, task, options, result);
      return;
    }
    if (verdict.is_final)
      return;
  }
}

} // namespace

verdict::UnitResult
decide_lemma(const Task &task, Part part,
             const std::vector<std::shared_ptr<verdict::Engine>> &engines,
             const Options &options) {
  verdict::UnitResult result = make_result(task);
  Task own = task;
  own.question.callers = check::make_callers_functions(own.question);
  if (!look_first(own.question).empty())
    result.answer = verdict::UnitAnswer::Conflict;
  const std::string &caveat =
      task.caveat.empty() ? task.layout_caveat : task.caveat;
  if (!caveat.empty() || result.answer == verdict::UnitAnswer::Conflict) {
    result.reason = caveat;
    return result;
  }
  if (part == Part::Quick)
    own.question.budget.make_small(verdict::Budget::least_effort);
  prove(own, part, engines, options, result);
  if (part != Part::Quick || result.answer == verdict::UnitAnswer::Proved)
    return result;
  if (!look_longer(own.question, options).empty()) {
    result.answer = verdict::UnitAnswer::Conflict;
    return result;
  }
  own.question.budget = task.question.budget;
  own.question.budget.make_small();
  prove(own, part, engines, options, result);
  return result;
}

} // namespace mergeproof::portfolio
