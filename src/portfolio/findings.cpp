#include "portfolio/findings.h"

#include <algorithm>

namespace mergeproof::portfolio {

namespace {

using verdict::Observation;
using verdict::Violation;
using verdict::Witness;

int rank(const Finding &finding) {
  auto merged = finding.violation.values.find("M");
  bool traps = merged != finding.violation.values.end() &&
               merged->second.starts_with("trapped");
  if (finding.violation.is_inherent)
    return 2;
  return traps ? 0 : 1;
}

} // namespace

std::vector<source::Revision> revisions_of(const verdict::Question &question) {
  std::vector<source::Revision> revisions;
  for (const verdict::VersionOfUnit &version : question.versions)
    revisions.push_back(version.revision);
  return revisions;
}

Findings::Findings(const verdict::Question &question)
    : revisions_(revisions_of(question)) {}

void Findings::add(const std::vector<Witness> &witnesses,
                   const std::vector<std::vector<Observation>> &seen) {
  for (std::size_t w = 0; w < seen.size(); w++) {
    valid_ += is_valid(seen[w]);
    for (const Violation &violation :
         verdict::find_violations(revisions_, seen[w]))
      add(witnesses[w], violation, seen[w]);
  }
}

bool Findings::has_plain() const {
  return std::any_of(found_.begin(), found_.end(), [](const Finding &finding) {
    return !finding.violation.is_inherent;
  });
}

std::vector<Finding> Findings::ranked() const {
  std::vector<Finding> sorted = found_;
  std::stable_sort(
      sorted.begin(), sorted.end(),
      [](const Finding &a, const Finding &b) { return rank(a) < rank(b); });
  return sorted;
}

bool Findings::is_valid(const std::vector<Observation> &observations) {
  for (const Observation &observation : observations)
    if (!observation.is_valid) {
      why_invalid_ = observation.why;
      return false;
    }
  return true;
}

void Findings::add(const Witness &witness, const Violation &violation,
                   const std::vector<Observation> &observations) {
  for (const Finding &known : found_)
    if (known.violation.kind == violation.kind &&
        known.violation.parent == violation.parent &&
        known.violation.is_inherent == violation.is_inherent)
      return;
  found_.push_back({witness, violation, observations});
}

} // namespace mergeproof::portfolio
