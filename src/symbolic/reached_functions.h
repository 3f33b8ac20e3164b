// What a function calls by name, directly or over others.
#pragma once

#include "ir/program.h"

#include <vector>

namespace mergeproof::symbolic {

// The function and those, as far as they are defined in the program or declared
// there; each once, in the order in which they are found.
std::vector<const ir::Function *> reached_functions(const ir::Program &program,
                                                    ir::Symbol first);

} // namespace mergeproof::symbolic
