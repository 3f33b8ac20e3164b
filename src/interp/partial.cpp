#include "interp/partial.h"

#include "interp/arithmetic.h"

namespace mergeproof::interp {
namespace {

using ir::Bits;
using ir::Op;

Bits all_ones(unsigned width) { return cut(~Bits(0), width); }

Bits smallest(Partial a) { return a.bits & ~a.unset; }
Bits largest(Partial a) { return a.bits | a.unset; }

// Where a carry out of unset bits may come to.
Bits unset_of_sum(Partial a, Partial b, unsigned width) {
  Bits carries = (smallest(a) + smallest(b)) ^ (largest(a) + largest(b));
  return cut(a.unset | b.unset | carries, width);
}

Bits unset_of_difference(Partial a, Partial b, unsigned width) {
  Bits borrows = (smallest(a) - largest(b)) ^ (largest(a) - smallest(b));
  return cut(a.unset | b.unset | borrows, width);
}

// All from the lowest unset bit on; zero makes zero.
Bits unset_of_product(Partial a, Partial b, unsigned width) {
  if (largest(a) == 0 || largest(b) == 0)
    return 0;
  Bits unset = a.unset | b.unset;
  return cut(unset | (Bits(0) - unset), width);
}

Bits unset_of_and(Partial a, Partial b) {
  return (a.unset | b.unset) & largest(a) & largest(b);
}

Bits unset_of_or(Partial a, Partial b) {
  return (a.unset | b.unset) & ~smallest(a) & ~smallest(b);
}

// A count that is not set could be any.
Bits unset_of_shift(Op op, ir::Scalar type, Partial a, Partial b) {
  return b.unset ? all_ones(type.bits)
                 : apply_binary(op, type, a.unset, b.bits);
}

// Set bits that differ decide.
Bits unset_of_equality(Partial a, Partial b) {
  Bits unset = a.unset | b.unset;
  return unset != 0 && ((a.bits ^ b.bits) & ~unset) == 0;
}

// Decided where the ranges of the operands are apart. Signed numbers are
// ordered as unsigned ones with the sign turned over.
Bits unset_of_order(Op op, unsigned width, Partial a, Partial b) {
  if (op == Op::SLt || op == Op::SLe) {
    Bits sign = Bits(1) << (width - 1);
    a.bits ^= sign;
    b.bits ^= sign;
  }
  bool is_strict = op == Op::ULt || op == Op::SLt;
  bool is_true =
      is_strict ? largest(a) < smallest(b) : largest(a) <= smallest(b);
  bool is_false =
      is_strict ? smallest(a) >= largest(b) : smallest(a) > largest(b);
  return !is_true && !is_false;
}

Bits unset_of_binary(Op op, ir::Scalar type, Partial a, Partial b) {
  switch (op) {
  case Op::Add:
  case Op::PtrAdd:
    return unset_of_sum(a, b, type.bits);
  case Op::Sub:
    return unset_of_difference(a, b, type.bits);
  case Op::Mul:
    return unset_of_product(a, b, type.bits);
  case Op::And:
    return unset_of_and(a, b);
  case Op::Or:
    return unset_of_or(a, b);
  case Op::Xor:
    return a.unset | b.unset;
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return unset_of_shift(op, type, a, b);
  case Op::Eq:
  case Op::Ne:
    return unset_of_equality(a, b);
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
    return unset_of_order(op, type.bits, a, b);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::FAdd:
  case Op::FSub:
  case Op::FMul:
  case Op::FDiv:
    return all_ones(type.bits);
  case Op::FEq:
  case Op::FNe:
  case Op::FLt:
  case Op::FLe:
  case Op::SAddOverflow:
  case Op::SSubOverflow:
  case Op::SMulOverflow:
  case Op::UAddOverflow:
  case Op::USubOverflow:
  case Op::UMulOverflow:
    return 1;
#define UNARY_OP(name, text) case Op::name:
#define CAST_OP(name, text) case Op::name:
#include "ir/expr.def"
  case Op::None:
    break;
  }
  return all_ones(type.bits);
}

bool is_rearrangement(Op op) {
  return op == Op::ZExt || op == Op::SExt || op == Op::Trunc ||
         op == Op::PtrToInt || op == Op::IntToPtr;
}

} // namespace

Partial partial_unary(Op op, ir::Scalar type, Partial a) {
  Partial result{apply_unary(op, type, a.bits), a.unset};
  if (op == Op::Neg)
    result.unset = unset_of_difference({}, a, type.bits);
  return result;
}

Partial partial_binary(Op op, ir::Scalar type, Partial a, Partial b) {
  Partial result{apply_binary(op, type, a.bits, b.bits), 0};
  if (a.unset || b.unset)
    result.unset = unset_of_binary(op, type, a, b);
  return result;
}

Partial partial_cast(Op op, ir::Scalar to, ir::Scalar from, Partial a) {
  Partial result{apply_cast(op, to, from, a.bits), 0};
  if (is_rearrangement(op))
    result.unset = apply_cast(op, to, from, a.unset);
  else if (a.unset)
    result.unset = all_ones(to.bits);
  return result;
}

} // namespace mergeproof::interp
