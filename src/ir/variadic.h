// What a call passes to a variadic function beyond its parameters, as memory:
// an object of the frame with one record per argument.
//
//   log(fmt, 7, 2.5)    | tag of i32 | 7 | tag of f64 | 2.5 | 0 |
//                       0            8   16           24    32  40
//
// A tag tells what a read must agree with: the width, and whether it is a
// float. Addresses and 64-bit integers are alike, and so are signed and
// unsigned ones. Values are filled up with zeros to whole eight bytes. A tag of
// 0 ends the object: its bytes alone tell what was passed, so calls with more
// or fewer arguments never leave the same memory.
//
// A struct passes as several arguments: its size, as an integer of 48 bits,
// which nothing else is, and then its bytes as integers of 64 bits, the last
// filled up with zeros.
//
// A list of arguments (va_list) holds, at `variadic_cursor` in its object, the
// address of the next record; its other bytes mean nothing.
#pragma once

#include "ir/type.h"

namespace mergeproof::ir {

inline constexpr std::uint64_t variadic_cursor = 8;
inline constexpr std::uint64_t variadic_tag_size = 8;

inline constexpr Scalar variadic_struct = make_int(48);

inline std::uint64_t variadic_tag(Scalar scalar) {
  return scalar.bits | std::uint64_t(scalar.is_float()) << 16;
}
inline std::uint64_t variadic_value_size(Scalar scalar) {
  return (scalar.bytes() + 7) / 8 * 8;
}
inline std::uint64_t variadic_record_size(Scalar scalar) {
  return variadic_tag_size + variadic_value_size(scalar);
}

// The type of a list, as a parameter has it: a pointer to its only element.
inline bool is_variadic_list(const Type &type) {
  return type.spelling == "struct __va_list_tag";
}
inline bool is_variadic_list_pointer(const Type &type) {
  return type.kind == TypeKind::Pointer && type.element &&
         is_variadic_list(*type.element);
}

// Whether a list lies in an object of the type or behind it: no bytes of an
// input make one.
bool holds_variadic_list(const Type *type);

} // namespace mergeproof::ir
