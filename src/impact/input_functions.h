// Functions that no input of a merge points to.
//
// An input is a state that every version can be in: a pointer in it leads to no
// function that one branch added. That is called through a pointer where code
// or initial contents that are reached name it, and nowhere else.
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

// Ids, of all versions together: of functions that the first version, the base,
// lacks and one parent at most has. Two parents may have made it different
// things. Where some version lacks another one with as many parameters whose
// address is taken, too, a new one may be that under another name: then it is
// none of them.
std::set<ir::Symbol>
find_no_inputs(const std::vector<const ir::Program *> &programs,
               const std::vector<CallGraph> &graphs);

} // namespace mergeproof::impact
