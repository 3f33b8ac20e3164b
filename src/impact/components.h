// Strongly connected components of a directed graph (Tarjan), successors first.
#pragma once

#include <cstddef>
#include <vector>

namespace mergeproof::impact {

// successors[n]: where edges of node n lead. Every component is sorted, and
// comes after all components that it has edges to.
std::vector<std::vector<std::size_t>>
find_components(const std::vector<std::vector<std::size_t>> &successors);

} // namespace mergeproof::impact
