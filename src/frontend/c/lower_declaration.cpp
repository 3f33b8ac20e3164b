#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

void FunctionLowering::declaration(const clang::DeclStmt &stmt) {
  for (const clang::Decl *decl : stmt.decls())
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
      declare_local(*var);
    else if (const auto *type = llvm::dyn_cast<clang::TypedefNameDecl>(decl);
             type && type->getUnderlyingType()->isVariablyModifiedType())
      opaque("variable length array");
}

void FunctionLowering::declare_local(const clang::VarDecl &decl) {
  loc = decl.getLocation();
  if (decl.hasExternalStorage())
    return;
  if (decl.isStaticLocal()) {
    unit.global(decl);
    return;
  }
  if (decl.getType()->isVariablyModifiedType() &&
      !decl.getType()->isPointerType())
    return opaque("variable length array");
  if (decl.hasAttr<clang::CleanupAttr>())
    opaque("cleanup attribute");
  if (decl.hasAttr<clang::AsmLabelAttr>())
    opaque("register variable");
  Local &local = this->local(decl);
  begin_object(decl);
  local.has_begun = false;
  if (decl.hasInit())
    initialise(decl);
  else
    set_assigned(local, false);
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
