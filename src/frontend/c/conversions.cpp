#include "frontend/c/arithmetic.h"
#include "frontend/c/clang_headers.h"
#include "ir/layout.h"

namespace mergeproof::frontend::c {

using ir::Op;

ir::Bits to_bits(const llvm::APInt &number) {
  llvm::APInt wide = number.zextOrTrunc(128);
  return ir::Bits(wide.getLoBits(64).getZExtValue()) |
         ir::Bits(wide.lshr(64).getZExtValue()) << 64;
}

// After an Opaque statement a value of the right shape is still needed.
Value Arithmetic::opaque_value(clang::QualType type,
                               const std::string &reason) {
  opaque(reason);
  return capture(zero(types_.scalar(type).value_or(ir::make_int(32))));
}

const llvm::fltSemantics &semantics_of(ir::Scalar scalar) {
  return scalar.bits == 32   ? llvm::APFloat::IEEEsingle()
         : scalar.bits == 64 ? llvm::APFloat::IEEEdouble()
                             : llvm::APFloat::x87DoubleExtended();
}

Value Arithmetic::float_constant(const llvm::APFloat &number,
                                 ir::Scalar scalar) {
  return context.constant(scalar, to_bits(number.bitcastToAPInt()));
}

Value Arithmetic::truth(Value v) {
  if (v->type == ir::bool_scalar)
    return v;
  if (v->op == Op::ZExt && v->a->type == ir::bool_scalar)
    return v->a;
  if (v->kind == ir::ExprKind::LocalAddr)
    return context.boolean(true);
  if (v->type.is_float())
    return context.binary(Op::FNe, v, zero(v->type));
  return fold.binary(Op::Ne, v, zero(v->type));
}

Value Arithmetic::boolean_value(Value condition, clang::QualType type) {
  auto scalar = types_.scalar(type).value_or(ir::make_int(32));
  return fold.cast(Op::ZExt, scalar, condition);
}

namespace {

constexpr unsigned float_digits = 24, double_digits = 53;

// The most that the integer has, without its sign.
unsigned digits_of(Value v, bool is_signed) {
  if (is_const(v)) {
    ir::Bits size = is_signed && signed_value(v) < 0
                        ? static_cast<ir::Bits>(-__int128(signed_value(v)))
                        : v->bits;
    unsigned digits = 0;
    for (; digits < v->type.bits && (size >> digits) != 0; digits++) {
    }
    return digits;
  }
  if (v->op == Op::SExt || v->op == Op::ZExt)
    return v->a->type.bits;
  return v->type.bits - unsigned(is_signed);
}

} // namespace

// An integer with more digits than the float keeps them in x87's registers.
Value Arithmetic::int_to_float(Value v, bool is_signed, ir::Scalar target) {
  unsigned digits = digits_of(v, is_signed);
  unsigned kept = target.bits == 32   ? float_digits
                  : target.bits == 64 ? double_digits
                                      : v->type.bits;
  if (types_.has_excess_precision() && digits > kept)
    opaque(excess_precision);
  return context.cast(is_signed ? Op::SIntToFloat : Op::UIntToFloat, target, v);
}

Value Arithmetic::address_number(Value pointer) {
  return fold.cast(Op::PtrToInt,
                   types_.has_narrow_addresses()
                       ? ir::make_int(ir::narrow_address_bits)
                       : ir::size_scalar,
                   pointer);
}

Value Arithmetic::to_address(Value number, bool is_signed) {
  unsigned bits = types_.has_narrow_addresses() ? ir::narrow_address_bits
                                                : ir::pointer_scalar.bits;
  return fold.cast(Op::IntToPtr, ir::pointer_scalar,
                   fold.resize(number, bits, is_signed));
}

Value Arithmetic::load(ir::Scalar scalar, Value address, ir::Access access) {
  if (!scalar.is_pointer() || !types_.has_narrow_addresses())
    return context.load(scalar, address, access);
  ir::Scalar number = ir::make_int(ir::narrow_address_bits);
  return to_address(context.load(number, address), false);
}

void Arithmetic::store(Value address, Value value, ir::Access access) {
  if (value->type.is_pointer() && types_.has_narrow_addresses())
    emit(ir::Store{address, address_number(value)});
  else
    emit(ir::Store{
        address, value, {access.is_typed, context.symbol(access.member)}});
}

// Between scalar types, as a cast does.
Value Arithmetic::convert(Value v, clang::QualType from, clang::QualType to) {
  from = plain_type(from), to = plain_type(to);
  auto target = types_.scalar(to);
  if (const char *reason = types_.unsupported(to))
    return opaque_value(to, reason);
  if (!target)
    return opaque_value(to, "conversion to " + to.getAsString());
  if (to->isBooleanType())
    return from->isBooleanType() ? v : boolean_value(truth(v), to);
  bool is_from_signed = types_.is_signed(from);
  if (v->type.is_int() && target->is_int())
    return fold.resize(v, target->bits, is_from_signed);
  if (v->type.is_pointer() && target->is_pointer())
    return v;
  if (v->type.is_pointer() && target->is_int())
    return fold.resize(address_number(v), target->bits, false);
  if (v->type.is_int() && target->is_pointer())
    return to_address(v, is_from_signed);
  if (v->type.is_int() && target->is_float())
    return int_to_float(v, is_from_signed, *target);
  if (v->type.is_float() && target->is_float())
    return v->type == *target ? v : context.cast(Op::FloatToFloat, *target, v);
  if (v->type.is_float() && target->is_int())
    return float_to_int(v, to);
  return opaque_value(to, "conversion to " + to.getAsString());
}

// In range means: cutting the fraction off gives a value of the type.
Value Arithmetic::float_to_int(Value v, clang::QualType to) {
  ir::Scalar target = *types_.scalar(to);
  bool is_signed = types_.is_signed(to);
  const llvm::fltSemantics &semantics = semantics_of(v->type);
  auto bound = [&](const llvm::APSInt &number, bool &is_exact) {
    llvm::APFloat result(semantics);
    is_exact = result.convertFromAPInt(number, number.isSigned(),
                                       llvm::APFloat::rmTowardZero) ==
               llvm::APFloat::opOK;
    return float_constant(result, v->type);
  };
  unsigned wide = target.bits + 2;
  llvm::APSInt above(llvm::APInt::getOneBitSet(wide, is_signed ? target.bits - 1
                                                               : target.bits),
                     /*isUnsigned=*/false);
  llvm::APSInt low = is_signed ? -above : llvm::APSInt(wide, false);
  llvm::APSInt below = low;
  --below;
  bool is_exact = false, is_below_exact = false, is_limit_exact = false;
  Value limit = bound(above, is_limit_exact);
  Value open = bound(below, is_below_exact), closed = bound(low, is_exact);
  check(
      ir::CheckKind::FloatOverflow,
      fold.both(is_below_exact ? context.binary(Op::FLt, open, v)
                               : context.binary(Op::FLe, closed, v),
                context.binary(is_limit_exact ? Op::FLt : Op::FLe, v, limit)));
  return context.cast(is_signed ? Op::FloatToSInt : Op::FloatToUInt, target, v);
}

} // namespace mergeproof::frontend::c
