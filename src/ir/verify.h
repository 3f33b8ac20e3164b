// Lists what is wrong with a program: every rule of the IR headers that does
// not hold, one line each, in a fixed order; nothing when all hold.
//
//   function f: variable 'x' is not declared in: x = add(y, 1:i32);
//
// Rules: operands have the widths that ir/expr.def asks for; conditions are 1
// bit; stored and loaded scalars fill whole bytes; sizes are i64; variables,
// local objects and labels are declared, once, and used as declared; Break and
// Continue name an enclosing statement; Return agrees with the result; globals
// have as many bytes as their size, relocations lie inside; ids agree with
// the maps' keys; addresses name something in the program. Whether a direct
// call agrees with its callee is not asked: separately compiled C may disagree.
#pragma once

#include "ir/program.h"

#include <string>
#include <vector>

namespace mergeproof::ir {

enum class Holes { Forbidden, Allowed }; // Allowed: a skeleton

std::vector<std::string> verify(const Program &program,
                                Holes holes = Holes::Forbidden);

// One function by itself: addresses of globals and functions are not looked up.
std::vector<std::string> verify(const Function &function,
                                Holes holes = Holes::Forbidden);

} // namespace mergeproof::ir
