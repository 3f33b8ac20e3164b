// Other ids for functions of a program, wherever it names them: definitions,
// calls, addresses, initialisers.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <map>

namespace mergeproof::ir {

// Old ids to new ones that the program does not have; names stay.
using FunctionIds = std::map<Symbol, Symbol>;

Program rename_functions(Context &context, Program program,
                         const FunctionIds &ids);

} // namespace mergeproof::ir
