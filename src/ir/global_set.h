// A set of globals that shares its parts: what a function reaches is what it
// names and what its callees reach, and a whole program's sets together would
// be quadratic.
#pragma once

#include "ir/program.h"

#include <memory>
#include <set>
#include <unordered_map>
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
  friend class GlobalSearch;
  std::set<Symbol> own_;
  std::set<Shared> parts_;
};

// Which of several sets hold one of some globals; what they share is looked at
// once, and has to live as long.
class GlobalSearch {
public:
  explicit GlobalSearch(std::set<Symbol> wanted) : wanted_(std::move(wanted)) {}
  bool finds_one_in(const GlobalSet &set);

private:
  std::set<Symbol> wanted_;
  std::unordered_map<const GlobalSet *, bool> known_; // shared parts
};

} // namespace mergeproof::ir
