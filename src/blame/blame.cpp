#include "blame/blame.h"

#include "blame/smallest.h"
#include "check/interpreter_replay.h"

#include <algorithm>

namespace mergeproof::blame {

namespace {

constexpr unsigned most_trials = 200;
constexpr std::uint64_t max_steps = 200'000; // of one version

bool shows(const verdict::Question &question, const verdict::Witness &witness,
           const verdict::Violation &violation) {
  std::vector<source::Revision> revisions;
  for (const verdict::VersionOfUnit &version : question.versions)
    revisions.push_back(version.revision);
  auto seen = check::InterpreterReplay(question, max_steps).run(witness);
  if (std::any_of(seen.begin(), seen.end(),
                  [](const auto &one) { return !one.is_valid; }))
    return false;
  auto broken = verdict::find_violations(revisions, seen);
  return std::any_of(broken.begin(), broken.end(),
                     [&](const verdict::Violation &other) {
                       return other.kind == violation.kind &&
                              other.parent == violation.parent &&
                              other.observable == violation.observable;
                     });
}

} // namespace

std::optional<Edits> find_needed(const EditSpace &space,
                                 const verdict::Question &question,
                                 const verdict::Witness &witness,
                                 const verdict::Violation &violation) {
  if (!shows(question, witness, violation))
    return std::nullopt;
  auto shows_without = [&](const Edits &taken_back) {
    auto variant = space.without(taken_back);
    return variant.has_value() && shows(variant->question, witness, violation);
  };
  return find_smallest(space.edits(), shows_without, most_trials);
}

std::vector<verdict::BlamedEdit>
find_blame(const verdict::Question &question, const verdict::Witness &witness,
           const verdict::Violation &violation) {
  if (!question.has_base() && !question.is_comparison())
    return {};
  EditSpace space(question);
  auto smallest = find_needed(space, question, witness, violation);
  std::vector<verdict::BlamedEdit> found;
  if (!smallest.has_value())
    return found;
  for (const Edit &edit : *smallest) {
    auto lines = space.lines_of(edit);
    if (!lines.has_value())
      return {}; // a part of the blame is worse than none
    const auto &versions = question.versions;
    found.push_back({.owner = versions[edit.version].revision.id,
                     .version = versions[lines->version].revision.id,
                     .function = std::string(edit.function),
                     .file = lines->file,
                     .first = lines->first,
                     .last = lines->last});
  }
  return found;
}

} // namespace mergeproof::blame
