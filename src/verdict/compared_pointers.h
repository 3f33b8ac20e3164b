// Whether a version can tell that two of its arguments point into one object:
// by comparing or subtracting their addresses, by turning them into numbers, by
// storing them where they may be read as numbers, or by freeing what one of
// them leads to. Where it cannot, a call with two restrict arguments into one
// object does what it does with two objects that are equal at the start
// (C17 6.7.3.1): nothing that is written through one is used through the other.
//
// What a pointer comes from is told by the assignments of the body, in any
// order; what is loaded or returned by a call may come from any argument.
#pragma once

#include "verdict/question.h"

#include <map>
#include <set>
#include <utility>

namespace mergeproof::verdict {

class ComparedPointers {
public:
  explicit ComparedPointers(const verdict::VersionOfUnit &version);

  // Of arguments a and b, a != b. True where it is not known.
  bool may_meet(std::size_t a, std::size_t b) const;

  // Whether anything may be read or written through argument a, here, in a
  // callee or by whoever finds it in memory.
  bool may_follow(std::size_t a) const;

private:
  static constexpr std::size_t any = ~std::size_t(0); // argument
  using Sources = std::set<std::size_t>;              // arguments

  void add_function(const ir::Function &function, bool is_unit);
  void find_sources(const ir::Function &function);
  Sources sources_of(const ir::Expr *pointer) const;
  void add_expr(const ir::Expr *e, bool is_unit);
  void add_pairs(const Sources &a, const Sources &b, bool is_unit);
  void add_call(const ir::Call &call);
  void add_followed(const ir::Stmt &stmt);
  void follow(const ir::Expr *pointer);

  std::map<ir::Symbol, Sources> variables_; // of the function that is looked at
  std::set<const ir::Expr *> seen_;         // of that function
  std::set<std::pair<std::size_t, std::size_t>> compared_;
  Sources followed_;
  std::set<ir::Symbol> callees_; // all that were seen
  std::vector<ir::Symbol> waiting_;
};

} // namespace mergeproof::verdict
