// The versions that a command line names: from a repository, or from files.
#pragma once

#include "app/check_options.h"
#include "git/merge.h"

namespace mergeproof::app {

struct Versions {
  git::MergeInput input;
  std::string root; // of the work tree, absolute; files: empty
};

// Error: no repository, unknown revision, not a merge, a file that cannot be
// read.
support::Result<Versions> read_versions(const CheckOptions &options);

} // namespace mergeproof::app
