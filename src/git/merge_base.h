// The base of a merge: what the parents' changes are measured against.
//
//      o---A       one merge base: o        o---x---A    two: x and y, merged
//      by
//     /     \                                \ / \ /     git into a virtual
//     base,
//    o---B---M                                X   M      as its recursive
//    strategy
//                                            / \ / \     would
#pragma once

#include "git/object_overlay.h"

#include <optional>
#include <string>
#include <vector>

namespace mergeproof::git {

struct MergeBase {
  std::string commit;          // in the overlay when virtual
  std::size_t merged_from = 1; // how many merge bases
  // Files of a virtual base whose merge bases contradict each other.
  std::vector<std::string> conflicted_files;
  bool is_virtual() const { return merged_from > 1; }
};

// Nothing: unrelated histories. Error: the base may lie beyond a shallow clone.
support::Result<std::optional<MergeBase>>
find_merge_base(const Repository &repository, const ObjectOverlay &overlay,
                const std::vector<std::string> &parents);

} // namespace mergeproof::git
