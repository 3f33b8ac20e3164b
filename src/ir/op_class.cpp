#include "ir/op_class.h"

#include "ir/layout.h"

namespace mergeproof::ir {
namespace {

// As wide as addresses are here, or as in the memory of 32-bit targets.
bool is_address_number(Scalar number, Scalar address) {
  return number.is_int() &&
         (number.bits == address.bits || number.bits == narrow_address_bits);
}

} // namespace

OpClass class_of(Op op) {
  switch (op) {
  case Op::None:
    return OpClass::None;
  case Op::Not:
  case Op::Neg:
    return OpClass::IntUnary;
  case Op::FNeg:
    return OpClass::FloatUnary;
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return OpClass::IntBinary;
  case Op::FAdd:
  case Op::FSub:
  case Op::FMul:
  case Op::FDiv:
    return OpClass::FloatBinary;
  case Op::PtrAdd:
    return OpClass::PointerBinary;
  case Op::Eq:
  case Op::Ne:
  case Op::ULt:
  case Op::ULe:
    return OpClass::IntOrPointerCompare;
  case Op::SLt:
  case Op::SLe:
  case Op::SAddOverflow:
  case Op::SSubOverflow:
  case Op::SMulOverflow:
  case Op::UAddOverflow:
  case Op::USubOverflow:
  case Op::UMulOverflow:
    return OpClass::IntCompare;
  case Op::FEq:
  case Op::FNe:
  case Op::FLt:
  case Op::FLe:
    return OpClass::FloatCompare;
#define CAST_OP(name, text) case Op::name:
#include "ir/expr.def"
    return OpClass::Cast;
  }
  return OpClass::None;
}

bool compares_integers(Op op) {
  return class_of(op) == OpClass::IntOrPointerCompare || op == Op::SLt ||
         op == Op::SLe;
}

bool is_cast_right(Op op, Scalar to, Scalar from) {
  if (class_of(op) != OpClass::Cast)
    return false;
  if (op == Op::ZExt || op == Op::SExt)
    return to.is_int() && from.is_int() && to.bits > from.bits;
  if (op == Op::Trunc)
    return to.is_int() && from.is_int() && to.bits < from.bits;
  if (op == Op::PtrToInt)
    return from.is_pointer() && is_address_number(to, from);
  if (op == Op::IntToPtr)
    return to.is_pointer() && is_address_number(from, to);
  if (op == Op::SIntToFloat || op == Op::UIntToFloat)
    return to.is_float() && from.is_int();
  if (op == Op::FloatToSInt || op == Op::FloatToUInt)
    return to.is_int() && from.is_float();
  return to.is_float() && from.is_float() && to.bits != from.bits;
}

} // namespace mergeproof::ir
