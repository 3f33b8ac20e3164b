// Variable arguments: va_start, va_arg, va_copy, va_end. What they mean is in
// ir/variadic.h; a list has the size that the target gives it. On 32-bit x86 it
// is no more than a pointer, the address of its next record.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"
#include "frontend/c/walk.h"
#include "ir/variadic.h"

namespace mergeproof::frontend::c {

using ir::Op;

namespace {

constexpr std::uint64_t word_size = 8, max_variadic_struct = 1024;
constexpr const char *unusual_list = "variable arguments of an unusual kind";

bool starts_list(const clang::Stmt &stmt) {
  using namespace clang;
  const auto *call = llvm::dyn_cast<CallExpr>(&stmt);
  unsigned id = call ? call->getBuiltinCallee() : 0;
  return id == Builtin::BI__builtin_va_start ||
         id == Builtin::BI__builtin_stdarg_start;
}

} // namespace

bool FunctionLowering::has_known_lists() const {
  return has_pointer_lists() || ast_.getTargetInfo().getBuiltinVaListKind() ==
                                    clang::TargetInfo::X86_64ABIBuiltinVaList;
}

bool FunctionLowering::has_pointer_lists() const {
  return types_.has_narrow_addresses() &&
         ast_.getTargetInfo().getBuiltinVaListKind() ==
             clang::TargetInfo::CharPtrBuiltinVaList;
}

// In front of everything, so that no loop asks for the arguments again.
void FunctionLowering::begin_variadic() {
  if (decl_.isVariadic() && has_known_lists() &&
      contains(decl_.getBody(), starts_list))
    variadic_ =
        intrinsic(ir::Intrinsic::VariadicArguments, {}, ir::pointer_scalar);
}

// Where a list keeps the address of its next record.
Place FunctionLowering::cursor_of(const Expr *expr) {
  if (has_pointer_lists())
    return place(expr);
  Value list = value(expr);
  Place place = memory(fold.offset(list, ir::variadic_cursor), ast_.VoidPtrTy);
  place.base = list;
  return place;
}

std::optional<Value>
FunctionLowering::variadic_builtin(const clang::CallExpr &expr, unsigned id) {
  using namespace clang;
  switch (id) {
  case Builtin::BI__builtin_va_start:
  case Builtin::BI__builtin_stdarg_start:
    if (!variadic_)
      return opaque_value(expr.getType(), unusual_list);
    write(cursor_of(expr.getArg(0)), variadic_);
    return context.integer(32, 0);
  case Builtin::BI__builtin_va_copy: {
    if (!has_known_lists())
      return opaque_value(expr.getType(), unusual_list);
    Operands from(*this);
    from.hold(capture(read(cursor_of(expr.getArg(1)))));
    Place to = cursor_of(expr.getArg(0));
    write(to, from.get(0));
    return context.integer(32, 0);
  }
  case Builtin::BI__builtin_va_end:
    if (has_pointer_lists())
      discard_place(expr.getArg(0));
    else
      values(expr, 1);
    return context.integer(32, 0);
  default:
    return std::nullopt;
  }
}

// The record that the list is at, and the list goes on.
Value FunctionLowering::next_variadic(Place cursor, ir::Scalar scalar) {
  Value record = capture(read(cursor));
  std::uint64_t size = ir::variadic_record_size(scalar);
  check(ir::CheckKind::VariadicArgument,
        context.valid(record, fold.size(size)));
  check(ir::CheckKind::VariadicArgument,
        fold.binary(Op::Eq, context.load(ir::size_scalar, record),
                    fold.size(ir::variadic_tag(scalar))));
  Value argument =
      capture(context.load(scalar, fold.offset(record, ir::variadic_tag_size)));
  write(cursor, fold.offset(record, std::int64_t(size)));
  return argument;
}

Value FunctionLowering::variadic_argument(const clang::VAArgExpr &expr) {
  auto scalar = types_.scalar(expr.getType());
  if (!scalar || expr.isMicrosoftABI() || !has_known_lists())
    return opaque_value(expr.getType(), unusual_list);
  return next_variadic(cursor_of(expr.getSubExpr()), *scalar);
}

void FunctionLowering::variadic_struct(const clang::VAArgExpr &expr,
                                       Value target) {
  std::uint64_t size = types_.size(expr.getType());
  if (expr.isMicrosoftABI() || !has_known_lists() ||
      size > max_variadic_struct || types_.unsupported(expr.getType()))
    return opaque(unusual_list);
  Place cursor = cursor_of(expr.getSubExpr());
  Value passed = next_variadic(cursor, ir::variadic_struct);
  check(ir::CheckKind::VariadicArgument,
        fold.binary(
            Op::Eq, passed,
            context.integer(ir::variadic_struct.bits, std::int64_t(size))));
  for (std::uint64_t at = 0; at < size; at += word_size) {
    Value word = next_variadic(cursor, ir::size_scalar);
    Value place = fold.offset(target, at);
    if (at + word_size <= size)
      emit(ir::Store{place, word});
    for (std::uint64_t i = 0; at + word_size > size && at + i < size; i++) {
      Value byte = fold.binary(Op::LShr, word, fold.size(8 * i));
      emit(ir::Store{fold.offset(place, i), fold.resize(byte, 8, false)});
    }
  }
}

// The callee, if it is the project's, reads them with variadic_struct().
void FunctionLowering::pass_variadic_struct(const clang::CallExpr &expr,
                                            clang::QualType type, Value copy,
                                            std::vector<Value> &args) {
  const clang::FunctionDecl *decl = expr.getDirectCallee();
  bool is_lowered =
      unit.is_whole_program ||
      (decl && !ast_.getSourceManager().isInSystemHeader(decl->getLocation()));
  std::uint64_t size = types_.size(type);
  if (!is_lowered || size > max_variadic_struct)
    opaque("struct passed as a variable argument");
  args.push_back(context.integer(ir::variadic_struct.bits, std::int64_t(size)));
  for (std::uint64_t at = 0; at < size; at += word_size) {
    Value place = fold.offset(copy, at);
    if (at + word_size <= size) {
      args.push_back(capture(context.load(ir::size_scalar, place)));
      continue;
    }
    Value word = fold.size(0);
    for (std::uint64_t i = 0; at + i < size; i++) {
      Value byte = fold.resize(
          context.load(ir::make_int(8), fold.offset(place, i)), 64, false);
      word = fold.binary(Op::Or, word,
                         fold.binary(Op::Shl, byte, fold.size(8 * i)));
    }
    args.push_back(capture(word));
  }
}

} // namespace mergeproof::frontend::c
