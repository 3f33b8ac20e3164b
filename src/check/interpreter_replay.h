// Replays witnesses in the IR interpreter: what --no-exec believes, and says
// so, and what decides whether a native run is worth its time.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mergeproof::interp {
class Coverage;
class Oracle;
} // namespace mergeproof::interp

namespace mergeproof::check {

// Statements and jumps of one version on one input, beyond which nobody waits:
// the same with and without native runs, so that both find the same conflicts.
inline constexpr std::uint64_t believed_steps = 100'000;

// Compiles the versions once for any number of witnesses. The question outlives
// it.
class InterpreterReplay {
public:
  // `steps`: statements and jumps that one version may use for one witness.
  InterpreterReplay(const verdict::Question &question, std::uint64_t steps);
  ~InterpreterReplay();

  // One per version, in the question's order, of all that may differ
  // (interp::Oracle::observe_changes).
  std::vector<verdict::Observation> run(const verdict::Witness &witness) const {
    return run(witness, nullptr);
  }
  // What each goes through is added to `coverage`, one per version.
  std::vector<verdict::Observation>
  run(const verdict::Witness &witness,
      std::vector<interp::Coverage> *coverage) const;

  // Whether a version was stopped because it used up its steps or stack.
  static bool is_endless(const std::vector<verdict::Observation> &seen);

private:
  const verdict::Question &question_;
  std::unique_ptr<interp::Oracle> oracle_;
};

// result[w][v], as Replayer::run.
std::vector<std::vector<verdict::Observation>>
replay_in_interpreter(const verdict::Question &question,
                      const std::vector<verdict::Witness> &witnesses);

// Why what is seen on the witness is chance, to follow "a difference was seen,
// but": a version's run depends on memory that it never set, or one of those
// before the merge counts a pointer far out of its object (assumption
// in-object-arithmetic). Empty: it is not.
std::string why_by_chance(const verdict::Question &question,
                          const verdict::Witness &witness);

} // namespace mergeproof::check
