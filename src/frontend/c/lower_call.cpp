#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {
namespace {

bool is_noreturn(const clang::CallExpr &expr) {
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  if (decl)
    return decl->isNoReturn();
  clang::QualType type = expr.getCallee()->getType()->getPointeeType();
  const auto *function = type.isNull() ? nullptr
                                       : type->getAs<clang::FunctionType>();
  return function && function->getNoReturnAttr();
}

} // namespace

Value FunctionLowering::call(const clang::CallExpr &expr, Wanted wanted) {
  ir::Symbol target = std::exchange(target_, {}); // not for nested calls
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  if (decl && decl->getBuiltinID() &&
      !ast_.BuiltinInfo.isPredefinedLibFunction(decl->getBuiltinID()))
    return builtin(expr, decl->getBuiltinID());
  if (decl)
    if (auto known = library(expr, *decl))
      return *known;
  if (expr.getType()->isRecordType()) {
    call_into(expr, temporary_object(expr.getType()));
    return context.integer(32, 0);
  }
  auto scalar = types_.scalar(expr.getType());
  ir::Call call;
  if (!scalar || wanted == Wanted::Nothing) {
    arguments_and_call(expr, call, nullptr);
    return context.integer(32, 0);
  }
  call.result = target.empty() ? make_temporary(*scalar) : target;
  call.result_type = *scalar;
  arguments_and_call(expr, call, nullptr);
  return context.var(call.result, *scalar);
}

// A call whose result is a struct, written to `target`.
void FunctionLowering::call_into(const clang::CallExpr &expr, Value target) {
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  if (decl && decl->getBuiltinID()) {
    builtin(expr, decl->getBuiltinID());
    return;
  }
  arguments_and_call(expr, {}, target);
}

// A definition without a prototype converts what it is given to its parameters.
Value FunctionLowering::to_parameter(Value argument, clang::QualType type,
                                     const clang::FunctionDecl *decl,
                                     unsigned index) {
  const clang::FunctionDecl *definition = decl ? decl->getDefinition() : nullptr;
  if (!definition || definition->hasPrototype() ||
      index >= definition->getNumParams())
    return argument;
  clang::QualType wanted = definition->getParamDecl(index)->getType();
  auto scalar = types_.scalar(wanted);
  return scalar && *scalar != argument->type ? convert(argument, type, wanted)
                                             : argument;
}

// An argument as the callee gets it: a struct is the address of a copy.
Value FunctionLowering::argument(const Expr *expr,
                                 const clang::FunctionDecl *callee,
                                 unsigned index) {
  if (const char *reason = types_.unsupported(expr->getType()))
    return opaque_value(expr->getType(), reason);
  if (!expr->getType()->isRecordType())
    return to_parameter(value(expr), expr->getType(), callee, index);
  Value copy = temporary_object(expr->getType());
  aggregate(expr, copy);
  return copy;
}

void FunctionLowering::arguments_and_call(const clang::CallExpr &expr,
                                          ir::Call call,
                                          Value aggregate_target) {
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  Operands operands(*this);
  if (!decl)
    operands.hold(value(expr.getCallee()));
  for (unsigned i = 0; i < expr.getNumArgs(); i++)
    operands.hold(argument(expr.getArg(i), decl, i));
  std::size_t first = 0;
  if (decl) {
    call.callee.target = unit.function(*decl);
    call.is_variadic = decl->isVariadic();
  } else {
    Value through = operands.get(first++);
    if (through->kind != ir::ExprKind::FunctionAddr)
      check(ir::CheckKind::BadIndirectCall,
            fold.binary(ir::Op::Ne, through, context.null_pointer()));
    call.callee.target = through;
    const auto *proto = expr.getCallee()
                            ->getType()
                            ->getPointeeType()
                            ->getAs<clang::FunctionProtoType>();
    call.is_variadic = proto && proto->isVariadic();
  }
  if (aggregate_target)
    call.args.push_back(aggregate_target);
  for (unsigned i = 0; i < expr.getNumArgs(); i++)
    call.args.push_back(operands.get(first + i));
  if (const char *reason = types_.unsupported(expr.getType())) {
    opaque(reason);
    call.result = {};
  }
  emit(std::move(call));
  if (is_noreturn(expr)) {
    intrinsic(ir::Intrinsic::NoReturn, {}, {});
    flow.is_reachable = false;
  }
}

Value FunctionLowering::intrinsic(ir::Intrinsic which, std::vector<Value> args,
                                  std::optional<ir::Scalar> result) {
  ir::Call call;
  call.callee.target = which;
  call.args = std::move(args);
  if (result) {
    call.result = make_temporary(*result);
    call.result_type = *result;
  }
  ir::Symbol name = call.result;
  emit(std::move(call));
  return result ? context.var(name, *result) : context.integer(32, 0);
}

std::vector<Value> FunctionLowering::values(const clang::CallExpr &expr,
                                            std::size_t count) {
  Operands operands(*this);
  for (std::size_t i = 0; i < count; i++)
    operands.hold(value(expr.getArg(i)));
  std::vector<Value> result;
  for (std::size_t i = 0; i < count; i++)
    result.push_back(operands.get(i));
  return result;
}

// The program traps whenever it comes here.
void FunctionLowering::stop_here(ir::CheckKind kind) {
  check(kind, context.boolean(false));
}

} // namespace mergeproof::frontend::c
