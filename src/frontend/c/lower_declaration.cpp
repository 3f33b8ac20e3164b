#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

#include <algorithm>

namespace mergeproof::frontend::c {

void FunctionLowering::declaration(const clang::DeclStmt &stmt) {
  for (const clang::Decl *decl : stmt.decls())
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
      declare_local(*var);
    else if (const auto *type = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
      fix_lengths(type->getUnderlyingType());
}

// The lengths in a type, computed where C says: once, at the declaration. What
// a typedef or typeof names has been computed before (C17 6.7.6.2, 6.7.8).
void FunctionLowering::fix_lengths(clang::QualType type) {
  while (type->isVariablyModifiedType()) {
    if (llvm::isa<clang::TypedefType, clang::TypeOfExprType>(type))
      return;
    if (const auto *pointer = llvm::dyn_cast<clang::PointerType>(type)) {
      type = pointer->getPointeeType();
    } else if (const auto *array = llvm::dyn_cast<clang::ArrayType>(type)) {
      if (const auto *one = llvm::dyn_cast<clang::VariableArrayType>(array))
        fix_length(*one);
      type = array->getElementType();
    } else {
      clang::QualType inner = type.getSingleStepDesugaredType(ast_);
      if (inner == type)
        return;
      type = inner;
    }
  }
}

void FunctionLowering::fix_length(const clang::VariableArrayType &array) {
  const Expr *length = array.getSizeExpr();
  if (!length)
    return;
  auto [place, is_new] = lengths_.try_emplace(length);
  if (is_new)
    place->second = make_temporary(ir::size_scalar);
  bool is_signed = types_.is_signed(length->getType());
  Value count = fold.resize(value(length), 64, is_signed);
  check(
      ir::CheckKind::BadVlaSize,
      fold.binary(is_signed ? ir::Op::SLt : ir::Op::ULt, fold.size(0), count));
  assign(place->second, count);
}

// alloca: memory that lives as long as the call of this function.
Value FunctionLowering::stack_allocation(const clang::CallExpr &expr) {
  auto found =
      std::find_if(stack_allocations_.begin(), stack_allocations_.end(),
                   [&](const auto &one) { return one.first == &expr; });
  if (!continues_.empty() || has_goto_ || found == stack_allocations_.end())
    return opaque_value(expr.getType(), "alloca in a loop");
  begin_array(found->second, fold.resize(value(expr.getArg(0)), 64, false));
  return context.var(found->second, ir::pointer_scalar);
}

void FunctionLowering::declare_array(const clang::VarDecl &decl) {
  Value size = size_of(decl.getType());
  if (!size || !backward_.empty() || decl.hasInit())
    return opaque("unusual variable length array");
  ir::Symbol name = local(decl).name;
  begin_array(name, size);
  scopes_.back().arrays.push_back(name);
}

namespace {

// "int x = x;", which silences warnings and reads nothing.
bool is_initialised_by_itself(const clang::VarDecl &decl) {
  const auto *ref =
      llvm::dyn_cast<clang::DeclRefExpr>(decl.getInit()->IgnoreParenImpCasts());
  return ref && ref->getDecl() == &decl && decl.getType()->isScalarType();
}

} // namespace

void FunctionLowering::declare_local(const clang::VarDecl &decl) {
  loc = decl.getLocation();
  if (decl.hasExternalStorage())
    return;
  if (decl.isStaticLocal()) {
    unit.global(decl);
    return;
  }
  fix_lengths(decl.getType());
  if (decl.getType()->isVariableArrayType())
    return declare_array(decl);
  if (decl.hasAttr<clang::CleanupAttr>() && !backward_.empty())
    opaque("cleanup attribute beside a goto");
  if (decl.hasAttr<clang::AsmLabelAttr>())
    opaque("register variable");
  Local &local = this->local(decl);
  begin_object(decl);
  local.has_begun = false;
  if (decl.hasInit() && !is_initialised_by_itself(decl))
    initialise(decl);
  else
    set_assigned(local, false);
  if (decl.hasAttr<clang::CleanupAttr>())
    scopes_.back().cleanups.push_back(&decl);
}

void FunctionLowering::initialise(const clang::VarDecl &decl) {
  const Expr *init = decl.getInit();
  Local &local = this->local(decl);
  if (local.is_object)
    return initialise_memory(init, decl.getType(), local.address);
  if (!assign_call(decl, init))
    assign(local.name, value(init));
  set_assigned(local, true);
}

} // namespace mergeproof::frontend::c
