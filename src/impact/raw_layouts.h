// Which functions depend on where the members of a struct lie that versions
// declare differently, other than by naming members that lie in one place in
// all of them: by casts, memcpy() of so many bytes, pointers that are handed on
// as something else.
//
//     struct s { int a; int b; };     A:  struct s { int a; int z; int b; };
//     s->a                            the same member at the same place
//     ((const int *)s)[1]             b, and z in A
//
// To bytes these are the same in both versions, to people they are not: such
// code is the same only where the struct is (ir::Function::raw_layouts). What
// goes through memory, say a pointer that is stored as void * and read
// elsewhere, is taken for such a use where it is stored.
#pragma once

#include "ir/program.h"

#include <vector>

namespace mergeproof::impact {

// Sets Function::raw_layouts of one program for each version.
void note_raw_layouts(std::vector<ir::Program> &versions);

} // namespace mergeproof::impact
