#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

using ir::Op;

namespace {

// Sums of atomic integers wrap, also signed ones.
bool wraps(clang::QualType type) {
  return type->isAtomicType() && plain_type(type)->isIntegerType() &&
         !plain_type(type)->isBooleanType();
}

} // namespace

// `x = f()` writes x in the call itself.
bool FunctionLowering::assign_call(const clang::VarDecl &decl,
                                   const Expr *expr) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParens());
  Local &local = this->local(decl);
  if (!call || local.is_object ||
      types_.scalar(call->getType()) != local.scalar ||
      types_.unsupported(call->getType()))
    return false;
  clang::SourceLocation outer = std::exchange(loc, call->getExprLoc());
  Value result = this->call(*call, Wanted::Value);
  if (!retarget_call(result, local.name))
    assign(local.name, result);
  loc = outer;
  return true;
}

// Writes `value`; the value of the assignment when it is wanted.
Value FunctionLowering::written(const Place &place, Value value,
                                Wanted wanted) {
  if (place.kind == Place::Kind::BitField)
    value = cut_bits(place, value);
  Operands result(*this);
  std::size_t kept = 0;
  if (wanted == Wanted::Value)
    kept = result.hold(value);
  write(place, value);
  if (wanted == Wanted::Nothing)
    return nullptr;
  if (place.kind == Place::Kind::Variable)
    return context.var(place.variable, value->type);
  return result.get(kept);
}

Value FunctionLowering::assignment(const clang::BinaryOperator &expr,
                                   Wanted wanted) {
  const Expr *left = expr.getLHS()->IgnoreParens();
  if (left->getType()->isRecordType()) {
    assign_aggregate(expr);
    return context.integer(32, 0);
  }
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(left))
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
        var && var->hasLocalStorage() && assign_call(*var, expr.getRHS())) {
      Local &local = this->local(*var);
      set_assigned(local, true);
      return context.var(local.name, local.scalar);
    }
  Operands operands(*this);
  operands.hold(value(expr.getRHS()));
  Place target = place(left);
  return written(target, operands.get(0), wanted);
}

Value FunctionLowering::compound_assignment(
    const clang::CompoundAssignOperator &expr, Wanted wanted) {
  const Expr *left = expr.getLHS(), *right = expr.getRHS();
  clang::QualType type = plain_type(left->getType());
  if (const char *reason = types_.unsupported(expr.getComputationLHSType()))
    return opaque_value(type, reason);
  Operands operands(*this);
  operands.hold(value(right));
  Place target = place(left);
  Value old = read(target);
  Value operand = operands.get(0);
  auto op = clang::BinaryOperator::getOpForCompoundAssignment(expr.getOpcode());
  if (old->type.is_pointer())
    return written(target,
                   advance(old, operand, type->getPointeeType(),
                           right->getType(),
                           op == clang::BO_Sub ? Op::Sub : Op::Add),
                   wanted);
  if (wraps(left->getType()) && operand->type.is_int() &&
      (op == clang::BO_Add || op == clang::BO_Sub))
    return written(target,
                   fold.binary(op == clang::BO_Add ? Op::Add : Op::Sub, old,
                               convert(operand, right->getType(), type)),
                   wanted);
  Value a = convert(old, type, expr.getComputationLHSType());
  Value result = arithmetic(op, a, operand, expr.getComputationLHSType());
  result = convert(result, expr.getComputationResultType(), type);
  return written(target, bounded(result), wanted);
}

Value FunctionLowering::increment(const clang::UnaryOperator &expr,
                                  Wanted wanted) {
  const Expr *sub = expr.getSubExpr();
  clang::QualType type = plain_type(sub->getType());
  if (const char *reason = types_.unsupported(type))
    return opaque_value(type, reason);
  Place target = place(sub);
  Value old = read(target), next = nullptr;
  bool is_up = expr.isIncrementOp();
  if (old->type.is_pointer()) {
    next = advance(old, context.integer(64, is_up ? 1 : -1),
                   type->getPointeeType(), ast_.LongTy, Op::Add);
  } else if (old->type.is_float()) {
    llvm::APFloat one(semantics_of(old->type), 1);
    next = float_operation(is_up ? Op::FAdd : Op::FSub, old,
                           float_constant(one, old->type));
  } else if (type->isBooleanType()) {
    next = is_up ? context.integer(8, 1)
                 : fold.binary(Op::Xor, old, context.integer(8, 1));
  } else if (wraps(sub->getType())) {
    next = fold.binary(is_up ? Op::Add : Op::Sub, old,
                       context.integer(old->type.bits, 1));
  } else {
    next = add_like(is_up ? Op::Add : Op::Sub, old,
                    context.integer(old->type.bits, 1), type);
  }
  if (expr.isPrefix() || wanted == Wanted::Nothing)
    return written(target, bounded(next), wanted);
  Operands before(*this);
  before.hold(old);
  write(target, bounded(next));
  return before.get(0);
}

} // namespace mergeproof::frontend::c
