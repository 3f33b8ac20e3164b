// Replays witnesses in the IR interpreter: what --no-exec believes, and says
// so.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <vector>

namespace mergeproof::check {

// result[w][v], as Replayer::run.
std::vector<std::vector<verdict::Observation>>
replay_in_interpreter(const verdict::Question &question,
                      const std::vector<verdict::Witness> &witnesses);

} // namespace mergeproof::check
