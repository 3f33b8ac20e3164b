// Merges made by git in memory, written to an overlay.
#pragma once

#include "git/object_overlay.h"

#include <string>
#include <vector>

namespace mergeproof::git {

struct TreeMerge {
  std::string tree;
  std::vector<std::string> conflicted_files; // those hold conflict markers
};

// Of two commits. Unrelated histories are merged against an empty base.
support::Result<TreeMerge> merge_commits(const ObjectOverlay &overlay,
                                         const std::string &ours,
                                         const std::string &theirs);

// Of two or more commits, one after the other (the octopus strategy).
support::Result<TreeMerge> merge_all(const ObjectOverlay &overlay,
                                     const std::vector<std::string> &commits);

// The name of a commit of `tree` that exists in the overlay only.
support::Result<std::string>
make_commit(const ObjectOverlay &overlay, const std::string &tree,
            const std::vector<std::string> &parents);

} // namespace mergeproof::git
