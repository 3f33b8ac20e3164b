#include "portfolio/findings.h"

#include "portfolio/made_up_values.h"
#include "portfolio/plausible.h"

#include <algorithm>

namespace mergeproof::portfolio {

namespace {

using verdict::Observation;
using verdict::Violation;
using verdict::Witness;

// A parent traps, and a test of that needs sanitizers.
bool shows_by_trap(const Violation &violation) {
  return std::any_of(violation.values.begin(), violation.values.end(),
                     [](const auto &value) {
                       return value.first != "O" && value.first != "M" &&
                              value.first != source::new_id &&
                              value.second.starts_with("trapped");
                     });
}

int rank(const Finding &finding) {
  const auto &values = finding.violation.values;
  auto merged =
      values.find(values.contains(source::new_id) ? source::new_id : "M");
  bool traps = merged != finding.violation.values.end() &&
               merged->second.starts_with("trapped");
  if (finding.violation.is_inherent)
    return 3;
  if (shows_by_trap(finding.violation))
    return 2;
  return traps ? 0 : 1;
}

// Identifiers in front of a parenthesis: "log(3), level()".
std::vector<std::string> called_names(const std::string &calls) {
  std::vector<std::string> names;
  std::string name;
  for (char c : calls) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      name += c;
      continue;
    }
    if (c == '(' && !name.empty())
      names.push_back(name);
    name.clear();
  }
  return names;
}

} // namespace

std::vector<source::Revision> revisions_of(const verdict::Question &question) {
  std::vector<source::Revision> revisions;
  for (const verdict::VersionOfUnit &version : question.versions)
    revisions.push_back(version.revision);
  return revisions;
}

void keep_stable(std::vector<std::vector<Observation>> &seen,
                 const std::vector<std::vector<Observation>> &again) {
  for (std::size_t w = 0; w < seen.size() && w < again.size(); w++) {
    std::set<std::string> unstable;
    for (std::size_t v = 0; v < seen[w].size(); v++) {
      for (const auto &[name, value] : seen[w][v].values)
        if (auto found = again[w][v].values.find(name);
            found == again[w][v].values.end() || found->second != value)
          unstable.insert(name);
      for (const auto &[name, value] : again[w][v].values)
        if (!seen[w][v].values.contains(name))
          unstable.insert(name);
    }
    for (Observation &observation : seen[w]) {
      for (const std::string &name : unstable)
        observation.values.erase(name);
      if (unstable.contains("outcome")) {
        observation.is_valid = false;
        observation.why = "two runs of the same input differ";
      }
    }
  }
}

bool Findings::would_add(
    const std::vector<std::vector<Observation>> &seen) const {
  return std::any_of(seen.begin(), seen.end(), [&](const auto &versions) {
    return !verdict::find_violations(revisions_, versions).empty();
  });
}

Findings::Findings(const verdict::Question &question, const MadeUp &made_up)
    : question_(question), revisions_(revisions_of(question)),
      made_up_(made_up), constant_(made_up_constant()) {}

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
    return !finding.violation.is_inherent && !shows_by_trap(finding.violation);
  });
}

bool Findings::are_inherent() const {
  return std::all_of(found_.begin(), found_.end(), [](const Finding &finding) {
    return finding.violation.is_inherent;
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

std::string
Findings::made_up_result(const Witness &witness,
                         const std::vector<Observation> &observations) const {
  for (const verdict::WitnessResult &result : witness.externals)
    if (made_up_.functions.contains(result.function))
      return result.function;
  for (const Observation &observation : observations)
    if (auto calls = observation.values.find("external calls");
        calls != observation.values.end())
      for (const std::string &name : called_names(calls->second))
        if (made_up_.functions.contains(name))
          return name;
  return "";
}

// That the unit can name, with its callees.
std::string Findings::made_up_constant() const {
  if (made_up_.constants.empty())
    return "";
  for (const verdict::VersionOfUnit &version : question_.versions) {
    auto facts = version.facts->find(version.function->id);
    if (facts == version.facts->end())
      continue;
    std::set<ir::Symbol> all = facts->second.globals.all();
    for (ir::Symbol constant : made_up_.constants)
      if (all.contains(constant))
        return std::string(constant);
  }
  return "";
}

void Findings::add(const Witness &witness, const Violation &violation,
                   const std::vector<Observation> &observations) {
  auto known =
      std::find_if(found_.begin(), found_.end(), [&](const Finding &finding) {
        return finding.violation.kind == violation.kind &&
               finding.violation.parent == violation.parent &&
               finding.violation.is_inherent == violation.is_inherent;
      });
  bool is_better = known != found_.end() && shows_by_trap(known->violation) &&
                   !shows_by_trap(violation);
  if (known != found_.end() && !is_better)
    return;
  std::string name = made_up_result(witness, observations);
  std::string why = implausible(question_, witness, observations);
  if (why.empty())
    why = misplaced(question_, violation);
  if (why.empty())
    why =
        needs_made_up_value(question_, witness, violation, made_up_.has_sizes);
  if (!name.empty())
    doubt_ =
        "with made-up results of " + name + "(), whose definition was not read";
  else if (!constant_.empty())
    doubt_ = "with a made-up value of " + constant_ +
             ", which several files define differently";
  else if (!why.empty())
    doubt_ = why;
  else if (is_better)
    *known = {witness, violation, observations};
  else
    found_.push_back({witness, violation, observations});
}

} // namespace mergeproof::portfolio
