// Functions that only compilers know: __builtin_…
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

using ir::Op;

Value FunctionLowering::builtin(const clang::CallExpr &expr, unsigned id,
                                Wanted wanted) {
  using namespace clang;
  if (auto known = constant(&expr))
    return *known;
  if (auto known = control_builtin(expr, id))
    return *known;
  if (auto known = variadic_builtin(expr, id))
    return *known;
  if (auto known = overflow_builtin(expr, id))
    return *known;
  if (auto known = bit_builtin(expr, id))
    return *known;
  if (auto known = float_builtin(expr, id))
    return *known;
  if (auto known = sync_builtin(expr, id))
    return *known;
  if (const clang::FunctionDecl *decl = expr.getDirectCallee())
    if (auto known = library(expr, *decl, wanted))
      return *known;
  if (ast_.BuiltinInfo.isLibFunction(id))
    return plain_call(expr, wanted);
  return opaque_value(expr.getType(),
                      "builtin " + ast_.BuiltinInfo.getName(id).str());
}

// What steers compilers and not the program, and ends of the program.
std::optional<Value>
FunctionLowering::control_builtin(const clang::CallExpr &expr, unsigned id) {
  using namespace clang;
  switch (id) {
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
  case Builtin::BI__builtin_assume_aligned:
    return values(expr, expr.getNumArgs())[0];
  case Builtin::BI__builtin_alloca:
    return stack_allocation(expr);
  case Builtin::BI__builtin_constant_p:
    return zero(ir::make_int(32));
  case Builtin::BI__builtin_unreachable:
    stop_here(ir::CheckKind::Unreachable);
    return context.integer(32, 0);
  case Builtin::BI__builtin_trap:
  case Builtin::BI__builtin_verbose_trap:
    stop_here(ir::CheckKind::Abort);
    return context.integer(32, 0);
  case Builtin::BI__builtin_assume:
    return context.integer(32, 0);
  case Builtin::BI__builtin_prefetch:
    discard(expr.getArg(0));
    return context.integer(32, 0);
  case Builtin::BI__builtin___clear_cache:
  case Builtin::BI__c11_atomic_thread_fence:
  case Builtin::BI__c11_atomic_signal_fence:
  case Builtin::BI__atomic_thread_fence:
  case Builtin::BI__atomic_signal_fence:
    values(expr, expr.getNumArgs());
    return context.integer(32, 0);
  case Builtin::BI__builtin_object_size:
  case Builtin::BI__builtin_dynamic_object_size:
    return unknown_object_size(expr);
  default:
    return std::nullopt;
  }
}

// What compilers say of an object that they do not see: the most, or the least.
// How much they see depends on how they optimise, so no verdict is about it.
Value FunctionLowering::unknown_object_size(const clang::CallExpr &expr) {
  if (!unit.is_whole_program)
    return opaque_value(expr.getType(), "object size");
  auto kind = constant(expr.getArg(1));
  bool is_least = kind && ((*kind)->bits & 2) != 0;
  return to_size(fold.size(is_least ? 0 : ~std::uint64_t(0)));
}

std::optional<Value>
FunctionLowering::overflow_builtin(const clang::CallExpr &expr, unsigned id) {
  using namespace clang;
  switch (id) {
  case Builtin::BI__builtin_add_overflow:
  case Builtin::BI__builtin_sadd_overflow:
  case Builtin::BI__builtin_saddl_overflow:
  case Builtin::BI__builtin_saddll_overflow:
  case Builtin::BI__builtin_uadd_overflow:
  case Builtin::BI__builtin_uaddl_overflow:
  case Builtin::BI__builtin_uaddll_overflow:
    return checked_arithmetic(expr, Op::Add);
  case Builtin::BI__builtin_sub_overflow:
  case Builtin::BI__builtin_ssub_overflow:
  case Builtin::BI__builtin_ssubl_overflow:
  case Builtin::BI__builtin_ssubll_overflow:
  case Builtin::BI__builtin_usub_overflow:
  case Builtin::BI__builtin_usubl_overflow:
  case Builtin::BI__builtin_usubll_overflow:
    return checked_arithmetic(expr, Op::Sub);
  case Builtin::BI__builtin_mul_overflow:
  case Builtin::BI__builtin_smul_overflow:
  case Builtin::BI__builtin_smull_overflow:
  case Builtin::BI__builtin_smulll_overflow:
  case Builtin::BI__builtin_umul_overflow:
  case Builtin::BI__builtin_umull_overflow:
  case Builtin::BI__builtin_umulll_overflow:
    return checked_arithmetic(expr, Op::Mul);
  default:
    return std::nullopt;
  }
}

