// What is known of the C library's functions, by name (ir/library.def).
#pragma once

#include "ir/expr.h"

namespace mergeproof::ir {

// Unknown: an event that may change the memory that its arguments reach, and
// that may call functions back. The others call nobody.
enum class LibraryEffect { Unknown, Pure, Reads, Writes, Changes };

// Of a function that is only declared; one that the program defines is its own.
LibraryEffect library_effect(Symbol name);

} // namespace mergeproof::ir
