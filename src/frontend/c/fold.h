// Builds IR expressions, computing what is constant: -1 is a constant and not a
// negation, p + 4 + 8 is p + 12. Never changes a meaning: the results are
// equal for every value of the variables.
#pragma once

#include "ir/context.h"

#include <optional>

namespace mergeproof::frontend::c {

using Value = const ir::Expr *;

inline bool is_const(Value v) { return v->kind == ir::ExprKind::Const; }
inline bool is_true(Value v) { return is_const(v) && v->bits == 1; }
inline bool is_false(Value v) { return is_const(v) && v->bits == 0; }

class Fold {
public:
  explicit Fold(ir::Context &context) : context(context) {}

  Value unary(ir::Op op, Value a);
  Value binary(ir::Op op, Value a, Value b);
  Value cast(ir::Op op, ir::Scalar to, Value a);
  Value select(Value condition, Value yes, Value no);

  Value negate(Value condition); // of 1 bit
  Value both(Value a, Value b) { return binary(ir::Op::And, a, b); }
  Value either(Value a, Value b) { return binary(ir::Op::Or, a, b); }
  // Another integer width: cut, or widened by the sign or with zeros.
  Value resize(Value a, unsigned bits, bool is_signed);
  Value offset(Value address, std::int64_t bytes);
  Value size(std::uint64_t bytes) {
    return context.constant(ir::size_scalar, bytes);
  }

  ir::Context &context;
};

std::int64_t signed_value(Value constant);

} // namespace mergeproof::frontend::c
