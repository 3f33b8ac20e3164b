// Whether two types mean the same bytes.
#pragma once

#include "ir/type.h"

namespace mergeproof::ir {

// Same bytes, same meaning: names, offsets and widths of all fields agree.
// What pointers point to is not looked at.
bool is_same_layout(const Type *a, const Type *b);

} // namespace mergeproof::ir
