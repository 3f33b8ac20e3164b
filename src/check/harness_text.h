// The native harness's runtime (harness.h, harness_*.c), as it was when the
// tool was built.
#pragma once

#include <string_view>

namespace mergeproof::check {

extern const char *const harness_header; // "harness.h", for what is compiled
                                         // with the runtime
std::string_view harness_runtime();      // an object file, for this machine
std::string_view harness_source();       // what it was compiled from

} // namespace mergeproof::check
