// The names of the uninterpreted functions between addresses and the 32-bit
// numbers that memory with 4-byte pointers holds for them.
#pragma once

namespace mergeproof::smt {

inline constexpr const char *address_to_number = "$address_to_number";
inline constexpr const char *number_to_address = "$number_to_address";

} // namespace mergeproof::smt
