// Which files one version of a project has and another one lacks, by their last
// path component: where neither such a file nor a changed one is among those
// that a compiler looks for, it finds the same in both.
#pragma once

#include "source/tree.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace mergeproof::source {

// Remembers what it worked out; the trees must live.
class AddedFiles {
public:
  // Whether `tree` has a file that `than` lacks and that is found by the last
  // component of `path`.
  bool contains(const Tree &tree, const Tree &than, const std::string &path);
  // Of any of the paths.
  template <typename Paths>
  bool contains_any(const Tree &tree, const Tree &than, const Paths &paths) {
    for (const std::string &path : paths)
      if (contains(tree, than, path))
        return true;
    return false;
  }

private:
  std::map<std::pair<const Tree *, const Tree *>, std::set<std::string>> added_;
};

} // namespace mergeproof::source
