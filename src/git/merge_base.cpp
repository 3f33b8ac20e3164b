#include "git/merge_base.h"

#include "git/tree_merge.h"

namespace mergeproof::git {
namespace {

using support::Completed;
using support::Error;
using support::Result;
using Names = std::vector<std::string>;

Result<Names> list_bases(const Repository &repository, const Names &parents) {
  Names arguments = {"merge-base", "--all"};
  if (parents.size() > 2)
    arguments = {"merge-base", "--octopus", "--all"};
  arguments.insert(arguments.end(), parents.begin(), parents.end());
  const Result<Completed> done = repository.git().run(arguments);
  if (!done)
    return done.error();
  const bool is_none = done.value().exit_code == 1 && done.value().err.empty();
  if (!done.value().succeeded() && !is_none)
    return failure(arguments, done.value());
  Names bases = split(done.value().out, '\n');
  if (bases.empty() && repository.is_shallow())
    return Error{"the parents have no common commit in this shallow clone; "
                 "git fetch --unshallow"};
  return bases;
}

} // namespace

Result<std::optional<MergeBase>> find_merge_base(const Repository &repository,
                                                 const ObjectOverlay &overlay,
                                                 const Names &parents) {
  const Result<Names> bases = list_bases(repository, parents);
  if (!bases)
    return bases.error();
  const Names &commits = bases.value();
  if (commits.empty())
    return std::optional<MergeBase>();
  MergeBase base{.commit = commits.front(), .merged_from = commits.size()};
  if (!base.is_virtual())
    return std::optional(base);
  Result<TreeMerge> merge = merge_all(overlay, commits);
  if (!merge)
    return merge.error();
  base.conflicted_files = merge.value().conflicted_files;
  Result<std::string> commit =
      make_commit(overlay, merge.value().tree, commits);
  if (!commit)
    return commit.error();
  base.commit = commit.value();
  return std::optional(base);
}

} // namespace mergeproof::git
