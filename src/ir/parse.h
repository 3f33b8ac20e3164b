// Reads the text form of ir/print.h: parse(print(p)) = p, up to spans, hashes
// of left out text, and the members of struct types.
//
// Errors name the line. Any text gives a program or an error; a program that
// was parsed need not pass verify(), but every expression in it is well typed.
#pragma once

#include "ir/context.h"
#include "ir/program.h"
#include "support/result.h"

#include <string_view>

namespace mergeproof::ir {

support::Result<Program> parse_program(Context &context, std::string_view text);

} // namespace mergeproof::ir
