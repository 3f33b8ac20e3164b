#include "check/test_pin.h"

#include "support/check.h"

namespace mergeproof::check {
namespace {

using source::Role;

std::string shown_by(const verdict::Violation &violation,
                     const std::string &version) {
  auto found = violation.values.find(version);
  return found == violation.values.end() ? "-" : found->second;
}

} // namespace

Pin choose_pin(const verdict::Question &question,
               const verdict::Violation &violation) {
  Pin pin;
  std::string merge, base;
  std::set<std::string> parents, values;
  for (const verdict::VersionOfUnit &version : question.versions) {
    const std::string &id = version.revision.id;
    if (version.revision.role == Role::Merge)
      merge = id;
    else if (version.revision.role == Role::Base)
      base = id;
    else {
      parents.insert(id);
      values.insert(shown_by(violation, id));
    }
  }
  if (violation.kind == verdict::ConflictKind::Lost) {
    pin.passes = {violation.parent};
    pin.fails = {merge};
    if (!base.empty())
      pin.fails.insert(base);
  } else if (values.size() == 1) {
    pin.passes = parents;
    pin.fails = {merge};
  } else {
    pin.passes = {merge};
    pin.fails = parents;
  }
  CHECK(!pin.passes.empty());
  pin.version = *pin.passes.begin();
  return pin;
}

Pin choose_pin(const verdict::Question &question,
               const verdict::Violation &violation,
               const std::vector<verdict::Observation> &observations) {
  Pin pin = choose_pin(question, violation);
  for (std::size_t i = 0; i < question.versions.size(); i++)
    if (question.versions[i].revision.id == pin.version) {
      pin.outcome = observations.at(i).outcome();
      auto found = observations[i].values.find(violation.observable);
      pin.value = found == observations[i].values.end() ? "-" : found->second;
    }
  return pin;
}

} // namespace mergeproof::check
