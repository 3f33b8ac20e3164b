// What C leaves to compilers and the body of a function depends on, perhaps:
// clang's choice is taken, and another compiler may make another one.
#pragma once

#include "ir/program.h"

#include <clang/AST/Decl.h>

namespace mergeproof::frontend::c {

ir::CompilerChoices compiler_choices(const clang::FunctionDecl &function);

} // namespace mergeproof::frontend::c
