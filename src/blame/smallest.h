// The smallest sets of edits that a property needs, by delta debugging
// (Zeller and Hildebrandt: Simplifying and isolating failure-inducing input,
// IEEE TSE 28(2), 2002; the algorithm ddmin, with complements only).
#pragma once

#include "blame/edit_space.h"

#include <functional>

namespace mergeproof::blame {

// A subset of `edits` with which the property still holds and that is lost with
// any one of them taken back: 1-minimal, not always the smallest of all.
// `holds_without(taken back)` is asked at most `most_trials` times; nothing:
// that was not enough, or the property does not hold with all edits.
std::optional<Edits>
find_smallest(const Edits &edits,
              const std::function<bool(const Edits &)> &holds_without,
              unsigned most_trials);

} // namespace mergeproof::blame
