// Random expressions over given variables; see random_program.h.
#pragma once

#include "ir/context.h"
#include "laws/random_source.h"

#include <vector>

namespace mergeproof::tests {

class RandomExpr {
public:
  using Expr = const ir::Expr *;

  RandomExpr(ir::Context &context, RandomSource &random)
      : context_(context), random_(random) {}

  std::vector<ir::Symbol> narrow, wide; // i32 and i64 variables
  ir::Symbol array;                     // 8 ints, or empty
  bool has_globals = false;
  bool has_pointer = false; // the parameter p

  Expr constant(std::uint16_t bits) {
    std::int64_t value = random_.pick<std::int64_t>(
        {0, 1, -1, 2, 3, 7, 10, 255, INT32_MAX, INT32_MIN});
    if (random_.one_in(2))
      value = std::int64_t(random_.below(20)) - 5;
    return context_.integer(bits, value);
  }

  Expr narrow_value(unsigned depth) {
    if (depth == 0 || random_.one_in(4))
      return narrow_leaf();
    switch (random_.below(8)) {
    case 0:
      return context_.select(condition(depth - 1), narrow_value(depth - 1),
                             narrow_value(depth - 1));
    case 1:
      return context_.cast(ir::Op::Trunc, ir::make_int(32),
                           wide_value(depth - 1));
    case 2:
      return context_.unary(random_.pick({ir::Op::Not, ir::Op::Neg}),
                            narrow_value(depth - 1));
    case 3:
      return context_.cast(ir::Op::ZExt, ir::make_int(32),
                           condition(depth - 1));
    default:
      return context_.binary(operation(), narrow_value(depth - 1),
                             narrow_value(depth - 1));
    }
  }

  Expr wide_value(unsigned depth) {
    if (depth == 0 || random_.one_in(4))
      return wide.empty() || random_.one_in(3)
                 ? constant(64)
                 : context_.var(random_.element(wide), ir::size_scalar);
    if (random_.one_in(3))
      return context_.cast(random_.pick({ir::Op::ZExt, ir::Op::SExt}),
                           ir::size_scalar, narrow_value(depth - 1));
    return context_.binary(operation(), wide_value(depth - 1),
                           wide_value(depth - 1));
  }

  Expr condition(unsigned depth) {
    using ir::Op;
    unsigned inner = depth ? depth - 1 : 0;
    if (depth && random_.one_in(5))
      return context_.binary(random_.pick({Op::And, Op::Or, Op::Xor}),
                             condition(inner), condition(inner));
    if (depth && random_.one_in(8))
      return context_.unary(Op::Not, condition(inner));
    Op op = random_.pick({Op::Eq, Op::Ne, Op::ULt, Op::ULe, Op::SLt, Op::SLe,
                          Op::SLt, Op::SAddOverflow, Op::UMulOverflow});
    return context_.binary(op, narrow_value(inner), narrow_value(inner));
  }

  // What a loop counts to: 0..7 turns.
  Expr bound() {
    if (random_.one_in(2))
      return context_.integer(32, std::int64_t(random_.below(6)));
    return context_.binary(ir::Op::And, narrow_leaf(), context_.integer(32, 7));
  }

  // Four bytes that are inside an object, or at p.
  Expr address() {
    if (has_pointer && random_.one_in(3))
      return context_.binary(
          ir::Op::PtrAdd,
          context_.var(context_.symbol("p"), ir::pointer_scalar),
          context_.integer(64, random_.pick({0, 4})));
    if (random_.one_in(4))
      return context_.global_addr(context_.symbol("counter"));
    if (random_.one_in(6))
      return context_.load(ir::pointer_scalar,
                           context_.global_addr(context_.symbol("cursor")));
    return element_address();
  }

private:
  ir::Op operation() {
    using ir::Op;
    return random_.pick({Op::Add, Op::Add, Op::Sub, Op::Mul, Op::UDiv, Op::SDiv,
                         Op::URem, Op::SRem, Op::And, Op::Or, Op::Xor, Op::Shl,
                         Op::LShr, Op::AShr});
  }

  // An element of the local or the global array, the index cut to 0..7.
  Expr element_address() {
    Expr base = array.empty() || random_.one_in(2)
                    ? context_.global_addr(context_.symbol("table"))
                    : context_.local_addr(array);
    Expr index =
        context_.cast(ir::Op::ZExt, ir::size_scalar, narrow_variable());
    index = context_.binary(ir::Op::And, index, context_.integer(64, 7));
    return context_.binary(
        ir::Op::PtrAdd, base,
        context_.binary(ir::Op::Mul, index, context_.integer(64, 4)));
  }

  Expr narrow_variable() {
    return narrow.empty()
               ? constant(32)
               : context_.var(random_.element(narrow), ir::make_int(32));
  }

  Expr narrow_leaf() {
    if (has_globals && random_.one_in(5))
      return context_.load(ir::make_int(32),
                           random_.one_in(2)
                               ? element_address()
                               : context_.global_addr(context_.symbol(
                                     random_.pick({"counter", "limits"}))));
    return random_.one_in(3) ? constant(32) : narrow_variable();
  }

  ir::Context &context_;
  RandomSource &random_;
};

} // namespace mergeproof::tests
