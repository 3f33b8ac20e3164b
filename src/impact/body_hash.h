// A function's own text as a hash: signature and body, with parameters, locals,
// objects and labels numbered by first occurrence. Renaming them, moving the
// function or changing spans leaves it the same. Of everything else that it
// names only the id counts.
#pragma once

#include "impact/digest.h"
#include "ir/program.h"

#include <vector>

namespace mergeproof::impact {

// Without the functions that it calls directly: these are listed, one for each
// call, as what they do may be known better than by their ids. Opaque
// statements count with their reason only; the caller adds what they hide.
struct BodyHash {
  Hash128 text;
  std::vector<ir::Symbol> callees;
};
BodyHash hash_body(const ir::Function &function);

// Parameters, result and flags: all that is known of a declared function.
Hash128 hash_signature(const ir::Function &function);

// Size, flags and contents; relocations by id.
Hash128 hash_global(const ir::Global &global);

} // namespace mergeproof::impact
