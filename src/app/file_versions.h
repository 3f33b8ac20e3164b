// Versions that are files named one by one. Each becomes a tree of its own: the
// file, under the merge file's name, and the local headers it includes.
//
//     --files v0/f.c v1/f.c v2/f.c v3/f.c    tree of A: v3/f.c, v3/f.h (the
//     text
//                                            of v1/f.c and v1/f.h)
#pragma once

#include "app/check_options.h"
#include "git/merge.h"

namespace mergeproof::app {

struct NamedFile {
  std::string path; // in the tree
  std::shared_ptr<const source::Tree> tree;
};

// A file by itself: under its own path, one outside the working directory under
// its absolute path. `flags` are clang's.
support::Result<NamedFile>
read_named_file(const std::string &path, const std::vector<std::string> &flags);

support::Result<git::MergeInput>
read_file_versions(const CheckOptions &options);

} // namespace mergeproof::app
