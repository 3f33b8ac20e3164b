// Bytes of a struct that no member has: a struct that is assigned as a whole
// takes them along, one that is assigned member by member does not. Nobody
// looks at them, but for who compares or writes out structs as bytes.
#pragma once

#include "ir/type.h"

#include <cstdint>
#include <vector>

namespace mergeproof::symbolic {

// How a run takes copies of structs that have such bytes.
struct Padding {
  bool is_left = false; // it stays as it was; assumes PaddingIsNotRead
  bool is_met = false;  // some was copied, or would have been
  bool is_read = false; // perhaps: numbers were read that are no members
};

// By byte of an object of the type, whether a member has it; all of what is no
// struct. Empty: all of it, or it is larger than `most_bytes`.
std::vector<bool> bytes_of_members(const ir::Type &type,
                                   std::uint64_t most_bytes);

// Whether all of them are of members; `members` may be empty.
bool are_of_members(const std::vector<bool> &members, std::uint64_t at,
                    std::uint64_t bytes);

} // namespace mergeproof::symbolic
