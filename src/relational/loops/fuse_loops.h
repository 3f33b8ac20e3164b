// Puts loops that count alike into one: what a later one does in a turn follows
// what the earlier one does in that turn.
//
//     i = 0; loop { i < n;  a += p[i];  i++ }         i = 0; i' = 0;
//     i = 0; loop { i < n;  b += q[i];  i++ }   ==>   loop { i < n;
//                                                       a += p[i];  i++;
//                                                       b += q[i'];  i'++ }
//                                                     i = i';
//
// Law: on every input the function ends as before, and then everything is as it
// was (tests/unit/relational_fuse_test); which check of several fails first may
// change, and what was written before it. Both loops are CountedLoops with the
// same first value, bound and step; no turn of the second touches what a later
// turn of the first touches, and what stands between them nothing of the first.
// Assumes InObjectArithmetic.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <optional>

namespace mergeproof::relational {

// Nothing: no loops go together.
std::optional<ir::Function> fuse_loops(ir::Context &context,
                                       const ir::Function &function);

} // namespace mergeproof::relational
