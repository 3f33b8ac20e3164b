// Functions of the C library that are C themselves (models/*.c): what
// calls back, and what needs nothing of the machine. A run links them.
#pragma once

namespace mergeproof::interp {

extern const char *const library_models; // one translation unit

} // namespace mergeproof::interp
