// A set of globals that shares its parts: what a function reaches is what it
// names and what its callees reach, and a whole program's sets together would
// be quadratic.
#pragma once

#include "ir/program.h"

#include <memory>
#include <set>
#include <vector>

namespace mergeproof::ir {

class GlobalSet {
public:
  using Shared = std::shared_ptr<const GlobalSet>;

  void insert(Symbol global) { own_.insert(global); }
  void include(const Shared &part) { parts_.insert(part); } // null: nothing
  void include(const GlobalSet &other); // its parts, not a copy of them

  std::set<Symbol> all() const; // linear in what is shared

  bool operator==(const GlobalSet &other) const { return all() == other.all(); }

private:
  std::set<Symbol> own_;
  std::set<Shared> parts_;
};

} // namespace mergeproof::ir
