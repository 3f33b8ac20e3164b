#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

using ir::Op;

Value FunctionLowering::cast(const clang::CastExpr &expr) {
  using namespace clang;
  const Expr *sub = expr.getSubExpr();
  QualType from = sub->getType(), to = expr.getType();
  if (const auto *written = llvm::dyn_cast<ExplicitCastExpr>(&expr))
    fix_lengths(written->getTypeAsWritten());
  switch (expr.getCastKind()) {
  case CK_LValueToRValue:
    if (auto known = changed_character(sub))
      return *known;
    return read(place(sub));
  case CK_NoOp:
  case CK_BitCast:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return value(sub);
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return address_of(sub);
  case CK_NullToPointer:
    discard(sub);
    return context.null_pointer();
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean:
    return boolean_value(condition(sub), to);
  case CK_IntegralCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
    return convert(value(sub), from, to);
  case CK_ToVoid:
    discard(sub);
    return context.integer(32, 0);
  default:
    return opaque_value(to, std::string("cast ") + expr.getCastKindName());
  }
}

} // namespace mergeproof::frontend::c
