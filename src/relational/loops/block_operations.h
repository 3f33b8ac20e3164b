// Loops that copy or fill memory, as one statement: versions that write a loop
// and versions that call memcpy() or memset() are alike then.
//
//   loop L { i < n;  check valid(p + i, 1);  p[i] = q[i];  i++ }
//   ==>
//   check !(i < n) || valid(p + i, n - i);
//   if (i < n && q < p && p < q + (n - i)) loop L { … }    (not as a block)
//   else { memmove(p + i, q + i, i < n ? n - i : 0);  i = i < n ? n : i }
//
// The loop stays, too, where it writes what its bound, or a pointer that it
// goes by, is read from.
//
// Law: on every input the function ends as before, and then everything is as it
// was (tests/unit/relational_blocks_test); which check of several fails first
// may change, and what was written before it. The loops (block_turn.h) store
// once a turn, to places that follow each other. Assumes InObjectArithmetic:
// what is valid turn by turn is one object.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

namespace mergeproof::relational {

struct BlockOperations {
  ir::Function function;
  std::size_t count = 0; // of loops that are one statement now
};

BlockOperations with_block_operations(ir::Context &context,
                                      const ir::Function &function);

} // namespace mergeproof::relational
