// What git sees between two trees, and what follows for the files of a merge:
// which path is which, and who changed what.
#pragma once

#include "git/merge.h"
#include "git/tree.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mergeproof::git {

struct FileDiff {
  char status = 'M'; // A, D, M, R, T (its kind changed)
  std::string old_path;
  std::string new_path; // the same unless R
  std::string old_mode;
  std::string new_mode;
  std::string old_hash;
  std::string new_hash;
};

struct TreeDiff {
  std::vector<FileDiff> files;
  bool has_exact_renames_only = false; // texts are missing in a partial clone
};

support::Result<TreeDiff> diff_trees(const Git &git,
                                     const std::string &old_tree,
                                     const std::string &new_tree);

// All trees of a merge and the differences that were asked of git.
struct Comparison {
  std::vector<std::string> ids; // as in MergeInput::revisions
  std::vector<std::shared_ptr<GitTree>> trees;
  bool has_base = false;
  std::vector<TreeDiff> from_base; // by version; empty without a base
  std::vector<TreeDiff> to_merge;  // by version
  std::size_t merge() const { return trees.size() - 1; }
};

support::Result<Comparison> compare(const Git &git,
                                    std::vector<std::string> ids,
                                    std::vector<std::shared_ptr<GitTree>> trees,
                                    bool has_base);

// "a, b, c and 7 more", for notes.
std::string summary(const std::vector<std::string> &paths);

// Fill in renames, changes, and notes of what was left out.
void find_renames(const Comparison &comparison, MergeInput &input);
void find_changes(const Comparison &comparison, MergeInput &input);

} // namespace mergeproof::git
