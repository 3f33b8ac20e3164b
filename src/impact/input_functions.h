// Functions that no input of a merge points to.
//
// An input is a state that every version can be in: a pointer in it leads to a
// function that every version has. What only some versions have is called
// through a pointer where code or initial contents that are reached name it,
// and nowhere else.
//
//     O: void run(void (*test)(void)) { test(); }
//     A: the same, and static void test_long_names(void)
//
// run() of A is run() of O: a caller that hands in the new test names it.
#pragma once

#include "impact/call_graph.h"
#include "ir/program.h"

#include <set>
#include <vector>

namespace mergeproof::impact {

// Ids, of all versions together, that some version neither defines nor
// declares. Where one was removed and another one was added that takes the same
// and whose address is taken, too, the second may be the first under another
// name: both are left out.
std::set<ir::Symbol>
find_no_inputs(const std::vector<const ir::Program *> &programs,
               const std::vector<CallGraph> &graphs);

} // namespace mergeproof::impact
