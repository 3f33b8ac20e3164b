#include "frontend/c/arithmetic.h"

#include "frontend/c/clang_headers.h"
#include "ir/layout.h"

namespace mergeproof::frontend::c {
namespace {

using clang::BinaryOperatorKind;
using ir::Op;

// Bits that a two's complement number needs to hold every value of v.
unsigned signed_width(Value v) {
  if (is_const(v)) {
    __int128 value = signed_value(v);
    unsigned width = 1;
    while (value != 0 && value != -1)
      value >>= 1, width++;
    return v->type.bits <= 64 ? width : v->type.bits;
  }
  if (v->op == Op::SExt)
    return v->a->type.bits;
  if (v->op == Op::ZExt)
    return v->a->type.bits + 1u;
  return v->type.bits;
}

bool can_overflow(Op op, Value a, Value b) {
  unsigned x = signed_width(a), y = signed_width(b);
  unsigned needed = op == Op::Mul ? x + y : std::max(x, y) + 1;
  return needed > a->type.bits;
}

Op overflow_test(Op op) {
  return op == Op::Add   ? Op::SAddOverflow
         : op == Op::Sub ? Op::SSubOverflow
                         : Op::SMulOverflow;
}

bool is_number_of_pointer(Value v) {
  return v->kind == ir::ExprKind::Cast && v->op == Op::PtrToInt;
}

Value smallest(ir::Context &context, ir::Scalar type) {
  return context.constant(type, ir::Bits(1) << (type.bits - 1));
}

} // namespace

Value Arithmetic::add_like(Op op, Value a, Value b, clang::QualType type) {
  bool is_checked =
      types_.is_signed(type) && !ast_.getLangOpts().isSignedOverflowDefined();
  if (is_checked && a->type.bits >= 32 && can_overflow(op, a, b))
    check(ir::CheckKind::SignedOverflow,
          fold.negate(fold.binary(overflow_test(op), a, b)));
  return combined(op, a, b);
}

// C says nothing of how far numbers of pointers are apart: one of them may be
// null, and the distance the other's number. No pointer_difference().
Value Arithmetic::combined(Op op, Value a, Value b) {
  if (op == Op::Sub && is_number_of_pointer(a) && is_number_of_pointer(b))
    return fold.binary(Op::Add, a, fold.unary(Op::Neg, b));
  return fold.binary(op, a, b);
}

Value Arithmetic::negative(Value a, clang::QualType type) {
  if (a->type.is_float())
    return fold.unary(Op::FNeg, a);
  bool is_checked =
      types_.is_signed(type) && !ast_.getLangOpts().isSignedOverflowDefined();
  if (is_checked && signed_width(a) >= a->type.bits)
    check(ir::CheckKind::SignedOverflow,
          fold.binary(Op::Ne, a, smallest(context, a->type)));
  return fold.unary(Op::Neg, a);
}

Value Arithmetic::divide(Op op, Value a, Value b, clang::QualType type) {
  check(ir::CheckKind::DivisionByZero, fold.binary(Op::Ne, b, zero(b->type)));
  if (types_.is_signed(type) && signed_width(a) >= a->type.bits) {
    Value minus_one = context.integer(b->type.bits, -1);
    check(ir::CheckKind::SignedOverflow,
          fold.either(fold.binary(Op::Ne, b, minus_one),
                      fold.binary(Op::Ne, a, smallest(context, a->type))));
  }
  return fold.binary(op, a, b);
}

// What UBSan's "shift" group asks for: the count is in range, and a signed left
// shift moves no bit into or beyond the sign.
Value Arithmetic::shift(BinaryOperatorKind op, Value a, Value b,
                        clang::QualType type) {
  unsigned width = a->type.bits;
  Value limit = context.constant(b->type, width);
  check(ir::CheckKind::BadShift, fold.binary(Op::ULt, b, limit));
  Value count = fold.resize(b, width, false);
  if (op == clang::BO_Shr)
    return fold.binary(types_.is_signed(type) ? Op::AShr : Op::LShr, a, count);
  const clang::LangOptions &options = ast_.getLangOpts();
  if (types_.is_signed(type) && !options.isSignedOverflowDefined()) {
    Value rest =
        fold.binary(Op::Sub, context.constant(a->type, width - 1), count);
    Value lost = fold.binary(Op::LShr, a, rest);
    check(ir::CheckKind::BadShift, fold.binary(Op::Eq, lost, zero(a->type)));
  }
  return fold.binary(Op::Shl, a, count);
}

// Only long double is as wide as the registers of x87.
Value Arithmetic::float_operation(Op op, Value a, Value b) {
  constexpr std::uint16_t extended = 80;
  if (types_.has_excess_precision() && a->type.bits < extended)
    opaque(excess_precision);
  return context.binary(op, a, b);
}

Value Arithmetic::float_arithmetic(BinaryOperatorKind op, Value a, Value b) {
  switch (op) {
  case clang::BO_Add:
    return float_operation(Op::FAdd, a, b);
  case clang::BO_Sub:
    return float_operation(Op::FSub, a, b);
  case clang::BO_Mul:
    return float_operation(Op::FMul, a, b);
  default:
    return float_operation(Op::FDiv, a, b);
  }
}

// Both operands and the result have `type`, but for the count of a shift.
Value Arithmetic::arithmetic(BinaryOperatorKind op, Value a, Value b,
                             clang::QualType type) {
  bool is_signed = types_.is_signed(type);
  if (a->type.is_float())
    return float_arithmetic(op, a, b);
  switch (op) {
  case clang::BO_Add:
    return add_like(Op::Add, a, b, type);
  case clang::BO_Sub:
    return add_like(Op::Sub, a, b, type);
  case clang::BO_Mul:
    return add_like(Op::Mul, a, b, type);
  case clang::BO_Div:
    return divide(is_signed ? Op::SDiv : Op::UDiv, a, b, type);
  case clang::BO_Rem:
    return divide(is_signed ? Op::SRem : Op::URem, a, b, type);
  case clang::BO_Shl:
  case clang::BO_Shr:
    return shift(op, a, b, type);
  case clang::BO_And:
    return fold.binary(Op::And, a, b);
  case clang::BO_Or:
    return fold.binary(Op::Or, a, b);
  case clang::BO_Xor:
    return fold.binary(Op::Xor, a, b);
  default:
    return opaque_value(type, "operator");
  }
}

Value Arithmetic::compare_values(clang::BinaryOperatorKind op, Value a, Value b,
                                 bool is_signed) {
  bool is_float = a->type.is_float();
  Op less = is_float ? Op::FLt : is_signed ? Op::SLt : Op::ULt;
  Op less_equal = is_float ? Op::FLe : is_signed ? Op::SLe : Op::ULe;
  switch (op) {
  case clang::BO_LT:
    return fold.binary(less, a, b);
  case clang::BO_LE:
    return fold.binary(less_equal, a, b);
  case clang::BO_GT:
    return fold.binary(less, b, a);
  case clang::BO_GE:
    return fold.binary(less_equal, b, a);
  case clang::BO_NE:
    return fold.binary(is_float ? Op::FNe : Op::Ne, a, b);
  default:
    return fold.binary(is_float ? Op::FEq : Op::Eq, a, b);
  }
}

// Null has no element behind it. Where a merge is asked about, null pointers
// are found when they are used.
void Arithmetic::check_null_arithmetic(Value pointer, Value bytes) {
  bool is_object = pointer->kind == ir::ExprKind::LocalAddr ||
                   pointer->kind == ir::ExprKind::GlobalAddr ||
                   pointer->op == Op::PtrAdd;
  if (unit.is_whole_program && !is_object)
    check(ir::CheckKind::NullPointer,
          fold.either(fold.binary(Op::Ne, pointer, context.null_pointer()),
                      fold.binary(Op::Eq, bytes, fold.size(0))));
}

// Bytes from one element to another, as a 64-bit number. On a 32-bit target,
// p + (size_t)-1 leads one element back, for addresses wrap there.
Value Arithmetic::displacement(Value index, Value size,
                               clang::QualType index_type) {
  bool is_signed = types_.is_signed(index_type);
  bool is_wide =
      index->type.bits > ir::narrow_address_bits && index->op != Op::SExt;
  bool wraps =
      types_.has_narrow_addresses() &&
      (is_wide || (!is_signed && index->type.bits == ir::narrow_address_bits));
  Value bytes = fold.resize(index, 64, is_signed);
  if (!is_const(size) || size->bits != 1)
    bytes = fold.binary(Op::Mul, bytes, size);
  if (!wraps)
    return bytes;
  return fold.resize(fold.resize(bytes, ir::narrow_address_bits, false), 64,
                     true);
}

Value Arithmetic::advance(Value pointer, Value index, clang::QualType pointee,
                          clang::QualType index_type, Op direction) {
  Value size = size_of(pointee);
  if (!size ||
      (is_const(size) && size->bits == 0 && pointee->isIncompleteType()))
    return opaque("arithmetic on pointers to objects of no known size"),
           pointer;
  Value bytes = displacement(index, size, index_type);
  if (direction == Op::Sub)
    bytes = fold.unary(Op::Neg, bytes);
  check_null_arithmetic(pointer, bytes);
  return fold.binary(Op::PtrAdd, pointer, bytes);
}

Value Arithmetic::pointer_difference(Value a, Value b,
                                     clang::QualType pointee) {
  Value size = size_of(pointee);
  if (!size || (is_const(size) && size->bits == 0))
    return opaque_value(ast_.getPointerDiffType(),
                        "difference of pointers to objects of no known size");
  Value bytes =
      fold.binary(Op::Sub, fold.cast(Op::PtrToInt, ir::size_scalar, a),
                  fold.cast(Op::PtrToInt, ir::size_scalar, b));
  if (!is_const(size) || size->bits != 1)
    bytes = fold.binary(Op::SDiv, bytes, size);
  return fold.resize(bytes, types_.scalar(ast_.getPointerDiffType())->bits,
                     true);
}

Value Arithmetic::to_size(Value bytes) {
  return fold.resize(bytes, types_.scalar(ast_.getSizeType())->bits, false);
}

Value Arithmetic::size_of(clang::QualType type) {
  const clang::VariableArrayType *array = ast_.getAsVariableArrayType(type);
  if (!array)
    return fold.size(types_.size(type));
  auto length = lengths_.find(array->getSizeExpr());
  Value element = size_of(array->getElementType());
  if (length == lengths_.end() || !element)
    return nullptr;
  return fold.binary(Op::Mul, context.var(length->second, ir::size_scalar),
                     element);
}

Value Arithmetic::swap_bytes(Value v) {
  unsigned bits = v->type.bits;
  Value result = context.constant(v->type, 0);
  for (unsigned at = 0; at < bits; at += 8) {
    Value byte = fold.binary(
        Op::And, fold.binary(Op::LShr, v, context.constant(v->type, at)),
        context.constant(v->type, 0xff));
    byte = fold.binary(Op::Shl, byte, context.constant(v->type, bits - 8 - at));
    result = at ? fold.binary(Op::Or, result, byte) : byte;
  }
  return result;
}

Value Arithmetic::reverse_bits(Value v) {
  const ir::Bits masks[] = {0x5555555555555555u, 0x3333333333333333u,
                            0x0f0f0f0f0f0f0f0fu};
  for (unsigned step = 0; step < 3; step++) {
    Value mask = context.constant(v->type, masks[step]);
    Value count = context.constant(v->type, 1u << step);
    Value down = fold.binary(Op::And, fold.binary(Op::LShr, v, count), mask);
    Value up = fold.binary(Op::Shl, fold.binary(Op::And, v, mask), count);
    v = capture(fold.binary(Op::Or, down, up));
  }
  return swap_bytes(v);
}

Value Arithmetic::rotate(const std::vector<Value> &args, Op way, Op back) {
  Value v = args[0];
  unsigned bits = v->type.bits;
  Value count = fold.binary(Op::And, args[1], context.integer(bits, bits - 1));
  Value rest = fold.binary(Op::Sub, context.integer(bits, bits), count);
  return fold.binary(Op::Or, fold.binary(way, v, count),
                     fold.binary(back, v, rest));
}

// Bits set, counted in parallel (Hacker's Delight, figure 5-2).
Value Arithmetic::count_bits(Value v) {
  const ir::Bits masks[] = {0x5555555555555555u, 0x3333333333333333u,
                            0x0f0f0f0f0f0f0f0fu, 0x00ff00ff00ff00ffu,
                            0x0000ffff0000ffffu, 0x00000000ffffffffu};
  unsigned bits = v->type.bits;
  for (unsigned step = 0; (1u << step) < bits; step++) {
    Value mask = context.constant(v->type, masks[step]);
    Value high =
        fold.binary(Op::LShr, v, context.constant(v->type, 1u << step));
    v = capture(fold.binary(Op::Add, fold.binary(Op::And, v, mask),
                            fold.binary(Op::And, high, mask)));
  }
  return v;
}

// The number of zeros below the lowest set bit; the width for 0.
Value Arithmetic::trailing_zeros(Value v) {
  Value below =
      fold.binary(Op::And, fold.unary(Op::Not, v),
                  fold.binary(Op::Sub, v, context.constant(v->type, 1)));
  return count_bits(capture(below));
}

Value Arithmetic::leading_zeros(Value v) {
  for (unsigned step = 1; step < v->type.bits; step *= 2)
    v = capture(fold.binary(
        Op::Or, v, fold.binary(Op::LShr, v, context.constant(v->type, step))));
  return count_bits(capture(fold.unary(Op::Not, v)));
}

// Bits behind the sign that are like it.
Value Arithmetic::redundant_sign_bits(Value v) {
  unsigned bits = v->type.bits;
  Value sign = fold.binary(Op::AShr, v, context.integer(bits, bits - 1));
  Value zeros = leading_zeros(capture(fold.binary(Op::Xor, v, sign)));
  return fold.binary(Op::Sub, zeros, context.integer(zeros->type.bits, 1));
}

Value Arithmetic::find_first_set(Value v, unsigned bits) {
  Value place = fold.resize(trailing_zeros(v), bits, false);
  return fold.select(fold.binary(Op::Eq, v, zero(v->type)),
                     context.integer(bits, 0),
                     fold.binary(Op::Add, place, context.integer(bits, 1)));
}

} // namespace mergeproof::frontend::c
