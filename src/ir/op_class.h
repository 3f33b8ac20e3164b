// Which operands an operator takes.
#pragma once

#include "ir/expr.h"

namespace mergeproof::ir {

enum class OpClass : std::uint8_t {
  None,
  IntUnary,
  FloatUnary,
  IntBinary,
  FloatBinary,
  PointerBinary, // PtrAdd
  IntOrPointerCompare,
  IntCompare,
  FloatCompare,
  Cast
};

OpClass class_of(Op op);

// Whether two integers or addresses are equal, or one is smaller: the operator.
bool compares_integers(Op op);

// Whether a cast by `op` goes from `from` to `to`.
bool is_cast_right(Op op, Scalar to, Scalar from);

} // namespace mergeproof::ir
