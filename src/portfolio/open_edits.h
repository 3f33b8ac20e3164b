// Why a unit is undecided, in terms of what was edited: the smallest set of
// edits of its own text with which the engine still cannot prove it.
#pragma once

#include "verdict/verdict.h"

#include <string>
#include <vector>

namespace mergeproof::portfolio {

// To follow a reason: "; it depends on the edits at A f.c:3 and B f.c:7".
// Empty: not known (no base, too many edits, the unit calls itself, or it is
// proved within the small budget that this has).
std::string describe_open_edits(const verdict::Question &question,
                                verdict::Engine &engine);

// "; loop at old:3, new:4: not related s of old:3": what a proof lacked, by its
// explanation; or empty.
std::string open_loop(const std::vector<std::string> &explanation);

} // namespace mergeproof::portfolio
