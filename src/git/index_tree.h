// The merge in progress, as the index has it, written as a tree to an overlay.
#pragma once

#include "git/tree_merge.h"

namespace mergeproof::git {

// Paths that the index has in conflict are taken from the work tree: resolved
// when the text has no conflict markers or the file was removed, else
// conflicted.
support::Result<TreeMerge> write_index_tree(const Repository &repository,
                                            const ObjectOverlay &overlay);

// Lines that begin with "<<<<<<< ", "=======" and ">>>>>>> ", in this order.
bool has_conflict_markers(const std::string &text);

} // namespace mergeproof::git
