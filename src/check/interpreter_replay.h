// Replays witnesses in the IR interpreter: what --no-exec believes, and says
// so, and what decides whether a native run is worth its time.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace mergeproof::interp {
class Oracle;
}

namespace mergeproof::check {

// Compiles the versions once for any number of witnesses. The question outlives
// it.
class InterpreterReplay {
public:
  // `steps`: statements and jumps that one version may use for one witness.
  InterpreterReplay(const verdict::Question &question, std::uint64_t steps);
  ~InterpreterReplay();

  // One per version, in the question's order.
  std::vector<verdict::Observation> run(const verdict::Witness &witness) const;

  // Whether a version was stopped because it used up its steps or stack.
  static bool is_endless(const std::vector<verdict::Observation> &seen);

private:
  std::unique_ptr<interp::Oracle> oracle_;
};

// result[w][v], as Replayer::run.
std::vector<std::vector<verdict::Observation>>
replay_in_interpreter(const verdict::Question &question,
                      const std::vector<verdict::Witness> &witnesses);

} // namespace mergeproof::check
