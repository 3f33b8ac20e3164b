// Variable arguments: va_start, va_arg, va_copy, va_end. What they mean is in
// ir/variadic.h; a list has the size that the target gives it.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"
#include "frontend/c/walk.h"
#include "ir/variadic.h"

namespace mergeproof::frontend::c {

using ir::Op;

namespace {

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
  return ast_.getTargetInfo().getBuiltinVaListKind() ==
         clang::TargetInfo::X86_64ABIBuiltinVaList;
}

// In front of everything, so that no loop asks for the arguments again.
void FunctionLowering::begin_variadic() {
  bool is_used = false;
  walk(decl_.getBody(),
       [&](const clang::Stmt &stmt) { is_used |= starts_list(stmt); });
  if (is_used && decl_.isVariadic() && has_known_lists())
    variadic_ =
        intrinsic(ir::Intrinsic::VariadicArguments, {}, ir::pointer_scalar);
}

// Where a list, at the address `list`, keeps that of its next record.
Place FunctionLowering::cursor_of(Value list) {
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
    write(cursor_of(values(expr, 1)[0]), variadic_);
    return context.integer(32, 0);
  case Builtin::BI__builtin_va_copy: {
    if (!has_known_lists())
      return opaque_value(expr.getType(), unusual_list);
    std::vector<Value> lists = values(expr, 2);
    write(cursor_of(lists[0]), capture(read(cursor_of(lists[1]))));
    return context.integer(32, 0);
  }
  case Builtin::BI__builtin_va_end:
    values(expr, 1);
    return context.integer(32, 0);
  default:
    return std::nullopt;
  }
}

Value FunctionLowering::variadic_argument(const clang::VAArgExpr &expr) {
  auto scalar = types_.scalar(expr.getType());
  if (!scalar || expr.isMicrosoftABI() || !has_known_lists())
    return opaque_value(expr.getType(), unusual_list);
  Place cursor = cursor_of(value(expr.getSubExpr()));
  Value record = capture(read(cursor));
  std::uint64_t size = ir::variadic_record_size(*scalar);
  check(ir::CheckKind::VariadicArgument,
        context.valid(record, fold.size(size)));
  check(ir::CheckKind::VariadicArgument,
        fold.binary(Op::Eq, context.load(ir::size_scalar, record),
                    fold.size(ir::variadic_tag(*scalar))));
  Value argument = capture(
      context.load(*scalar, fold.offset(record, ir::variadic_tag_size)));
  write(cursor, fold.offset(record, std::int64_t(size)));
  return argument;
}

// A struct among the variable arguments is no record.
void FunctionLowering::refuse_variadic_structs(const clang::CallExpr &expr,
                                               unsigned fixed) {
  for (unsigned i = fixed; i < expr.getNumArgs(); i++)
    if (expr.getArg(i)->getType()->isRecordType())
      opaque("struct passed as a variable argument");
}

} // namespace mergeproof::frontend::c