// Stores a op b, cut to the result's type; true when the exact result does not
// fit. Operands of the result's own type need no wider arithmetic.
Value FunctionLowering::checked_arithmetic(const clang::CallExpr &expr, Op op) {
  clang::QualType type = expr.getArg(2)->getType()->getPointeeType();
  clang::QualType left = expr.getArg(0)->getType();
  clang::QualType right = expr.getArg(1)->getType();
  auto scalar = types_.scalar(type);
  if (!scalar || !scalar->is_int() || type->isBooleanType())
    return opaque_value(expr.getType(), "checked arithmetic of unusual types");
  std::vector<Value> args = values(expr, 3);
  bool is_signed = types_.is_signed(type);
  Value result = nullptr, overflow = nullptr;
  auto is_same = [&](clang::QualType other) {
    return types_.is_signed(other) == is_signed &&
           types_.scalar(other) == scalar;
  };
  if (is_same(left) && is_same(right)) {
    Op test = is_signed ? (op == Op::Add   ? Op::SAddOverflow
                           : op == Op::Sub ? Op::SSubOverflow
                                           : Op::SMulOverflow)
                        : (op == Op::Add   ? Op::UAddOverflow
                           : op == Op::Sub ? Op::USubOverflow
                                           : Op::UMulOverflow);
    result = combined(op, args[0], args[1]);
    overflow = fold.binary(test, args[0], args[1]);
  } else {
    unsigned wide = op == Op::Mul
                        ? args[0]->type.bits + args[1]->type.bits + 2u
                        : std::max(args[0]->type.bits, args[1]->type.bits) + 2u;
    wide = std::max<unsigned>(wide, scalar->bits + 2u);
    bool is_narrow = args[0]->type.bits <= 64 && args[1]->type.bits <= 64 &&
                     scalar->bits <= 64;
    if (is_narrow) // 128 bits hold each product, as a signed or unsigned number
      wide = std::min(wide, 128u);
    if (wide > 128)
      return opaque_value(expr.getType(), "checked arithmetic of mixed types");
    Value exact =
        fold.binary(op, fold.resize(args[0], wide, types_.is_signed(left)),
                    fold.resize(args[1], wide, types_.is_signed(right)));
    result = context.cast(Op::Trunc, *scalar, exact);
    overflow = fold.binary(Op::Ne, exact, fold.resize(result, wide, is_signed));
  }
  Operands held(*this);
  held.hold(overflow);
  Place target = memory(args[2], type);
  target.base = args[2];
  write(target, result);
  return boolean_value(held.get(0), expr.getType());
}

std::optional<Value> FunctionLowering::bit_builtin(const clang::CallExpr &expr,
                                                   unsigned id) {
  using namespace clang;
  auto operand = [&] { return capture(values(expr, 1)[0]); };
  auto non_zero = [&] {
    Value v = operand();
    check(ir::CheckKind::BadShift, fold.binary(Op::Ne, v, zero(v->type)));
    return v;
  };
  unsigned bits = types_.scalar(expr.getType()).value_or(ir::make_int(32)).bits;
  switch (id) {
  case Builtin::BI__builtin_rotateleft8:
  case Builtin::BI__builtin_rotateleft16:
  case Builtin::BI__builtin_rotateleft32:
  case Builtin::BI__builtin_rotateleft64:
    return rotate(values(expr, 2), Op::Shl, Op::LShr);
  case Builtin::BI__builtin_rotateright8:
  case Builtin::BI__builtin_rotateright16:
  case Builtin::BI__builtin_rotateright32:
  case Builtin::BI__builtin_rotateright64:
    return rotate(values(expr, 2), Op::LShr, Op::Shl);
  case Builtin::BI__builtin_bitreverse8:
  case Builtin::BI__builtin_bitreverse16:
  case Builtin::BI__builtin_bitreverse32:
  case Builtin::BI__builtin_bitreverse64:
    return reverse_bits(operand());
  case Builtin::BI__builtin_bswap16:
  case Builtin::BI__builtin_bswap32:
  case Builtin::BI__builtin_bswap64:
    return swap_bytes(operand());
  case Builtin::BI__builtin_popcount:
  case Builtin::BI__builtin_popcountl:
  case Builtin::BI__builtin_popcountll:
    return fold.resize(count_bits(operand()), bits, false);
  case Builtin::BI__builtin_parity:
  case Builtin::BI__builtin_parityl:
  case Builtin::BI__builtin_parityll:
    return fold.binary(Op::And, fold.resize(count_bits(operand()), bits, false),
                       context.integer(bits, 1));
  case Builtin::BI__builtin_ctz:
  case Builtin::BI__builtin_ctzl:
  case Builtin::BI__builtin_ctzll:
    return fold.resize(trailing_zeros(non_zero()), bits, false);
  case Builtin::BI__builtin_clz:
  case Builtin::BI__builtin_clzl:
  case Builtin::BI__builtin_clzll:
    return fold.resize(leading_zeros(non_zero()), bits, false);
  case Builtin::BI__builtin_clrsb:
  case Builtin::BI__builtin_clrsbl:
  case Builtin::BI__builtin_clrsbll:
    return fold.resize(redundant_sign_bits(operand()), bits, false);
  case Builtin::BI__builtin_ffs:
  case Builtin::BI__builtin_ffsl:
  case Builtin::BI__builtin_ffsll:
    return find_first_set(operand(), bits);
  default:
    return std::nullopt;
  }
}

} // namespace mergeproof::frontend::c
