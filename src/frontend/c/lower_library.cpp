// Library functions whose meaning the IR knows, by name and signature, unless
// the unit defines its own.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {
namespace {

using ir::Op;

// "p" pointer, "z" as wide as size_t, "l" 64 bits, "i" int; "*" anything.
bool has_signature(const clang::FunctionDecl &decl, llvm::StringRef params) {
  if (decl.getNumParams() != params.size())
    return false;
  const clang::ASTContext &ast = decl.getASTContext();
  for (unsigned i = 0; i < params.size(); i++) {
    clang::QualType type = decl.getParamDecl(i)->getType();
    if (params[i] == 'p' && !type->isPointerType())
      return false;
    if (params[i] == 'z' &&
        !(type->isIntegerType() &&
          ast.getTypeSize(type) == ast.getTypeSize(ast.getSizeType())))
      return false;
    if (params[i] == 'l' &&
        !(type->isIntegerType() && ast.getTypeSize(type) == 64))
      return false;
    if (params[i] == 'i' &&
        !(type->isIntegerType() && ast.getTypeSize(type) == 32))
      return false;
  }
  return true;
}

llvm::StringRef plain_name(const clang::FunctionDecl &decl) {
  llvm::StringRef name = decl.getName();
  name.consume_front("__builtin_");
  return name;
}

Value root_of(Value address) {
  while (address->op == Op::PtrAdd)
    address = address->a;
  return address;
}

bool is_abort(llvm::StringRef name) {
  return name == "abort" || name == "__assert_fail" || name == "__assert" ||
         name == "__assert_perror_fail" || name == "__assert_rtn";
}

} // namespace

const std::set<std::string> &lowered_library() {
  static const std::set<std::string> all = [] {
    std::set<std::string> names = {"abort",         "__assert_fail",
                                   "__assert",      "__assert_perror_fail",
                                   "exit",          "malloc",
                                   "calloc",        "realloc",
                                   "free",          "strlen",
                                   "memcpy",        "memmove",
                                   "mempcpy",       "memset",
                                   "abs",           "labs",
                                   "llabs",         "fabs",
                                   "fabsf",         "fabsl",
                                   "copysign",      "copysignf",
                                   "copysignl",     "__memcpy_chk",
                                   "__memmove_chk", "__memset_chk",
                                   "__mempcpy_chk", "__assert_rtn"};
    names.merge(text_functions());
    names.merge(character_functions());
    return names;
  }();
  return all;
}

std::optional<Value> FunctionLowering::library(const clang::CallExpr &expr,
                                               const clang::FunctionDecl &decl,
                                               Wanted wanted) {
  if (!decl.getIdentifier() || !decl.isExternallyVisible() || decl.isDefined())
    return std::nullopt;
  llvm::StringRef name = plain_name(decl);
  if (unit.own_functions && unit.own_functions->contains(name.str()))
    return std::nullopt;
  if (is_abort(name)) {
    for (const Expr *arg : expr.arguments())
      discard(arg);
    stop_here(ir::CheckKind::Abort);
    return context.integer(32, 0);
  }
  if (name == "exit" && has_signature(decl, "i")) {
    intrinsic(ir::Intrinsic::Exit, values(expr, 1), {});
    flow.is_reachable = false;
    return context.integer(32, 0);
  }
  if (auto known = allocation(expr, decl))
    return known;
  if (auto known = memory_function(expr, decl, wanted))
    return known;
  if (auto known = float_sign(expr, name))
    return known;
  if (auto known = byte_function(expr))
    return known;
  return absolute_value(expr, decl);
}

// With the sizes among them as the intrinsics want them.
std::vector<Value> FunctionLowering::sized_values(const clang::CallExpr &expr,
                                                  std::size_t count) {
  std::vector<Value> args = values(expr, count);
  for (Value &arg : args)
    if (arg->type.is_int())
      arg = fold.resize(arg, 64, false);
  return args;
}

