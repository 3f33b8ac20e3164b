#include "frontend/c/access/library_calls.h"

#include "frontend/c/clang_headers.h"

namespace mergeproof::frontend::c {

using clang::CallExpr;
using clang::CastExpr;
using clang::Expr;
using clang::QualType;

const Expr &before_void(const Expr &argument) {
  const Expr *at = argument.IgnoreParens();
  while (const auto *cast = llvm::dyn_cast<CastExpr>(at)) {
    QualType to = cast->getType()->getPointeeType();
    bool is_harmless = cast->getCastKind() == clang::CK_NoOp ||
                       (cast->getCastKind() == clang::CK_BitCast &&
                        !to.isNull() && to->isVoidType());
    if (!is_harmless)
      break;
    at = cast->getSubExpr()->IgnoreParens();
  }
  return *at;
}

llvm::StringRef library_name(const CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier() || callee->isDefined() ||
      !callee->isExternallyVisible() || callee->hasAttr<clang::AsmLabelAttr>())
    return {};
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  return name;
}

bool is_copy(llvm::StringRef name) {
  return name == "memcpy" || name == "memmove";
}
bool is_clearing(llvm::StringRef name) {
  return name == "memset" || name == "bzero";
}

std::optional<Allocation> allocation(const CallExpr &call) {
  llvm::StringRef name = library_name(call);
  auto argument = [&](unsigned i) { return call.getArg(i); };
  unsigned count = call.getNumArgs();
  if ((name == "malloc" || name == "alloca") && count == 1)
    return Allocation{{argument(0)}, nullptr, {}};
  if (name == "calloc" && count == 2)
    return Allocation{{argument(0), argument(1)}, nullptr, {}};
  if (name == "realloc" && count == 2)
    return Allocation{{argument(1)}, argument(0), {}};
  if (name == "reallocarray" && count == 3)
    return Allocation{{argument(1), argument(2)}, argument(0), {}};
  if ((name == "aligned_alloc" || name == "memalign") && count == 2)
    return Allocation{{argument(1)}, nullptr, {argument(0)}};
  return std::nullopt;
}

} // namespace mergeproof::frontend::c
