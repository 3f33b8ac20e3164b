// All files of one version, read without a checkout.
//
// Every tree may be asked by several threads at the same time.
//
// Paths are relative to the root, with '/', sorted. Two files with equal,
// non-empty identity() have the same bytes (git: the blob's hash).
#pragma once

#include "support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::source {

// A header of a tree that declares what a missing one would
// (checkout/declaring_tree.h); no file of the tree has that name.
inline constexpr std::string_view made_up_header = ".mergeproof-types.h";

class Tree {
public:
  virtual ~Tree() = default;
  virtual const std::vector<std::string> &files() const = 0;
  virtual bool contains(const std::string &path) const = 0;
  virtual std::string identity(const std::string &path) const = 0;
  virtual support::Result<std::string> read(const std::string &path) const = 0;
};

} // namespace mergeproof::source
