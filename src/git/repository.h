// A git repository, read and never written: ordinary, bare, partial or shallow,
// a linked worktree or a directory below the root, with SHA-1 or SHA-256 names.
#pragma once

#include "git/git.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace mergeproof::git {

class Repository {
public:
  // Error: no repository there, or one that git refuses to read.
  static support::Result<Repository> open(const std::string &directory);

  // The full name of the commit. Error: "unknown revision 'x'; …".
  support::Result<std::string> resolve(const std::string &revision) const;
  // The name of a commit's tree.
  support::Result<std::string> tree_of(const std::string &commit) const;
  // Short names for people, in the order given.
  support::Result<std::vector<std::string>>
  short_names(const std::vector<std::string> &commits) const;
  // As the commit says, in its order. Error: cut off by a shallow clone.
  support::Result<std::vector<std::string>>
  parents_of(const std::string &commit) const;

  // A file of the git directory ("MERGE_HEAD", "index"), absolute.
  support::Result<std::string> git_path(const std::string &name) const;

  // What is being merged into HEAD, in order: MERGE_HEAD; or, in the hook
  // pre-merge-commit, which runs before that file is written, what git put into
  // the environment. Empty when no merge is in progress.
  std::vector<std::string> merge_heads() const;
  bool is_merging() const { return !merge_heads().empty(); }
  bool is_shallow() const { return is_shallow_; }

  const Git &git() const { return git_; }
  const std::string &work_tree() const { return work_tree_; } // bare: empty
  const std::string &objects_directory() const { return objects_; }
  std::size_t hash_bytes() const { return hash_bytes_; } // 20 or 32

private:
  explicit Repository(Git git) : git_(std::move(git)) {}
  Git git_;
  std::string work_tree_;
  std::string objects_;
  std::size_t hash_bytes_ = 20;
  bool is_shallow_ = false;
};

} // namespace mergeproof::git
