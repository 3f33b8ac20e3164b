// What bytes mean: whether two types mean the same, layouts of structs that are
// given, and how wide pointers are in the memory of a program: 8 bytes, or 4 on
// a 32-bit target (-m32).
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

#include <map>
#include <string>

namespace mergeproof::ir {

// Same bytes, same meaning: names, offsets and widths of all fields agree.
// What pointers point to is not looked at.
bool is_same_layout(const Type *a, const Type *b);

// Of a struct or union, in place of the target's own: the same in versions that
// declare other members (impact/common_layouts.h).
struct RecordLayout {
  std::uint64_t size = 0; // bytes
  std::uint32_t align = 1;
  bool is_union = false;
  // Bytes from the start, of every member that the version has, by name; those
  // without a name: member_without_name().
  std::map<std::string, std::uint64_t> offsets;
  bool operator==(const RecordLayout &) const = default;
};

// A member without a name, by that of the first member in it.
inline std::string member_without_name(const std::string &first) {
  return "#" + first;
}

// By Type::spelling. One that is not in it is laid out by the target.
using RecordLayouts = std::map<std::string, RecordLayout>;

inline constexpr std::uint16_t narrow_address_bits = 32;

// 4 when a type that the program names says so, else 8.
std::uint64_t pointer_bytes(const Program &program);

// Of the address that is a part of the global's initialiser: as many as the
// pointer or integer there has.
std::uint64_t relocation_bytes(const Global &global,
                               const Relocation &relocation);

} // namespace mergeproof::ir
