// What a function refers to.
#pragma once

#include "ir/program.h"

#include <set>

namespace mergeproof::ir {

// The ids of functions and globals that its body names.
std::set<Symbol> named_symbols(const Function &function);

} // namespace mergeproof::ir
