// Conditions: comparisons, && || ! and ?:. An operand that needs statements (a
// check, a call) runs in an If, any other becomes part of the expression.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

using ir::Op;

Value FunctionLowering::condition(const Expr *expr) {
  clang::SourceLocation outer = std::exchange(loc, expr->getExprLoc());
  const Expr *inner = expr->IgnoreParens();
  Value result = nullptr;
  depth_++;
  if (const auto *e = llvm::dyn_cast<clang::BinaryOperator>(inner);
      e && e->isLogicalOp())
    result = logical(*e);
  else if (e && e->isComparisonOp())
    result = compare(*e);
  else if (const auto *e = llvm::dyn_cast<clang::UnaryOperator>(inner);
           e && e->getOpcode() == clang::UO_LNot)
    result = fold.negate(condition(e->getSubExpr()));
  else
    result = truth(value(inner));
  depth_--;
  result = bounded(result);
  loc = outer;
  return result;
}

Value FunctionLowering::compare(const clang::BinaryOperator &expr) {
  Operands operands(*this);
  operands.hold(value(expr.getLHS()));
  Value b = value(expr.getRHS());
  Value a = operands.get(0);
  if (a->type != b->type) // a pointer and an integer, with a warning
    b = convert(b, expr.getRHS()->getType(), expr.getLHS()->getType());
  return compare_values(expr.getOpcode(), a, b,
                        types_.is_signed(expr.getLHS()->getType()));
}

Value FunctionLowering::logical(const clang::BinaryOperator &expr) {
  bool is_and = expr.getOpcode() == clang::BO_LAnd;
  Value left = condition(expr.getLHS());
  if (is_const(left))
    return is_true(left) == is_and ? condition(expr.getRHS()) : left;
  Value right = nullptr;
  Flow before = flow;
  ir::Seq body = collect([&] { right = condition(expr.getRHS()); });
  if (body.empty())
    return fold.binary(is_and ? Op::And : Op::Or, left, right);
  ir::Symbol result = make_temporary(ir::bool_scalar);
  ir::Seq shortcut = collect([&] { assign(result, context.boolean(!is_and)); });
  auto add = [&](ir::Seq &to) {
    ir::Seq last = collect([&] { assign(result, right); });
    to.insert(to.end(), last.begin(), last.end());
  };
  add(body);
  flow.join(before);
  if (is_and)
    emit(ir::If{left, std::move(body), std::move(shortcut)});
  else
    emit(ir::If{left, std::move(shortcut), std::move(body)});
  return context.var(result, ir::bool_scalar);
}

// Of `a ?: b` too, whose common operand is then bound to its value.
Value FunctionLowering::condition_of(
    const clang::AbstractConditionalOperator &expr) {
  const auto *gnu = llvm::dyn_cast<clang::BinaryConditionalOperator>(&expr);
  if (!gnu)
    return condition(expr.getCond());
  Value common = value(gnu->getCommon());
  if (!is_const(common) && common->kind != ir::ExprKind::Var)
    common = capture(common);
  bound_[gnu->getOpaqueValue()] = common;
  return condition(gnu->getCond());
}

Value FunctionLowering::conditional(
    const clang::AbstractConditionalOperator &expr) {
  auto scalar = types_.scalar(expr.getType());
  if (!scalar) {
    conditional_effect(expr);
    return context.integer(32, 0);
  }
  Value test = condition_of(expr);
  if (is_const(test))
    return value(is_true(test) ? expr.getTrueExpr() : expr.getFalseExpr());
  Value yes = nullptr, no = nullptr;
  Flow before = flow;
  ir::Seq first = collect([&] { yes = value(expr.getTrueExpr()); });
  Flow after = std::exchange(flow, before);
  ir::Seq second = collect([&] { no = value(expr.getFalseExpr()); });
  flow.join(after);
  if (first.empty() && second.empty())
    return fold.select(test, yes, no);
  ir::Symbol result = make_temporary(*scalar);
  auto finish = [&](ir::Seq &seq, Value value) {
    ir::Seq last = collect([&] { assign(result, value); });
    seq.insert(seq.end(), last.begin(), last.end());
  };
  finish(first, yes);
  finish(second, no);
  emit(ir::If{test, std::move(first), std::move(second)});
  return context.var(result, *scalar);
}

void FunctionLowering::conditional_effect(
    const clang::AbstractConditionalOperator &expr) {
  Value test = condition_of(expr);
  if (is_const(test))
    return discard(is_true(test) ? expr.getTrueExpr() : expr.getFalseExpr());
  branch(
      test, [&] { discard(expr.getTrueExpr()); },
      [&] { discard(expr.getFalseExpr()); });
}

} // namespace mergeproof::frontend::c
