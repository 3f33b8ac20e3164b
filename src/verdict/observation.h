// What one version did on one witness, as text that can be compared and shown.
//
// Observables have stable names: "outcome", "return value", "*p" and
// "p->next->value" for memory reached from arguments, "lifetime of *p", "global
// count", "external calls". Outcome is "returned", "trapped: <kind>",
// "exited(3)". Two traps are the same outcome whatever their kind: sanitizers
// and the interpreter name the first cause differently. Where a version exited,
// only its outcome and the external calls before that count; where it trapped,
// only the outcome.
#pragma once

#include "source/revision.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mergeproof::verdict {

// Of an array so many elements are always named, or of an object so many cells;
// those behind them only where they are not as they began (interp/oracle.h).
inline constexpr std::size_t always_named = 64;

struct Observation {
  // False: nothing can be said (it ran out of time or memory, the harness
  // broke, the version does not compile); `why` says what.
  bool is_valid = true;
  std::string why;
  std::map<std::string, std::string> values;
  // A hash of the sizes of all allocations, and whether one failed. Not
  // compared: where the versions allocate otherwise, the same number is another
  // one.
  std::uint64_t allocations = 0;
  bool has_failed_allocation = false;
  bool leaves_objects = false; // interp::Outcome

  const std::string &outcome() const;
  bool has_returned() const { return outcome() == "returned"; }
  bool has_trapped() const;
};

enum class ConflictKind { Lost, Unexpected };

// One violated rule of the contract (ARCHITECTURE section 1; TOM, Theorem 1).
struct Violation {
  ConflictKind kind = ConflictKind::Unexpected;
  std::string parent; // Lost: whose change is lost
  // Two parents changed it to different values, or may have: one has undefined
  // behaviour, and the merge has not.
  bool is_inherent = false;
  std::string observable;
  std::map<std::string, std::string> values; // by version id
};

// Names of what some of the observations have and others do not, or with
// another value; in order.
std::vector<std::string>
differing_observables(const std::vector<Observation> &observations);

// When outcomes break a rule, only they are listed: the rest follows from them.
// The rules that `observations` (one per version, in the question's order)
// break; empty when the merge keeps everything, when base and every parent
// trap (unless two versions are compared), or when an observation is not valid.
// Traps come first, inherent violations last.
std::vector<Violation>
find_violations(const std::vector<source::Revision> &versions,
                const std::vector<Observation> &observations);

} // namespace mergeproof::verdict
