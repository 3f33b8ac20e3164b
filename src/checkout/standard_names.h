// Which header of the C library or of POSIX declares a name. Headers that are
// not on this machine often included those.
#pragma once

#include <string_view>

namespace mergeproof::checkout {

// "stdint.h" for "uint8_t"; empty: none that is known. Tags with "struct ".
std::string_view standard_header_of(std::string_view name);

} // namespace mergeproof::checkout
