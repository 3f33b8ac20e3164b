#include "verdict/observation.h"

#include "ir/stmt.h"
#include "support/check.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

namespace mergeproof::verdict {
namespace {

constexpr const char *trap_prefix = "trapped";
constexpr const char *calls_observable = "external calls";

struct Case {
  const std::vector<source::Revision> &versions;
  const std::vector<Observation> &observations;
  const Observation *base = nullptr;
  const Observation *merge = nullptr;
  std::vector<std::size_t> parents;
};

// The value of one observable, made comparable: a version that did not return
// shows its outcome instead, all traps alike. What it called before it exited
// counts too.
std::string comparable(const Observation &seen, const std::string &observable) {
  if (seen.has_trapped())
    return trap_prefix;
  if (observable == "outcome" ||
      (!seen.has_returned() && observable != calls_observable))
    return seen.outcome();
  auto found = seen.values.find(observable);
  return seen.outcome() +
         (found == seen.values.end() ? "" : "=" + found->second);
}

std::string shown(const Observation &seen, const std::string &observable) {
  auto found = seen.values.find(observable);
  bool is_there = found != seen.values.end();
  if (seen.has_returned())
    return is_there ? found->second : "-";
  bool has_calls = is_there && observable == calls_observable;
  return has_calls && !seen.has_trapped() ? found->second : seen.outcome();
}

Violation make_violation(const Case &c, const std::string &observable,
                         ConflictKind kind, const std::string &parent) {
  Violation violation{.kind = kind, .parent = parent, .observable = observable};
  for (std::size_t i = 0; i < c.versions.size(); i++)
    violation.values[c.versions[i].id] = shown(c.observations[i], observable);
  return violation;
}

// "00 00 00 00", as unions and untyped memory are shown.
bool is_bytes(const std::string &text) {
  for (std::size_t i = 0; i < text.size(); i++)
    if (i % 3 == 2 ? text[i] != ' '
                   : !std::isxdigit(static_cast<unsigned char>(text[i])))
      return false;
  return text.size() % 3 == 2;
}

// Bytes of memory that the versions lay out differently say nothing of its
// meaning.
bool has_other_layout(const Case &c, const std::string &observable) {
  std::set<std::size_t> sizes;
  for (const Observation &seen : c.observations)
    if (auto found = seen.values.find(observable);
        found != seen.values.end() && is_bytes(found->second))
      sizes.insert(found->second.size());
  return sizes.size() > 1;
}

// Whether literals with other texts are all that differs while some version
// points to a named object: its text, which may be the merge's, is not seen.
bool are_literals_among_objects(const Case &c, const std::string &observable) {
  bool has_object = false, has_other_text = false;
  auto merged = c.merge->values.find(observable);
  if (merged == c.merge->values.end() || !merged->second.starts_with('"'))
    return false;
  for (std::size_t parent : c.parents) {
    const auto &values = c.observations[parent].values;
    auto found = values.find(observable);
    if (found == values.end())
      continue;
    has_object |= found->second.starts_with('&');
    has_other_text |=
        found->second.starts_with('"') && found->second != merged->second;
  }
  return has_object && has_other_text;
}

// Whether some version has the object that the observable is a field of, and
// not the field: types differ, and what it would hold there is no question.
bool lacks_field(const Case &c, const std::string &observable) {
  std::size_t dot = observable.rfind('.');
  std::size_t arrow = observable.rfind("->");
  std::size_t at =
      dot == observable.npos || (arrow != observable.npos && arrow > dot)
          ? arrow
          : dot;
  if (at == observable.npos)
    return false;
  std::string object = observable.substr(0, at + 1);
  return std::any_of(c.observations.begin(), c.observations.end(),
                     [&](const Observation &seen) {
                       auto field = seen.values.lower_bound(object);
                       return seen.has_returned() &&
                              !seen.values.contains(observable) &&
                              field != seen.values.end() &&
                              field->first.starts_with(object);
                     });
}

// A global that the merge lacks, or that it alone has: renamed, or hidden
// state. What others can see of it is compared as such (impact/lost_globals.h).
bool is_of_other_versions(const Case &c, const std::string &observable) {
  auto has = [&](const Observation &seen) {
    return seen.has_returned() && seen.values.contains(observable);
  };
  bool has_parent =
      std::any_of(c.parents.begin(), c.parents.end(),
                  [&](std::size_t p) { return has(c.observations[p]); });
  return c.merge->has_returned() && has(*c.merge) != has_parent;
}

// A part of memory that some version does not reach or does not have. Where it
// is not reached, the pointer that leads there differs, and is compared.
bool lacks_place(const Case &c, const std::string &observable) {
  if (observable.starts_with("global ") && is_of_other_versions(c, observable))
    return true;
  bool is_place = observable.starts_with("byte ") ||
                  observable.find_first_of(".>[*") != observable.npos;
  return is_place && std::any_of(c.observations.begin(), c.observations.end(),
                                 [&](const Observation &seen) {
                                   return seen.has_returned() &&
                                          !seen.values.contains(observable);
                                 });
}

// An element so far from the beginning that it is named only where it is not as
// it began (interp/oracle.h): who does not name it, and has the array, has it
// as it began.
bool is_far_element(const Case &c, const std::string &observable) {
  std::size_t open = observable.rfind('[');
  if (open == observable.npos || observable.back() != ']' ||
      std::strtoul(observable.c_str() + open + 1, nullptr, 10) < always_named)
    return false;
  std::string first = observable.substr(0, open) + "[0]";
  return std::all_of(c.observations.begin(), c.observations.end(),
                     [&](const Observation &seen) {
                       return !seen.has_returned() ||
                              seen.values.contains(observable) ||
                              seen.values.contains(first);
                     });
}

void ask_observable(const Case &c, const std::string &observable,
                    std::vector<Violation> &found) {
  bool is_missing = !is_far_element(c, observable) &&
                    (lacks_field(c, observable) || lacks_place(c, observable));
  if (is_missing || has_other_layout(c, observable) ||
      are_literals_among_objects(c, observable))
    return;
  std::string merged = comparable(*c.merge, observable);
  std::set<std::string> changed;
  bool is_like_a_parent = false;
  std::vector<Violation> here;
  for (std::size_t parent : c.parents) {
    std::string value = comparable(c.observations[parent], observable);
    is_like_a_parent |= value == merged;
    if (!c.base || value == comparable(*c.base, observable))
      continue;
    changed.insert(value);
    if (value != merged)
      here.push_back(make_violation(c, observable, ConflictKind::Lost,
                                    c.versions[parent].id));
  }
  if (!is_like_a_parent)
    here.push_back(make_violation(c, observable, ConflictKind::Unexpected, ""));
  for (Violation &violation : here) {
    violation.is_inherent = changed.size() > 1;
    found.push_back(std::move(violation));
  }
}

bool everyone_traps(const Case &c) {
  return (!c.base || c.base->has_trapped()) &&
         std::all_of(c.parents.begin(), c.parents.end(), [&](std::size_t p) {
           return c.observations[p].has_trapped();
         });
}

// What the rules say of these observations; outcomes first: where they collide,
// the rest only repeats it, and what is the same in all breaks no rule that
// outcomes do not break.
std::vector<Violation> broken_rules(const Case &c) {
  std::vector<Violation> found;
  ask_observable(c, "outcome", found);
  if (found.empty())
    for (const std::string &observable : differing_observables(c.observations))
      ask_observable(c, observable, found);
  return found;
}

// Where a parent has undefined behaviour and the merge has none, nobody sees
// what that parent meant to do, and what the merge has may be that. If base has
// none, either, nobody can want it kept, but an abort is meant.
bool hides_a_parent(const Case &c) {
  static const std::string abort =
      trap_prefix + std::string(": ") + ir::to_text(ir::CheckKind::Abort);
  auto is_hidden = [&](std::size_t p) {
    const Observation &seen = c.observations[p];
    return seen.has_trapped() &&
           (c.base->has_trapped() || seen.outcome() != abort);
  };
  return c.base && !c.merge->has_trapped() &&
         std::any_of(c.parents.begin(), c.parents.end(), is_hidden);
}

int rank(const Violation &violation) {
  auto merged = violation.values.find("M");
  bool traps = merged != violation.values.end() &&
               merged->second.starts_with(trap_prefix);
  return violation.is_inherent ? 2 : traps ? 0 : 1;
}

} // namespace

const std::string &Observation::outcome() const {
  static const std::string none;
  auto found = values.find("outcome");
  return found == values.end() ? none : found->second;
}

bool Observation::has_trapped() const {
  return outcome().starts_with(trap_prefix);
}

std::vector<std::string>
differing_observables(const std::vector<Observation> &observations) {
  using At = std::map<std::string, std::string>::const_iterator;
  std::vector<std::pair<At, At>> left;
  for (const Observation &seen : observations)
    left.emplace_back(seen.values.begin(), seen.values.end());
  std::vector<std::string> names;
  while (true) {
    const std::string *next = nullptr;
    for (const auto &[at, end] : left)
      if (at != end && (!next || at->first < *next))
        next = &at->first;
    if (!next)
      return names;
    const std::string name = *next;
    const std::string *value = nullptr;
    bool differs = false;
    for (auto &[at, end] : left) {
      bool has_it = at != end && at->first == name;
      differs |= !has_it || (value && *value != at->second);
      if (has_it)
        value = &(at++)->second;
    }
    if (differs)
      names.push_back(name);
  }
}

std::vector<Violation>
find_violations(const std::vector<source::Revision> &versions,
                const std::vector<Observation> &observations) {
  CHECK(versions.size() == observations.size());
  Case c{versions, observations, nullptr, nullptr, {}};
  for (std::size_t i = 0; i < versions.size(); i++) {
    if (!observations[i].is_valid)
      return {};
    if (versions[i].role == source::Role::Base)
      c.base = &observations[i];
    else if (versions[i].role == source::Role::Merge)
      c.merge = &observations[i];
    else
      c.parents.push_back(i);
  }
  bool is_outside = !source::is_comparison(versions) && everyone_traps(c);
  if (!c.merge || c.parents.empty() || is_outside)
    return {};
  if (source::is_comparison(versions))
    return broken_rules(c);
  std::vector<Violation> found = broken_rules(c);
  if (hides_a_parent(c))
    for (Violation &violation : found)
      violation.is_inherent = true;
  std::stable_sort(
      found.begin(), found.end(),
      [](const Violation &a, const Violation &b) { return rank(a) < rank(b); });
  return found;
}

} // namespace mergeproof::verdict
