// Pure, hash-consed expressions: within one Context, equal expressions are the
// same pointer. They are shared by all versions of a program.
//
//   Const        type, bits                 i32 7, null is Const pointer 0
//   Var          type, name                 a local scalar variable
//   GlobalAddr   name                       address of a Global (by id)
//   LocalAddr    name                       address of a local memory object
//   FunctionAddr name                       address of a function (by id)
//   Unary        op, a
//   Binary       op, a, b
//   Cast         op, a
//   Select       a ? b : c                  a is 1 bit; total, so order is free
//   Load         type, a = address          the bytes there, little-endian, now
//   Valid        a = address, b = size      1 bit: [a, a+b) lies inside one
//   live
//                                           object, and a is not null (b may be
//                                           0; i64). Reads which objects live.
//
// Load and Valid read the memory as it is when the statement that contains them
// runs. A Load whose address is not valid reads unspecified bytes: every
// access is guarded by a `check`. Expressions have no other effect or input.
//
// An access is typed where the source says that an object of this type is
// there: by declarations alone, not by a cast, a union or a bit-field, nor
// where C may access anything (a character type); and it is aligned as its
// size. Only solvers look at this: typed accesses of two types are apart.
#pragma once

#include "ir/type.h"

#include <cstdint>
#include <string_view>

namespace mergeproof::ir {

// Text owned by the Context; equal text compares equal.
using Symbol = std::string_view;

enum class ExprKind : std::uint8_t {
  Const,
  Var,
  GlobalAddr,
  LocalAddr,
  FunctionAddr,
  Unary,
  Binary,
  Cast,
  Select,
  Load,
  Valid
};

enum class Op : std::uint8_t {
  None,
#define UNARY_OP(name, text) name,
#define BINARY_OP(name, text) name,
#define CAST_OP(name, text) name,
#include "ir/expr.def"
};

const char *to_text(Op op);

using Bits = unsigned __int128;

// What the source says of an access.
struct Access {
  bool is_typed = false;
  // "struct node+12": it is of a member of that record, and where that lies;
  // typed members of one record at two places are apart. Empty: nothing is
  // said.
  Symbol member = {};
  bool operator==(const Access &) const = default;
};

inline constexpr std::uint32_t max_tree_size = 1 << 20;

struct Expr {
  ExprKind kind = ExprKind::Const;
  Op op = Op::None;
  Scalar type;
  Bits bits = 0; // Const: zero above the width
  Symbol name = {};
  const Expr *a = nullptr;
  const Expr *b = nullptr;
  const Expr *c = nullptr;

  std::uint64_t hash = 0;      // structural; the same on every machine and run
  Access access;               // Load
  bool reads_memory = false;   // contains Load
  bool reads_objects = false;  // contains Valid
  std::uint32_t tree_size = 1; // nodes, as often as they are written; at most
                               // max_tree_size
};

} // namespace mergeproof::ir
