// What bytes mean: whether two types mean the same, and how wide pointers are
// in the memory of a program: 8 bytes, or 4 on a 32-bit target (-m32).
//
// Variables and arguments hold addresses as 64-bit numbers on every target
// (pointer_scalar). Where memory has only 4 bytes for one, a store is that of
// `ptrtoint i32`, the address's narrow number, and a load is followed by
// `inttoptr`, which gives the address back: nothing loads or stores a `ptr`.
//
// Law: inttoptr(ptrtoint i32 p) = p for every p that leads into an object or
// next to it, and both leave null and other numbers below 2^32 that are no
// addresses as they are.
#pragma once

#include "ir/program.h"

namespace mergeproof::ir {

// Same bytes, same meaning: names, offsets and widths of all fields agree.
// What pointers point to is not looked at.
bool is_same_layout(const Type *a, const Type *b);

inline constexpr std::uint16_t narrow_address_bits = 32;

// 4 when a type that the program names says so, else 8.
std::uint64_t pointer_bytes(const Program &program);

// Of the address that is a part of the global's initialiser: as many as the
// pointer or integer there has.
std::uint64_t relocation_bytes(const Global &global,
                               const Relocation &relocation);

} // namespace mergeproof::ir
