// A version with a header of declarations that nobody wrote: types that only a
// header declares which is not on this machine are taken for structs. Included
// in front of a file with include_flags().
#pragma once

#include "source/tree.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::checkout {

class DeclaringTree : public source::Tree {
public:
  // `own` outlives this.
  DeclaringTree(const source::Tree &own, const std::set<std::string> &types);

  const std::vector<std::string> &files() const override { return files_; }
  bool contains(const std::string &path) const override;
  std::string identity(const std::string &path) const override;
  support::Result<std::string> read(const std::string &path) const override;

  static std::vector<std::string> include_flags();

private:
  const source::Tree &own_;
  std::string text_;
  std::vector<std::string> files_;
};

} // namespace mergeproof::checkout
