// What the runs of one unit have shown so far: the first witness of every rule
// that is broken.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::portfolio {

// In the question's order: what find_violations asks for.
std::vector<source::Revision> revisions_of(const verdict::Question &question);

// A witness that showed something, with what every version did.
struct Finding {
  verdict::Witness witness;
  verdict::Violation violation;
  std::vector<verdict::Observation> observations;
};

// Takes from `seen` (by witness and version) what `again`, another run of the
// same, does not have: addresses in a jmp_buf, the time.
void keep_stable(std::vector<std::vector<verdict::Observation>> &seen,
                 const std::vector<std::vector<verdict::Observation>> &again);

// What stands in a run for something that is not known.
struct MadeUp {
  // Externals whose definition was not read, and those of the system that a
  // stub knows nothing of: what a run makes them return may be impossible, so
  // nothing that a run with them shows is a conflict.
  std::set<std::string> functions;
  // Constants that several files define: which one counts is not known.
  std::set<ir::Symbol> constants;
  bool has_sizes = false; // of structs that a missing header defines
};

class Findings {
public:
  // Nothing is found where it rests on what was made up, nor on inputs that no
  // program gives. Both outlive it.
  Findings(const verdict::Question &question, const MadeUp &made_up);

  // `seen[w]`: what every version did on witness w.
  void add(const std::vector<verdict::Witness> &witnesses,
           const std::vector<std::vector<verdict::Observation>> &seen);

  // Whether any of them shows something.
  bool
  would_add(const std::vector<std::vector<verdict::Observation>> &seen) const;

  // One that is not inherent, and that no parent's trap shows alone: without
  // sanitizers nobody sees that.
  bool has_plain() const;
  // All of them; also where there are none.
  bool are_inherent() const;
  std::size_t valid() const { return valid_; }
  const std::string &why_invalid() const { return why_invalid_; }
  // Why what was seen is not claimed: "with made-up results of f(), …"; or
  // empty.
  const std::string &doubt() const { return doubt_; }

  // Traps of the merge first, inherent ones last.
  std::vector<Finding> ranked() const;

private:
  bool is_valid(const std::vector<verdict::Observation> &observations);
  std::string made_up_constant() const;
  std::string
  made_up_result(const verdict::Witness &witness,
                 const std::vector<verdict::Observation> &observations) const;
  void add(const verdict::Witness &witness, const verdict::Violation &violation,
           const std::vector<verdict::Observation> &observations);

  const verdict::Question &question_;
  std::vector<source::Revision> revisions_;
  std::vector<Finding> found_;
  std::size_t valid_ = 0; // witnesses that ran in every version
  std::string why_invalid_;
  const MadeUp &made_up_;
  std::string constant_; // made up; or empty
  std::string doubt_;
};

} // namespace mergeproof::portfolio
