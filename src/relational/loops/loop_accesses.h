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

// Where an address lies in a turn of the loop, modulo 2^64; its size is 0.
// `changing`: variables that a base may not read; it may read memory.
Access locate(const ir::Expr *address, const CountedLoop &loop,
              const std::set<ir::Symbol> &changing);

// Whether what `first` does in any turn has nothing to do with what `second`
// does in an earlier one; both count by the same numbers. Assumes
// InObjectArithmetic.
bool may_run_ahead(const Access &second, const Access &first,
                   std::int64_t step);

// In any turns.
bool are_independent(const Access &a, const Access &b);

} // namespace mergeproof::relational
