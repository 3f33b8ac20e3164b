// A version with a header of declarations that nobody wrote, of names that only
// a header declares which is not on this machine: those of C and POSIX come
// from their headers; else types are structs, structs have a size, values are
// ints that are not known and never change. Included in front of a file with
// include_flags().
#pragma once

#include "source/tree.h"
#include "source/unknown_names.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::checkout {

class DeclaringTree : public source::Tree {
public:
  // `own` outlives this.
  DeclaringTree(const source::Tree &own, const source::UnknownNames &names);

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

// Of C and POSIX, for such names; and the names that these do not declare.
std::set<std::string> standard_headers_of(const source::UnknownNames &names);
source::UnknownNames without_standard(source::UnknownNames names);

} // namespace mergeproof::checkout
