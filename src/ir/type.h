// Source types with their layout, as the target ABI lays them out.
//
// Engines compute on Scalars; a Type is what a variable, parameter or object
// was declared as: it tells the size and shape of memory, and how to write the
// declaration again in a test. Types are owned by the Context and live as long
// as it; struct types may be recursive through pointers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mergeproof::ir {

// What an expression computes: an integer of `bits` bits (signedness is in the
// operators; conditions are 1 bit, _Bool is 8 bits holding 0 or 1), an address
// (64 bits), or an IEEE float (32, 64, 80 or 128 bits).
enum class ScalarKind : std::uint8_t { Int, Pointer, Float };

struct Scalar {
  ScalarKind kind = ScalarKind::Int;
  std::uint16_t bits = 32;
  bool operator==(const Scalar &) const = default;
  // That a load or a store touches: ten of a long double, whose object has two
  // or six more.
  std::uint64_t bytes() const { return (bits + 7u) / 8u; }
  bool is_int() const { return kind == ScalarKind::Int; }
  bool is_pointer() const { return kind == ScalarKind::Pointer; }
  bool is_float() const { return kind == ScalarKind::Float; }
};

inline constexpr Scalar make_int(std::uint16_t bits) {
  return {ScalarKind::Int, bits};
}
inline constexpr Scalar bool_scalar = make_int(1);
inline constexpr Scalar size_scalar = make_int(64);
inline constexpr Scalar pointer_scalar = {ScalarKind::Pointer, 64};

enum class TypeKind : std::uint8_t {
  Void,
  Bool,
  Int,
  Float,
  Pointer,
  Array,
  Struct,
  Union,
  Function,
  Incomplete // declared only: struct foo;
};

struct Type;

// Of an enumeration, by name: what values mean to people, not part of the text
// form.
using Enumerators = std::map<std::string, std::int64_t>;

struct Field {
  std::string name; // empty: anonymous member
  const Type *type = nullptr;
  std::uint64_t offset = 0; // bytes from the start; of the storage unit for a
                            // bit-field
  std::uint32_t bit_offset =
      0;                       // bit-fields: from the storage unit's lowest bit
  std::uint32_t bit_width = 0; // 0: not a bit-field
};

struct Type {
  TypeKind kind = TypeKind::Void;
  bool is_signed = false; // Int
  bool is_const = false;
  std::uint64_t size = 0;  // bytes; 0 for void, functions, incomplete types
  std::uint32_t align = 1; // bytes
  const Type *element = nullptr;    // Pointer, Array; Function: result
  std::uint64_t count = 0;          // Array: elements; 0 = flexible or unknown
  std::vector<Field> fields;        // Struct, Union, in order of declaration
  std::vector<const Type *> params; // Function
  bool is_variadic = false;         // Function
  const Enumerators *enumerators = nullptr; // Int; null: it has none
  std::string spelling; // as C writes it: "unsigned long", "struct node"; empty
                        // when it has no name (anonymous struct)

  bool is_scalar() const {
    return kind == TypeKind::Bool || kind == TypeKind::Int ||
           kind == TypeKind::Float || kind == TypeKind::Pointer;
  }
  bool is_aggregate() const {
    return kind == TypeKind::Struct || kind == TypeKind::Union ||
           kind == TypeKind::Array;
  }
  // The scalar held by an object of this type; only for is_scalar().
  Scalar scalar() const;
};

} // namespace mergeproof::ir
