// Where objects of type _Bool lie: these hold 0 or 1, whatever else their bytes
// could be, and no caller hands in another one.
#pragma once

#include "ir/type.h"
#include "verdict/witness.h"

namespace mergeproof::verdict {

// `from` bytes on there are one or several objects of the type in a row; a null
// type has none.
bool are_bools(const WitnessBytes &bytes, const ir::Type *type,
               std::uint64_t from = 0);
// Makes them so.
void make_bools(WitnessBytes &bytes, const ir::Type *type,
                std::uint64_t from = 0);

} // namespace mergeproof::verdict
