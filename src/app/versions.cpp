#include "app/versions.h"

#include "app/file_versions.h"
#include "git/repository.h"

namespace mergeproof::app {

namespace {

support::Result<git::MergeInput> read_merge(const git::Repository &repository,
                                            const CheckOptions &options) {
  if (options.is_comparison)
    return git::from_two_versions(repository, options.revisions.at(0),
                                  options.revisions.at(1));
  if (options.revisions.size() > 1)
    return git::from_branches(repository, options.revisions);
  if (options.revisions.size() == 1)
    return git::from_merge_commit(repository, options.revisions[0]);
  if (repository.is_merging())
    return git::from_merge_head(repository);
  return git::from_merge_commit(repository, "HEAD");
}

} // namespace

support::Result<Versions> read_versions(const CheckOptions &options) {
  if (!options.files.empty()) {
    auto input = read_file_versions(options);
    if (!input)
      return input.error();
    return Versions{std::move(input).value(), ""};
  }
  auto repository = git::Repository::open(".");
  if (!repository)
    return support::Error{
        repository.error().message + ", or compare files with --files " +
        (options.is_comparison ? "OLD.c NEW.c" : "O.c A.c B.c M.c")};
  auto input = read_merge(repository.value(), options);
  if (!input)
    return input.error();
  return Versions{std::move(input).value(), repository.value().work_tree()};
}

} // namespace mergeproof::app
