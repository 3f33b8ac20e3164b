// Functions and globals that a function may touch by name.
#pragma once

#include "ir/program.h"

#include <set>

namespace mergeproof::interp {

// These functions, and all functions and globals that they may touch by name.
ir::Program reachable_part(const ir::Program &program,
                           const std::set<ir::Symbol> &functions);

} // namespace mergeproof::interp
