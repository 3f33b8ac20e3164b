#include "frontend/c/fold.h"

namespace mergeproof::frontend::c {
namespace {

using ir::Bits;
using ir::Op;
using Signed = __int128;

Signed to_signed(Value v) {
  unsigned unused = 128 - v->type.bits;
  return static_cast<Signed>(v->bits << unused) >> unused;
}

Bits width_mask(unsigned bits) {
  return bits >= 128 ? ~Bits(0) : (Bits(1) << bits) - 1;
}

bool fits(Signed value, unsigned bits) {
  Signed cut = static_cast<Signed>(static_cast<Bits>(value) << (128 - bits)) >>
               (128 - bits);
  return cut == value;
}

std::optional<Bits> fold_arithmetic(Op op, Value a, Value b) {
  unsigned width = a->type.bits;
  switch (op) {
  case Op::Add:
    return a->bits + b->bits;
  case Op::Sub:
    return a->bits - b->bits;
  case Op::Mul:
    return a->bits * b->bits;
  case Op::And:
    return a->bits & b->bits;
  case Op::Or:
    return a->bits | b->bits;
  case Op::Xor:
    return a->bits ^ b->bits;
  case Op::Shl:
    return b->bits < width ? a->bits << unsigned(b->bits) : 0;
  case Op::LShr:
    return b->bits < width ? a->bits >> unsigned(b->bits) : 0;
  case Op::AShr:
    return to_signed(a) >> (b->bits < width ? unsigned(b->bits) : width - 1);
  case Op::UDiv:
    return b->bits ? std::optional<Bits>(a->bits / b->bits) : std::nullopt;
  case Op::URem:
    return b->bits ? std::optional<Bits>(a->bits % b->bits) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<bool> fold_test(Op op, Value a, Value b) {
  switch (op) {
  case Op::Eq:
    return a->bits == b->bits;
  case Op::Ne:
    return a->bits != b->bits;
  case Op::ULt:
    return a->bits < b->bits;
  case Op::ULe:
    return a->bits <= b->bits;
  case Op::SLt:
    return to_signed(a) < to_signed(b);
  case Op::SLe:
    return to_signed(a) <= to_signed(b);
  case Op::SAddOverflow:
    if (a->type.bits <= 64)
      return !fits(to_signed(a) + to_signed(b), a->type.bits);
    return std::nullopt;
  case Op::SSubOverflow:
    if (a->type.bits <= 64)
      return !fits(to_signed(a) - to_signed(b), a->type.bits);
    return std::nullopt;
  case Op::SMulOverflow:
    if (a->type.bits <= 64)
      return !fits(to_signed(a) * to_signed(b), a->type.bits);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

// Of 1 bit, with at least one constant.
Value fold_logic(Op op, Value a, Value b) {
  Value known = is_const(a) ? a : b, other = is_const(a) ? b : a;
  if (op == Op::And)
    return is_true(known) ? other : known;
  if (op == Op::Or)
    return is_true(known) ? known : other;
  return nullptr;
}

} // namespace

std::int64_t signed_value(Value constant) {
  return static_cast<std::int64_t>(to_signed(constant));
}

Value Fold::unary(Op op, Value a) {
  if (op == Op::Not && a->type == ir::bool_scalar)
    return negate(a);
  if (is_const(a) && op == Op::Not)
    return context.constant(a->type, ~a->bits);
  if (is_const(a) && op == Op::Neg)
    return context.constant(a->type, -a->bits);
  return context.unary(op, a);
}

Value Fold::negate(Value condition) {
  if (is_const(condition))
    return context.boolean(!condition->bits);
  Value a = condition->a, b = condition->b;
  switch (condition->op) {
  case Op::Not:
    return a;
  case Op::Eq:
    return context.binary(Op::Ne, a, b);
  case Op::Ne:
    return context.binary(Op::Eq, a, b);
  case Op::ULt:
    return context.binary(Op::ULe, b, a);
  case Op::ULe:
    return context.binary(Op::ULt, b, a);
  case Op::SLt:
    return context.binary(Op::SLe, b, a);
  case Op::SLe:
    return context.binary(Op::SLt, b, a);
  default:
    return context.unary(Op::Not, condition);
  }
}

Value Fold::binary(Op op, Value a, Value b) {
  if (op == Op::PtrAdd && is_const(b))
    return offset(a, signed_value(b));
  bool is_int = a->type.is_int() || a->type.is_pointer();
  if (is_const(a) && is_const(b) && is_int) {
    if (auto test = fold_test(op, a, b))
      return context.boolean(*test);
    if (auto bits = fold_arithmetic(op, a, b))
      return context.constant(a->type, *bits & width_mask(a->type.bits));
  }
  if (a->type == ir::bool_scalar && (is_const(a) || is_const(b)))
    if (Value folded = fold_logic(op, a, b))
      return folded;
  return context.binary(op, a, b);
}

Value Fold::cast(Op op, ir::Scalar to, Value a) {
  if (op == Op::PtrToInt && a->op == Op::PtrAdd && is_const(a->a) &&
      is_const(a->b)) // (size_t)&((T *)0)->m
    return context.constant(to,
                            (a->a->bits + a->b->bits) & width_mask(to.bits));
  if (!is_const(a))
    return context.cast(op, to, a);
  switch (op) {
  case Op::SExt:
    return context.constant(to, static_cast<Bits>(to_signed(a)));
  case Op::ZExt:
  case Op::Trunc:
  case Op::PtrToInt:
  case Op::IntToPtr:
    return context.constant(to, a->bits);
  default:
    return context.cast(op, to, a);
  }
}

Value Fold::select(Value condition, Value yes, Value no) {
  if (is_const(condition))
    return is_true(condition) ? yes : no;
  return yes == no ? yes : context.select(condition, yes, no);
}

Value Fold::resize(Value a, unsigned bits, bool is_signed) {
  unsigned now = a->type.bits;
  if (now == bits)
    return a;
  ir::Scalar to = ir::make_int(bits);
  if (now > bits) {
    // What an extension added is cut again.
    if (a->op == Op::ZExt || a->op == Op::SExt)
      return resize(a->a, bits, a->op == Op::SExt);
    return cast(Op::Trunc, to, a);
  }
  return cast(is_signed ? Op::SExt : Op::ZExt, to, a);
}

Value Fold::offset(Value address, std::int64_t bytes) {
  if (address->op == Op::PtrAdd && is_const(address->b)) {
    bytes = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(bytes) +
        static_cast<std::uint64_t>(signed_value(address->b)));
    address = address->a;
  }
  if (bytes == 0)
    return address;
  return context.binary(Op::PtrAdd, address, context.integer(64, bytes));
}

} // namespace mergeproof::frontend::c
