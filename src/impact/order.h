// The order in which units are worth their time, and where to stop: a change in
// a function that everything calls leaves hundreds of callers, and those
// nearest to the changes are the likeliest to be decided.
#pragma once

#include "impact/call_graph.h"
#include "impact/triage.h"

#include <cstddef>
#include <vector>

namespace mergeproof::impact {

struct UnitOrder {
  std::vector<const Unit *> asked; // first things first
  std::vector<const Unit *> left;  // in the order given
};

// How many unchanged functions: the numbers n and d of TOM's Algorithm 3.
struct CallerLimits {
  std::size_t most = 32;
  unsigned depth = ~0u; // calls away from a change
};

// Units with a change of their own come first and are always asked, those that
// reach the fewest others of them (by the merge's `graph`) before those that
// bring many together: the latter are harder, and main() and the functions of
// tests are among them. Of the others (Unit::is_unchanged) some are, nearest
// first: in turn the nearest one of every set of changes that meets somewhere,
// then the second nearest, and so on.
UnitOrder order_units(const std::vector<const Unit *> &units,
                      const CallGraph &graph, const CallerLimits &limits);

} // namespace mergeproof::impact
