#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

using clang::BinaryOperatorKind;
using ir::Op;

// `array + i` stays inside an array of known length, or just behind it.
void FunctionLowering::check_array_offset(const Expr *pointer, Value index,
                                          clang::QualType index_type,
                                          Op direction) {
  auto count = known_length(pointer->IgnoreParens());
  if (!count)
    return;
  index = fold.resize(index, 64, types_.is_signed(index_type));
  if (direction == Op::Sub)
    index = fold.unary(Op::Neg, index);
  check(ir::CheckKind::IndexOutOfBounds,
        fold.binary(Op::ULe, index, fold.size(*count)));
}

Value FunctionLowering::binary(const clang::BinaryOperator &expr) {
  const Expr *left = expr.getLHS(), *right = expr.getRHS();
  BinaryOperatorKind op = expr.getOpcode();
  if (op == clang::BO_Assign)
    return assignment(expr, Wanted::Value);
  if (op == clang::BO_Comma) {
    discard(left);
    return value(right);
  }
  if (expr.isLogicalOp() || expr.isComparisonOp())
    return boolean_value(condition(&expr), expr.getType());
  if (auto known = character_class(expr))
    return *known;
  Operands operands(*this);
  operands.hold(value(left));
  Value b = value(right), a = operands.get(0);
  bool is_left_pointer = a->type.is_pointer();
  bool is_right_pointer = b->type.is_pointer();
  if (is_left_pointer && is_right_pointer)
    return pointer_difference(a, b, left->getType()->getPointeeType());
  if (is_left_pointer)
    check_array_offset(left, b, right->getType(),
                       op == clang::BO_Sub ? Op::Sub : Op::Add);
  else if (is_right_pointer)
    check_array_offset(right, a, left->getType(), Op::Add);
  if (is_left_pointer)
    return advance(a, b, left->getType()->getPointeeType(), right->getType(),
                   op == clang::BO_Sub ? Op::Sub : Op::Add);
  if (is_right_pointer)
    return advance(b, a, right->getType()->getPointeeType(), left->getType(),
                   Op::Add);
  return arithmetic(op, a, b, expr.getType());
}

Value FunctionLowering::unary(const clang::UnaryOperator &expr) {
  const Expr *sub = expr.getSubExpr();
  if (expr.isIncrementDecrementOp())
    return increment(expr, Wanted::Value);
  switch (expr.getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return value(sub);
  case clang::UO_Minus:
    return negative(value(sub), expr.getType());
  case clang::UO_Not:
    return fold.unary(Op::Not, value(sub));
  case clang::UO_LNot:
    return boolean_value(condition(&expr), expr.getType());
  case clang::UO_AddrOf:
    return address_of(sub);
  case clang::UO_Deref:
    return read(place(&expr));
  default:
    return opaque_value(expr.getType(), "complex number");
  }
}

} // namespace mergeproof::frontend::c
