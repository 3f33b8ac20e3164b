// Functions of <string.h> that look at bytes, as loops: versions that write a
// loop and versions that call strlen(), strchr() or memcmp() are alike then.
//
//     n = strlen(s);   ==>   block call of strlen {
//                              loop { if *p == 0 break;  p = p + 1 }  … }
//
// Law: a function with such bodies ends as before on every input
// (tests/unit/relational_library_bodies_test), but that what strcmp() and its
// kin return is a number of the right sign: their calls are taken only where
// nothing but the sign matters. Assumes LibraryReadsWhatDecides: no byte behind
// the one that decides the result is looked at, but by memcmp(), which may look
// at all of them.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::relational {

// How often the function itself calls each of those functions that the program
// leaves to the library.
std::map<std::string, std::size_t>
count_library_calls(const ir::Program &program, const ir::Function &function);

// With bodies in the place of calls of the functions with these names.
ir::Function with_library_bodies(ir::Context &context,
                                 const ir::Program &program,
                                 const ir::Function &function,
                                 const std::set<std::string> &names);

} // namespace mergeproof::relational
