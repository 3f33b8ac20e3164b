// A loop that counts to a bound, one by one, and leaves nowhere else:
//
//   loop L { if i < n { } else { break L; }  …  i = i + 1; }
//
// It always ends, and the counter, which is changed at the end of a turn only,
// never wraps. What a turn does is assignments, stores, checks and branches.
#pragma once

#include "ir/program.h"

#include <optional>
#include <set>

namespace mergeproof::relational {

struct CountedLoop {
  const ir::Loop *loop = nullptr;
  const ir::Expr *condition = nullptr; // on which it goes on
  const ir::Expr *bound = nullptr;     // reads nothing that a turn changes
  const ir::Expr *counter = nullptr;   // a variable
  std::int64_t step = 0;               // 1 or -1
  std::set<ir::Symbol> reads, writes;  // variables
  ir::Seq turn;                        // without the test
};

// Reads of memory in the bound are for the caller to look at, if there may be
// some: what a turn stores may change them.
enum class BoundReads { Nothing, Memory };
std::optional<CountedLoop>
as_counted_loop(const ir::Stmt &stmt, BoundReads reads = BoundReads::Nothing);

// Adds the variables that an expression reads.
void add_variables(const ir::Expr *e, std::set<ir::Symbol> &names);

} // namespace mergeproof::relational
