#include "git/tree_merge.h"

#include <algorithm>

namespace mergeproof::git {

using support::Completed;
using support::Result;
using Names = std::vector<std::string>;

Result<TreeMerge> merge_commits(const ObjectOverlay &overlay,
                                const std::string &ours,
                                const std::string &theirs) {
  const Names arguments = {
      "merge-tree",  "--write-tree",  "-z",
      "--name-only", "--no-messages", "--allow-unrelated-histories",
      ours,          theirs};
  const Result<Completed> done = overlay.git().run(arguments);
  if (!done)
    return done.error();
  Names parts = split(done.value().out, '\0');
  // 1 means conflicts, but also that a name is unknown: then nothing is
  // printed.
  const bool has_answered =
      done.value().signal == 0 && done.value().exit_code <= 1;
  if (!has_answered || parts.empty())
    return failure(arguments, done.value());
  TreeMerge merge{.tree = parts.front(), .conflicted_files = {}};
  merge.conflicted_files.assign(parts.begin() + 1, parts.end());
  return merge;
}

Result<TreeMerge> merge_all(const ObjectOverlay &overlay,
                            const Names &commits) {
  CHECK(commits.size() >= 2);
  TreeMerge all;
  std::string current = commits.front();
  for (std::size_t i = 1; i < commits.size(); ++i) {
    Result<TreeMerge> merge = merge_commits(overlay, current, commits[i]);
    if (!merge)
      return merge.error();
    all.tree = merge.value().tree;
    for (std::string &file : merge.value().conflicted_files)
      all.conflicted_files.push_back(std::move(file));
    Result<std::string> commit =
        make_commit(overlay, all.tree, {current, commits[i]});
    if (!commit)
      return commit.error();
    current = commit.value();
  }
  Names &files = all.conflicted_files;
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return all;
}

Result<std::string> make_commit(const ObjectOverlay &overlay,
                                const std::string &tree, const Names &parents) {
  Names arguments = {"commit-tree", "--no-gpg-sign", "-m", "made by mergeproof",
                     tree};
  for (const std::string &parent : parents) {
    arguments.push_back("-p");
    arguments.push_back(parent);
  }
  return overlay.git().output(arguments);
}

} // namespace mergeproof::git
