// Other ids for functions and global variables of a program, wherever it names
// them: definitions, calls, addresses, initialisers.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <map>

namespace mergeproof::ir {

// Old ids to new ones that the program does not have; names stay. No function
// has the id of a variable.
using SymbolIds = std::map<Symbol, Symbol>;

Program rename_symbols(Context &context, Program program, const SymbolIds &ids);

} // namespace mergeproof::ir
