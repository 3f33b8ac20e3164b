// The C text of the native harness's runtime (harness.h, harness_*.c), as it
// was when the tool was built.
#pragma once

namespace mergeproof::check {

extern const char *const harness_header;  // "harness.h"
extern const char *const harness_runtime; // one translation unit, includes it
                                          // as "harness.h"

} // namespace mergeproof::check
