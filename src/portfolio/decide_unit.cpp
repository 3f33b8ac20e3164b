#include "check/callers_functions.h"
#include "portfolio/combine.h"
#include "portfolio/decide.h"
#include "portfolio/decide_lemma.h"
#include "portfolio/decide_part.h"
#include "portfolio/sift.h"
#include "verdict/signature.h"

#include <algorithm>

namespace mergeproof::portfolio {

namespace {

using verdict::UnitAnswer;
using verdict::UnitResult;

UnitResult
prove_with(const Task &task, std::uint64_t effort,
           const std::vector<std::shared_ptr<verdict::Engine>> &engines,
           const Options &options, const std::string &directory) {
  Task own = task;
  own.question.budget.make_small(effort);
  if (own.eased)
    own.eased->question.budget.make_small(effort);
  return decide_part(own, Part::Prove, engines, options, directory, {});
}

// What is proved at once needs no look for inputs, and what a look shows to
// differ, no more proof.
UnitResult
decide_quickly(const Task &task,
               const std::vector<std::shared_ptr<verdict::Engine>> &engines,
               const Options &options, const std::string &directory) {
  Options brief = options;
  brief.explains = false;
  std::vector<std::shared_ptr<verdict::Engine>> proving = engines;
  std::erase_if(proving,
                [](const auto &engine) { return !engine->is_quick(); });
  UnitResult first = prove_with(task, verdict::Budget::least_effort, proving,
                                brief, directory);
  if (first.answer == UnitAnswer::Proved ||
      !look_longer(task.question, options).empty())
    return first;
  return prove_with(task, verdict::Budget::small_effort, proving, brief,
                    directory);
}

UnitResult
decide_model(Task task,
             const std::vector<std::shared_ptr<verdict::Engine>> &engines,
             const Options &options, const std::string &directory,
             const OnProgress &on_progress) {
  task.question.budget.make_small_with_models();
  task.eased.reset(); // a proof is all that it is good for
  return decide_part(task, Part::Model, engines, options, directory,
                     on_progress);
}

// What is short comes first, so that it is the same on every machine which of
// them decides.
UnitResult
decide_whole(const Task &task,
             const std::vector<std::shared_ptr<verdict::Engine>> &engines,
             const Options &options, const std::string &directory,
             const OnProgress &on_progress) {
  UnitResult searched =
      decide_part(task, Part::Search, engines, options, directory, on_progress);
  if (is_final(searched))
    return searched;
  bool is_inherent = searched.answer == UnitAnswer::Conflict;
  return combine(
      std::move(searched),
      is_inherent ? decide_model(task, engines, options, directory, on_progress)
                  : decide_part(task, Part::Prove, engines, options, directory,
                                on_progress));
}

} // namespace

UnitResult make_result(const Task &task) {
  const verdict::VersionOfUnit &merge = task.question.versions.back();
  UnitResult result;
  result.function = std::string(merge.function->name);
  result.id = std::string(task.question.unit);
  result.file = task.question.context->files.path(merge.function->span.file);
  result.line = merge.function->span.line;
  result.why_asked = task.why_asked;
  return result;
}

UnitResult
decide_unit(const Task &task, Part part,
            const std::vector<std::shared_ptr<verdict::Engine>> &engines,
            const Options &options, const std::string &directory,
            const OnProgress &on_progress) {
  if (task.question.stands_for_calls)
    return decide_lemma(task, part, engines, options);
  Task own = task;
  own.question.callers = check::make_callers_functions(own.question);
  bool has_one_signature = verdict::signature_problem(own.question).empty();
  if (part == Part::Quick && has_one_signature &&
      !look_first(own.question).empty())
    return make_result(own); // there is nothing to prove
  if (part != Part::Search && own.question.has_base() && has_one_signature)
    own.question.seen_to_differ = find_differing_pairs(own.question);
  if (own.eased)
    own.eased->question.seen_to_differ = own.question.seen_to_differ;
  if (part == Part::Quick)
    return decide_quickly(own, engines, options, directory);
  if (part == Part::Model)
    return decide_model(std::move(own), engines, options, directory,
                        on_progress);
  if (part == Part::Whole && has_one_signature && !options.lists_paths &&
      !task.is_meeting)
    return decide_whole(own, engines, options, directory, on_progress);
  return decide_part(own, part, engines, options, directory, on_progress);
}

} // namespace mergeproof::portfolio
