// Which memory two counted loops touch, and whether a turn of one may come
// before an earlier turn of the other.
#pragma once

#include "relational/loops/counted_loop.h"

#include <optional>
#include <vector>

namespace mergeproof::relational {

// Bytes at base + scale * counter + offset; without `place`, anywhere behind
// the base; without a base, anywhere.
struct Access {
  struct Place {
    std::int64_t scale = 0, offset = 0;
  };
  const ir::Expr *base = nullptr; // the same in every turn of both loops
  std::optional<Place> place;
  std::int64_t size = 0;
  bool is_write = false;
};

// `changing`: variables that some turn or what is between the loops changes.
std::vector<Access> accesses_of(const ir::Seq &seq, const CountedLoop &loop,
                                const std::set<ir::Symbol> &changing);

// Where addresses and numbers lie in a turn of the loop, modulo 2^64.
struct Locator {
  const CountedLoop &loop;
  std::set<ir::Symbol> changing; // what a base may not read
  // Sums of the counter and a constant that do not wrap, in any turn.
  std::set<const ir::Expr *> exact;

  Access locate(const ir::Expr *address) const; // its size is 0
  std::optional<Access::Place>
  place_of(const ir::Expr *number) const; // 64 bits
};

// Whether what `first` does in any turn has nothing to do with what `second`
// does in an earlier one; both count by the same numbers. Assumes
// InObjectArithmetic.
bool may_run_ahead(const Access &second, const Access &first,
                   std::int64_t step);

// In any turns.
bool are_independent(const Access &a, const Access &b);

} // namespace mergeproof::relational
