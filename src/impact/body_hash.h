// A function's own text as a hash: signature and body, with parameters, locals,
// objects and labels numbered by first occurrence. Renaming them, moving the
// function or changing spans leaves it the same. Of everything else that it
// names only the id counts, unless `callee` knows better.
#pragma once

#include "impact/digest.h"
#include "ir/program.h"

#include <functional>
#include <optional>

namespace mergeproof::impact {

// What a direct call to `id` does; nullopt: the id itself decides.
using CalleeHash = std::function<std::optional<Hash128>(ir::Symbol id)>;

// Opaque statements count with their reason only; the caller adds what they
// hide.
Hash128 hash_function(const ir::Function &function, const CalleeHash &callee);

// Parameters, result and flags: all that is known of a declared function.
Hash128 hash_signature(const ir::Function &function);

// Size, flags and contents; relocations by id.
Hash128 hash_global(const ir::Global &global);

} // namespace mergeproof::impact
