// What the runs of one unit have shown so far: the first witness of every rule
// that is broken.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

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

class Findings {
public:
  explicit Findings(const verdict::Question &question);

  // `seen[w]`: what every version did on witness w.
  void add(const std::vector<verdict::Witness> &witnesses,
           const std::vector<std::vector<verdict::Observation>> &seen);

  bool has_plain() const; // one that is not inherent
  std::size_t valid() const { return valid_; }
  const std::string &why_invalid() const { return why_invalid_; }

  // Traps of the merge first, inherent ones last.
  std::vector<Finding> ranked() const;

private:
  bool is_valid(const std::vector<verdict::Observation> &observations);
  void add(const verdict::Witness &witness, const verdict::Violation &violation,
           const std::vector<verdict::Observation> &observations);

  std::vector<source::Revision> revisions_;
  std::vector<Finding> found_;
  std::size_t valid_ = 0; // witnesses that ran in every version
  std::string why_invalid_;
};

} // namespace mergeproof::portfolio
