#include "interp/arithmetic.h"

#include "interp/float_arithmetic.h"
#include "support/check.h"

namespace mergeproof::interp {
namespace {

using ir::Op;

Bits negate(Bits a, unsigned width) { return cut(Bits(0) - a, width); }

bool is_negative(Bits a, unsigned width) { return a >> (width - 1) & 1; }

Bits magnitude(Bits a, unsigned width) {
  return is_negative(a, width) ? negate(a, width) : a;
}

Bits divide(Bits a, Bits b, unsigned width) {
  return b == 0 ? cut(~Bits(0), width) : a / b;
}

Bits divide_signed(Bits a, Bits b, unsigned width) {
  Bits quotient = divide(magnitude(a, width), magnitude(b, width), width);
  return is_negative(a, width) == is_negative(b, width)
             ? quotient
             : negate(quotient, width);
}

Bits remainder_signed(Bits a, Bits b, unsigned width) {
  if (b == 0)
    return a;
  Bits rest = magnitude(a, width) % magnitude(b, width);
  return is_negative(a, width) ? negate(rest, width) : rest;
}

Bits shift_right_signed(Bits a, Bits by, unsigned width) {
  unsigned count = by >= width ? width - 1 : unsigned(by);
  return cut(static_cast<Bits>(to_signed(a, width) >> count), width);
}

Bits shift(Op op, Bits a, Bits by, unsigned width) {
  if (op == Op::AShr)
    return shift_right_signed(a, by, width);
  if (by >= width)
    return 0;
  return op == Op::Shl ? cut(a << unsigned(by), width) : a >> unsigned(by);
}

bool fits_signed(__int128 value, unsigned width) {
  return to_signed(cut(static_cast<Bits>(value), width), width) == value;
}

bool overflows_signed(Op op, Bits a, Bits b, unsigned width) {
  __int128 x = to_signed(a, width), y = to_signed(b, width), exact = 0;
  bool overflows = op == Op::SAddOverflow ? __builtin_add_overflow(x, y, &exact)
                   : op == Op::SSubOverflow
                       ? __builtin_sub_overflow(x, y, &exact)
                       : __builtin_mul_overflow(x, y, &exact);
  return overflows || !fits_signed(exact, width);
}

bool overflows_unsigned(Op op, Bits a, Bits b, unsigned width) {
  Bits exact = 0;
  bool overflows = op == Op::UAddOverflow ? __builtin_add_overflow(a, b, &exact)
                   : op == Op::USubOverflow
                       ? __builtin_sub_overflow(a, b, &exact)
                       : __builtin_mul_overflow(a, b, &exact);
  return overflows || cut(exact, width) != exact;
}

bool compare(Op op, Bits a, Bits b, unsigned width) {
  if (op == Op::Eq || op == Op::Ne)
    return (a == b) == (op == Op::Eq);
  if (op == Op::ULt)
    return a < b;
  if (op == Op::ULe)
    return a <= b;
  __int128 x = to_signed(a, width), y = to_signed(b, width);
  return op == Op::SLt ? x < y : x <= y;
}

} // namespace

Bits apply_unary(Op op, ir::Scalar type, Bits a) {
  if (op == Op::Not)
    return cut(~a, type.bits);
  if (op == Op::Neg)
    return negate(a, type.bits);
  CHECK(op == Op::FNeg);
  return a ^ (Bits(1) << (type.bits - 1));
}

Bits apply_binary(Op op, ir::Scalar type, Bits a, Bits b) {
  unsigned width = type.bits;
  switch (op) {
  case Op::Add:
  case Op::PtrAdd:
    return cut(a + b, width);
  case Op::Sub:
    return cut(a - b, width);
  case Op::Mul:
    return cut(a * b, width);
  case Op::UDiv:
    return divide(a, b, width);
  case Op::SDiv:
    return divide_signed(a, b, width);
  case Op::URem:
    return b == 0 ? a : a % b;
  case Op::SRem:
    return remainder_signed(a, b, width);
  case Op::And:
    return a & b;
  case Op::Or:
    return a | b;
  case Op::Xor:
    return a ^ b;
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return shift(op, a, b, width);
  case Op::Eq:
  case Op::Ne:
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
    return compare(op, a, b, width);
  case Op::SAddOverflow:
  case Op::SSubOverflow:
  case Op::SMulOverflow:
    return overflows_signed(op, a, b, width);
  case Op::UAddOverflow:
  case Op::USubOverflow:
  case Op::UMulOverflow:
    return overflows_unsigned(op, a, b, width);
  case Op::FAdd:
  case Op::FSub:
  case Op::FMul:
  case Op::FDiv:
  case Op::FEq:
  case Op::FNe:
  case Op::FLt:
  case Op::FLe:
    return apply_float(op, width, a, b);
#define UNARY_OP(name, text) case Op::name:
#define CAST_OP(name, text) case Op::name:
#include "ir/expr.def"
  case Op::None:
    break;
  }
  support::fail_check("a binary operator", __FILE__, __LINE__);
}

Bits apply_cast(Op op, ir::Scalar to, ir::Scalar from, Bits a) {
  switch (op) {
  case Op::ZExt:
  case Op::PtrToInt:
  case Op::IntToPtr:
    return a;
  case Op::SExt:
    return cut(static_cast<Bits>(to_signed(a, from.bits)), to.bits);
  case Op::Trunc:
    return cut(a, to.bits);
  case Op::SIntToFloat:
    return float_from_signed(to_signed(a, from.bits), to.bits);
  case Op::UIntToFloat:
    return float_from_unsigned(a, to.bits);
  case Op::FloatToSInt:
    return float_to_signed(a, from.bits, to.bits);
  case Op::FloatToUInt:
    return float_to_unsigned(a, from.bits, to.bits);
  case Op::FloatToFloat:
    return float_to_float(a, from.bits, to.bits);
#define UNARY_OP(name, text) case Op::name:
#define BINARY_OP(name, text) case Op::name:
#include "ir/expr.def"
  case Op::None:
    break;
  }
  support::fail_check("a cast", __FILE__, __LINE__);
}

} // namespace mergeproof::interp
