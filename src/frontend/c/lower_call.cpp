#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"
#include "ir/signature.h"

namespace mergeproof::frontend::c {
namespace {

bool is_noreturn(const clang::CallExpr &expr) {
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  if (decl)
    return decl->isNoReturn();
  clang::QualType type = expr.getCallee()->getType()->getPointeeType();
  const auto *function =
      type.isNull() ? nullptr : type->getAs<clang::FunctionType>();
  return function && function->getNoReturnAttr();
}

// How many parameters a variadic callee names; none for other callees.
std::optional<unsigned> fixed_parameters(const clang::CallExpr &expr) {
  if (const clang::FunctionDecl *decl = expr.getDirectCallee())
    return decl->isVariadic() ? std::optional(decl->getNumParams())
                              : std::nullopt;
  clang::QualType type = expr.getCallee()->getType()->getPointeeType();
  const auto *proto = type->getAs<clang::FunctionProtoType>();
  if (!proto || !proto->isVariadic())
    return std::nullopt;
  return proto->getNumParams();
}

bool is_system(const clang::FunctionDecl &decl) {
  return decl.getASTContext().getSourceManager().isInSystemHeader(
      decl.getLocation());
}

// setjmp and its kin: what follows runs again, with other locals.
bool returns_twice(const clang::FunctionDecl &decl) {
  if (decl.hasAttr<clang::ReturnsTwiceAttr>())
    return true;
  static const std::set<llvm::StringRef> names = {
      "setjmp",           "_setjmp", "sigsetjmp", "__sigsetjmp",
      "__builtin_setjmp", "savectx", "vfork",     "getcontext"};
  return decl.getIdentifier() && names.count(decl.getName());
}

// Whether the 32-bit library gives what the 64-bit one does: x87 computes
// others with more digits, and other last ones.
bool is_exact(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {
      "ceil",   "copysign", "fabs",   "floor",   "fmax",  "fmin",     "fmod",
      "frexp",  "ldexp",    "modf",   "rint",    "round", "scalbln",  "scalbn",
      "strtod", "trunc",    "strtof", "strtold", "atof",  "nearbyint"};
  llvm::StringRef base =
      name.ends_with("f") || name.ends_with("l") ? name.drop_back() : name;
  return names.count(name) || names.count(base);
}

// What runs is decided elsewhere.
bool is_replaceable(const clang::FunctionDecl &decl) {
  return decl.hasAttr<clang::AliasAttr>() || decl.hasAttr<clang::IFuncAttr>() ||
         (decl.hasAttr<clang::AsmLabelAttr>() && !is_system(decl)) ||
         decl.hasAttr<clang::WeakAttr>() || decl.hasAttr<clang::WeakRefAttr>();
}

} // namespace

Value FunctionLowering::call(const clang::CallExpr &expr, Wanted wanted) {
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  if (decl && decl->getBuiltinID() &&
      !ast_.BuiltinInfo.isPredefinedLibFunction(decl->getBuiltinID()))
    return builtin(expr, decl->getBuiltinID(), wanted);
  if (decl)
    if (auto known = library(expr, *decl, wanted))
      return *known;
  if (expr.getType()->isRecordType()) {
    call_into(expr, temporary_object(expr.getType()));
    return context.integer(32, 0);
  }
  return plain_call(expr, wanted);
}

Value FunctionLowering::plain_call(const clang::CallExpr &expr, Wanted wanted) {
  auto scalar = types_.scalar(expr.getType());
  if (wanted == Wanted::Nothing)
    scalar.reset();
  return arguments_and_call(expr, scalar, nullptr);
}

// A call whose result is a struct, written to `target`.
void FunctionLowering::call_into(const clang::CallExpr &expr, Value target) {
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  if (decl && decl->getBuiltinID()) {
    builtin(expr, decl->getBuiltinID(), Wanted::Nothing);
    return;
  }
  arguments_and_call(expr, std::nullopt, target);
}

// A definition without a prototype converts what it is given to its parameters.
Value FunctionLowering::to_parameter(Value argument, clang::QualType type,
                                     const clang::FunctionDecl *decl,
                                     unsigned index) {
  const clang::FunctionDecl *definition =
      decl ? decl->getDefinition() : nullptr;
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

// `through` is the address of an indirect call.
ir::Callee FunctionLowering::callee(const clang::CallExpr &expr,
                                    Value through) {
  if (!through) {
    if (is_replaceable(*expr.getDirectCallee()) && !unit.is_whole_program)
      opaque(ir::replaceable_reason);
    if (returns_twice(*expr.getDirectCallee()))
      opaque(ir::returns_twice_reason);
    check_float_library(*expr.getDirectCallee());
    return {unit.function(*expr.getDirectCallee())};
  }
  if (through->kind != ir::ExprKind::FunctionAddr)
    check(ir::CheckKind::BadIndirectCall,
          fold.binary(ir::Op::Ne, through, context.null_pointer()));
  return {through};
}

void FunctionLowering::check_float_library(const clang::FunctionDecl &callee) {
  if (types_.has_narrow_addresses() && is_system(callee) &&
      !callee.isDefined() && callee.getReturnType()->isRealFloatingType() &&
      callee.getIdentifier() && !is_exact(callee.getName()))
    opaque("a function of <math.h> on a 32-bit target");
}

Value FunctionLowering::arguments_and_call(const clang::CallExpr &expr,
                                           std::optional<ir::Scalar> result,
                                           Value aggregate_target) {
  ir::Call call;
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  Operands operands(*this);
  if (!decl)
    operands.hold(value(expr.getCallee()));
  for (unsigned i = 0; i < expr.getNumArgs(); i++)
    operands.hold(argument(expr.getArg(i), decl, i));
  std::size_t first = decl ? 0 : 1;
  call.callee = callee(expr, decl ? nullptr : operands.get(0));
  if (!decl)
    call.signature = context.symbol(ir::signature_text(
        types_.type(expr.getCallee()->getType()->getPointeeType())));
  auto fixed = fixed_parameters(expr);
  call.is_variadic = fixed.has_value();
  if (aggregate_target)
    call.args.push_back(aggregate_target);
  for (unsigned i = 0; i < expr.getNumArgs(); i++) {
    clang::QualType type = expr.getArg(i)->getType();
    if (fixed && i >= *fixed && type->isRecordType())
      pass_variadic_struct(expr, type, operands.get(first + i), call.args);
    else
      call.args.push_back(operands.get(first + i));
  }
  if (decl)
    check_texts(*decl, call);
  if (const char *reason = types_.unsupported(expr.getType())) {
    opaque(reason);
    result.reset();
  }
  if (result) {
    call.result = make_temporary(*result);
    call.result_type = *result;
  }
  // The callee's own now, and gone when it returns.
  auto end_copies = [&] {
    for (unsigned i = 0; i < expr.getNumArgs(); i++)
      if (Value copy = operands.get(first + i);
          expr.getArg(i)->getType()->isRecordType() &&
          copy->kind == ir::ExprKind::LocalAddr)
        end_object(copy->name);
  };
  Value written =
      result ? context.var(call.result, *result) : context.integer(32, 0);
  if (result && decl &&
      lacks_result(std::get<ir::Symbol>(call.callee.target))) {
    call.result = {};
    written = zero(*result);
    emit(std::move(call));
    check(ir::CheckKind::MissingReturn, context.boolean(false));
    return written;
  }
  emit(std::move(call));
  end_copies();
  if (is_noreturn(expr)) {
    intrinsic(ir::Intrinsic::NoReturn, {}, {});
    flow.is_reachable = false;
  }
  return written;
}

// Defined here, and it never returns the value that it is said to.
bool FunctionLowering::lacks_result(ir::Symbol callee) {
  const ir::Function &function = unit.declared(callee);
  return !function.result && function.type && function.type->element &&
         function.type->element->is_scalar();
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
