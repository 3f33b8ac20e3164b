// Loops whose turns are alike and store once each: as many turns as is known
// when the loop begins.
//
//   for (i = 0; i < n; i++) p[i] = q[i];       while (n--) *d++ = *s++;
#pragma once

#include "ir/context.h"
#include "relational/loops/counted_loop.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace mergeproof::relational {

// Everything is said of the variables as they are when a turn begins, and of
// memory as it is before the loop, in which the store may change what is read;
// `goes`, `count` and `after` of the variables before the loop.
struct BlockTurn {
  CountedLoop loop;                // counts the turns
  const ir::Expr *goes = nullptr;  // whether there is any
  const ir::Expr *count = nullptr; // of the turns, i64; where it goes
  const ir::Expr *address = nullptr, *value = nullptr; // of the store
  std::vector<const ir::Stmt *> tests; // checks before it is known if there is
  std::vector<const ir::Stmt *> checks;
  std::map<ir::Symbol, std::int64_t> steps; // what a turn adds to variables
  // Variables behind the loop, all at once.
  std::vector<std::pair<ir::Symbol, const ir::Expr *>> after;
};

// `is_read_elsewhere`: of variables, outside of this loop.
std::optional<BlockTurn>
as_block_turn(ir::Context &context, const ir::Stmt &stmt,
              const std::function<bool(ir::Symbol)> &is_read_elsewhere);

} // namespace mergeproof::relational
