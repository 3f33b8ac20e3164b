// What is known of the C library's functions, by name (ir/library.def).
#pragma once

#include "ir/program.h"

namespace mergeproof::ir {

// Unknown: an event that may change the memory that its arguments reach, and
// that may call functions back. The others call nobody.
enum class LibraryEffect { Unknown, Pure, Reads, Writes, Changes, Renews };

// Of a function that is only declared (null: not even that). One that the
// program defines is its own, and so is one of such a name that takes what
// leads to a function: `void listen(void (*heard)(int))`.
LibraryEffect library_effect(Symbol name, const Function *declared);

} // namespace mergeproof::ir
