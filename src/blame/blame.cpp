#include "blame/blame.h"

#include "blame/smallest.h"
#include "check/interpreter_replay.h"

#include <algorithm>

namespace mergeproof::blame {

namespace {

constexpr unsigned most_trials = 200;
constexpr std::uint64_t max_steps = 200'000; // of one version

class Trials {
public:
  Trials(const EditSpace &space, const verdict::Question &question,
         const verdict::Witness &witness, const verdict::Violation &violation)
      : space_(space), question_(question), witness_(witness),
        violation_(violation) {}

  // `is_alike`: the merge does what it did with all edits.
  bool shows(const verdict::Question &question, bool is_alike) const {
    std::vector<source::Revision> revisions;
    for (const verdict::VersionOfUnit &version : question.versions)
      revisions.push_back(version.revision);
    auto seen = check::InterpreterReplay(question, max_steps).run(witness_);
    if (std::any_of(seen.begin(), seen.end(),
                    [](const auto &one) { return !one.is_valid; }))
      return false;
    auto broken = verdict::find_violations(revisions, seen);
    return std::any_of(
        broken.begin(), broken.end(), [&](const verdict::Violation &other) {
          return other.kind == violation_.kind &&
                 other.parent == violation_.parent &&
                 other.observable == violation_.observable &&
                 (!is_alike || merged(other) == merged(violation_));
        });
  }

  bool shows_without(const Edits &taken_back, bool is_alike) const {
    auto variant = space_.without(taken_back);
    return variant.has_value() && shows(variant->question, is_alike);
  }

  std::optional<Edits> smallest(bool is_alike) const {
    if (!shows(question_, is_alike))
      return std::nullopt;
    return find_smallest(
        space_.edits(),
        [&](const Edits &taken_back) {
          return shows_without(taken_back, is_alike);
        },
        most_trials);
  }

  bool are_needed(const Edits &edits) const {
    return std::none_of(edits.begin(), edits.end(), [&](const Edit &edit) {
      return shows_without({edit}, false);
    });
  }

private:
  std::string merged(const verdict::Violation &violation) const {
    auto found = violation.values.find(question_.versions.back().revision.id);
    return found == violation.values.end() ? "" : found->second;
  }

  const EditSpace &space_;
  const verdict::Question &question_;
  const verdict::Witness &witness_;
  const verdict::Violation &violation_;
};

std::vector<verdict::BlamedEdit> places_of(const Edits &edits,
                                           const EditSpace &space,
                                           const verdict::Question &question) {
  std::vector<verdict::BlamedEdit> found;
  for (const Edit &edit : edits) {
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

} // namespace

std::optional<Edits> find_enough(const EditSpace &space,
                                 const verdict::Question &question,
                                 const verdict::Witness &witness,
                                 const verdict::Violation &violation) {
  return Trials(space, question, witness, violation).smallest(false);
}

Blame find_blame(const verdict::Question &question,
                 const verdict::Witness &witness,
                 const verdict::Violation &violation) {
  if (!question.has_base() && !question.is_comparison())
    return {};
  EditSpace space(question);
  Trials trials(space, question, witness, violation);
  auto found = trials.smallest(false);
  if (!found.has_value())
    return {};
  if (trials.are_needed(*found))
    return {places_of(*found, space, question), true};
  found = trials.smallest(true);
  if (!found.has_value())
    return {};
  return {places_of(*found, space, question), trials.are_needed(*found)};
}

} // namespace mergeproof::blame