std::optional<Value>
FunctionLowering::allocation(const clang::CallExpr &expr,
                             const clang::FunctionDecl &decl) {
  llvm::StringRef name = plain_name(decl);
  bool gives_pointer = decl.getReturnType()->isPointerType();
  if (name == "malloc" && gives_pointer && has_signature(decl, "z"))
    return intrinsic(ir::Intrinsic::Malloc, sized_values(expr, 1),
                     ir::pointer_scalar);
  if (name == "calloc" && gives_pointer && has_signature(decl, "zz"))
    return intrinsic(ir::Intrinsic::Calloc, sized_values(expr, 2),
                     ir::pointer_scalar);
  if (name == "realloc" && gives_pointer && has_signature(decl, "pz"))
    return intrinsic(ir::Intrinsic::Realloc, sized_values(expr, 2),
                     ir::pointer_scalar);
  if (name == "free" && has_signature(decl, "p"))
    return intrinsic(ir::Intrinsic::Free, values(expr, 1), {});
  if (name == "strlen" && has_signature(decl, "p")) {
    Value text = values(expr, 1)[0];
    if (!is_object_address(text)) {
      check(ir::CheckKind::NullPointer,
            fold.binary(Op::Ne, text, context.null_pointer()));
      check(ir::CheckKind::InvalidAccess, context.valid(text, fold.size(1)));
    }
    return to_size(intrinsic(ir::Intrinsic::Strlen, {text}, ir::size_scalar));
  }
  return std::nullopt;
}

// A range of `size` bytes; nothing is asked of the address of an empty one but
// that it is not null.
void FunctionLowering::check_range(Value address, Value size) {
  if (is_const(size) && size->bits != 0 && is_in_object(address, size->bits))
    return;
  if (!is_object_address(address))
    check(ir::CheckKind::NullPointer,
          fold.binary(Op::Ne, address, context.null_pointer()));
  Value is_empty = fold.binary(Op::Eq, size, fold.size(0));
  check(ir::CheckKind::InvalidAccess,
        fold.either(is_empty, context.valid(address, size)));
}

// memcpy of overlapping memory; the same address is what compilers themselves
// write for struct assignments.
void FunctionLowering::check_apart(Value to, Value from, Value size) {
  if (is_object_address(to) && is_object_address(from) &&
      root_of(to) != root_of(from))
    return;
  Value before = fold.binary(Op::ULe, fold.binary(Op::PtrAdd, to, size), from);
  Value after = fold.binary(Op::ULe, fold.binary(Op::PtrAdd, from, size), to);
  check(ir::CheckKind::OverlappingCopy,
        fold.either(fold.binary(Op::Eq, to, from), fold.either(before, after)));
}

std::optional<Value>
FunctionLowering::memory_function(const clang::CallExpr &expr,
                                  const clang::FunctionDecl &decl,
                                  Wanted wanted) {
  llvm::StringRef name = plain_name(decl);
  bool is_checked = name.consume_front("__") && name.consume_back("_chk");
  std::string last = is_checked ? "z" : "";
  bool is_copy = name == "memcpy" || name == "memmove" || name == "mempcpy";
  if (name == "memset" && has_signature(decl, "piz" + last)) {
    std::vector<Value> args = values(expr, 3);
    args[2] = fold.resize(args[2], 64, false);
    check_range(args[0], args[2]);
    Operands result(*this);
    result.hold(args[0]);
    emit(ir::MemSet{args[0], fold.resize(args[1], 8, false), args[2]});
    return wanted == Wanted::Value ? result.get(0) : args[0];
  }
  if (!is_copy || !has_signature(decl, "ppz" + last))
    return std::nullopt;
  std::vector<Value> args = values(expr, 3);
  Value to = args[0], from = args[1], size = fold.resize(args[2], 64, false);
  check_range(from, size);
  check_range(to, size);
  if (name != "memmove")
    check_apart(to, from, size);
  Operands result(*this);
  result.hold(name == "mempcpy" ? fold.binary(Op::PtrAdd, to, size) : to);
  emit(ir::MemCopy{to, from, size});
  return wanted == Wanted::Value ? result.get(0) : to;
}

std::optional<Value>
FunctionLowering::absolute_value(const clang::CallExpr &expr,
                                 const clang::FunctionDecl &decl) {
  llvm::StringRef name = plain_name(decl);
  bool is_known = (name == "abs" && has_signature(decl, "i")) ||
                  (name == "labs" && has_signature(decl, "z")) ||
                  (name == "llabs" && has_signature(decl, "l"));
  if (!is_known)
    return std::nullopt;
  Value a = values(expr, 1)[0];
  Value opposite = negative(a, expr.getType());
  return fold.select(fold.binary(Op::SLt, a, zero(a->type)), opposite, a);
}

} // namespace mergeproof::frontend::c
