// Inputs to try on all versions: boundaries and constants of the code first,
// then random trees of typed cells. The same seed gives the same inputs.
#pragma once

#include "verdict/question.h"
#include "verdict/witness.h"

#include <vector>

namespace mergeproof::check {

// At most `count` different witnesses, the most promising first.
std::vector<verdict::Witness> make_candidates(const verdict::Question &question,
                                              unsigned count,
                                              std::uint64_t seed);

} // namespace mergeproof::check
