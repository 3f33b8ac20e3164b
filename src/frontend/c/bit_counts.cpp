#include "frontend/c/arithmetic.h"
#include "frontend/c/clang_headers.h"

namespace mergeproof::frontend::c {

using ir::Op;

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

Value Arithmetic::find_first_set(Value v, unsigned bits) {
  Value place = fold.resize(trailing_zeros(v), bits, false);
  return fold.select(fold.binary(Op::Eq, v, zero(v->type)),
                     context.integer(bits, 0),
                     fold.binary(Op::Add, place, context.integer(bits, 1)));
}

} // namespace mergeproof::frontend::c
