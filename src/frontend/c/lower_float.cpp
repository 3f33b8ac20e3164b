// Builtins that ask what a float is, and those that work on its sign.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

using ir::Op;

// The bytes of a float, as memory shows them.
Value FunctionLowering::float_bits(Value number) {
  clang::QualType type = number->type.bits == 32 ? ast_.FloatTy : ast_.DoubleTy;
  Value object = temporary_object(type);
  emit(ir::Store{object, number});
  return capture(context.load(ir::make_int(number->type.bits), object));
}

Value FunctionLowering::float_of_bits(Value bits, ir::Scalar scalar) {
  clang::QualType type = scalar.bits == 32 ? ast_.FloatTy : ast_.DoubleTy;
  Value object = temporary_object(type);
  emit(ir::Store{object, bits});
  return capture(context.load(scalar, object));
}

Value FunctionLowering::has_sign(Value number) {
  if (number->type.bits == 80) {
    Value object = temporary_object(ast_.LongDoubleTy);
    emit(ir::Store{object, number});
    Value top = capture(context.load(ir::make_int(16), fold.offset(object, 8)));
    return fold.binary(Op::SLt, top, zero(top->type));
  }
  Value bits = float_bits(number);
  return fold.binary(Op::SLt, bits, zero(bits->type));
}

Value FunctionLowering::float_limit(ir::Scalar scalar, FloatLimit which) {
  const llvm::fltSemantics &semantics = semantics_of(scalar);
  return float_constant(which == FloatLimit::Infinity
                            ? llvm::APFloat::getInf(semantics)
                            : llvm::APFloat::getSmallestNormalized(semantics),
                        scalar);
}

Value FunctionLowering::is_nan(Value v) {
  return context.binary(Op::FNe, v, v);
}

Value FunctionLowering::is_infinite(Value v) {
  Value limit = float_limit(v->type, FloatLimit::Infinity);
  return fold.either(
      context.binary(Op::FEq, v, limit),
      context.binary(Op::FEq, v, context.unary(Op::FNeg, limit)));
}

// Neither zero, subnormal, infinite nor not a number.
Value FunctionLowering::is_normal(Value v) {
  Value limit = float_limit(v->type, FloatLimit::SmallestNormal);
  Value is_large =
      fold.either(context.binary(Op::FLe, limit, v),
                  context.binary(Op::FLe, v, context.unary(Op::FNeg, limit)));
  return fold.both(is_large, fold.negate(is_infinite(v)));
}

Value FunctionLowering::infinity_sign(Value v) {
  Value limit = float_limit(v->type, FloatLimit::Infinity);
  Value negative =
      fold.select(context.binary(Op::FEq, v, context.unary(Op::FNeg, limit)),
                  context.integer(32, -1), context.integer(32, 0));
  return fold.select(context.binary(Op::FEq, v, limit), context.integer(32, 1),
                     negative);
}

std::optional<Value>
FunctionLowering::float_builtin(const clang::CallExpr &expr, unsigned id) {
  if (id == clang::Builtin::BI__builtin_flt_rounds)
    return rounding_mode();
  if (expr.getNumArgs() == 0)
    return std::nullopt;
  clang::QualType type = expr.getArg(expr.getNumArgs() - 1)->getType();
  auto scalar = types_.scalar(type);
  if (!scalar || !scalar->is_float() || types_.unsupported(type))
    return std::nullopt;
  if (auto known = float_test(expr, id))
    return known;
  return float_comparison(expr, id);
}

// FLT_ROUNDS, seen by what arithmetic does: 1 to nearest, 2 up, 3 down, 0 to
// zero. So it is known as little as arithmetic is.
Value FunctionLowering::rounding_mode() {
  constexpr ir::Bits one_bits = 0x3ff0000000000000, small_bits = 1ULL << 52;
  ir::Scalar scalar{ir::ScalarKind::Float, 64};
  Value one = context.constant(scalar, one_bits);
  Value minus_one = context.unary(Op::FNeg, one);
  Value small = context.constant(scalar, small_bits);
  auto number = [&](int value) { return context.integer(32, value); };
  Value goes_up =
      context.binary(Op::FNe, context.binary(Op::FAdd, one, small), one);
  Value goes_down = context.binary(
      Op::FNe, context.binary(Op::FSub, minus_one, small), minus_one);
  Value cuts =
      context.binary(Op::FNe, context.binary(Op::FSub, one, small), one);
  return context.select(
      goes_up, number(2),
      context.select(goes_down, number(3),
                     context.select(cuts, number(0), number(1))));
}

std::optional<Value> FunctionLowering::float_test(const clang::CallExpr &expr,
                                                  unsigned id) {
  using namespace clang;
  auto operand = [&] { return capture(values(expr, 1)[0]); };
  auto truth_of = [&](Value v) { return boolean_value(v, expr.getType()); };
  switch (id) {
  case Builtin::BI__builtin_isnan:
    return truth_of(is_nan(operand()));
  case Builtin::BI__builtin_isinf:
    return truth_of(is_infinite(operand()));
  case Builtin::BI__builtin_isinf_sign:
    return infinity_sign(operand());
  case Builtin::BI__builtin_isfinite: {
    Value v = operand();
    return truth_of(fold.negate(fold.either(is_nan(v), is_infinite(v))));
  }
  case Builtin::BI__builtin_isnormal:
    return truth_of(is_normal(operand()));
  case Builtin::BI__builtin_signbit:
  case Builtin::BI__builtin_signbitf:
  case Builtin::BI__builtin_signbitl:
    return truth_of(has_sign(operand()));
  case Builtin::BI__builtin_fpclassify:
    return classify_float(expr);
  default:
    return std::nullopt;
  }
}

// Comparisons that raise no exception; all but the last are false on NaN.
std::optional<Value>
FunctionLowering::float_comparison(const clang::CallExpr &expr, unsigned id) {
  using namespace clang;
  if (expr.getNumArgs() != 2 || types_.scalar(expr.getArg(0)->getType()) !=
                                    types_.scalar(expr.getArg(1)->getType()))
    return std::nullopt;
  auto compared = [&](auto make) {
    std::vector<Value> v = values(expr, 2);
    return boolean_value(make(v[0], v[1]), expr.getType());
  };
  auto less = [&](Value a, Value b) { return context.binary(Op::FLt, a, b); };
  auto at_most = [&](Value a, Value b) {
    return context.binary(Op::FLe, a, b);
  };
  switch (id) {
  case Builtin::BI__builtin_isless:
    return compared(less);
  case Builtin::BI__builtin_isgreater:
    return compared([&](Value a, Value b) { return less(b, a); });
  case Builtin::BI__builtin_islessequal:
    return compared(at_most);
  case Builtin::BI__builtin_isgreaterequal:
    return compared([&](Value a, Value b) { return at_most(b, a); });
  case Builtin::BI__builtin_islessgreater:
    return compared(
        [&](Value a, Value b) { return fold.either(less(a, b), less(b, a)); });
  case Builtin::BI__builtin_isunordered:
    return compared(
        [&](Value a, Value b) { return fold.either(is_nan(a), is_nan(b)); });
  default:
    return std::nullopt;
  }
}

// fpclassify(nan, infinite, normal, subnormal, zero, x)
Value FunctionLowering::classify_float(const clang::CallExpr &expr) {
  std::vector<Value> args = values(expr, 6);
  Value v = capture(args[5]);
  Value is_zero = context.binary(
      Op::FEq, v,
      float_constant(llvm::APFloat::getZero(semantics_of(v->type)), v->type));
  Value tiny = fold.select(is_zero, args[4], args[3]);
  Value finite = fold.select(is_normal(v), args[2], tiny);
  Value number = fold.select(is_infinite(v), args[1], finite);
  return fold.select(is_nan(v), args[0], number);
}

// fabs and copysign change the sign bit and nothing else.
std::optional<Value> FunctionLowering::float_sign(const clang::CallExpr &expr,
                                                  llvm::StringRef name) {
  bool is_single = name.ends_with("f"), is_long = name.ends_with("l");
  llvm::StringRef base = is_single || is_long ? name.drop_back() : name;
  bool is_copy = base == "copysign";
  ir::Scalar scalar = {ir::ScalarKind::Float, std::uint16_t(is_single ? 32
                                                            : is_long ? 80
                                                                      : 64)};
  if ((base != "fabs" && !is_copy) || expr.getNumArgs() != 1u + is_copy)
    return std::nullopt;
  for (const Expr *arg : expr.arguments())
    if (types_.scalar(arg->getType()) != scalar)
      return std::nullopt;
  if (types_.scalar(expr.getType()) != scalar)
    return std::nullopt;
  std::vector<Value> args = values(expr, expr.getNumArgs());
  Operands operands(*this);
  for (Value arg : args)
    operands.hold(arg);
  if (is_long) {
    Value negative = has_sign(operands.get(0));
    if (is_copy)
      negative = fold.binary(Op::Xor, negative, has_sign(operands.get(1)));
    Value number = operands.get(0);
    return fold.select(negative, context.unary(Op::FNeg, number), number);
  }
  ir::Scalar integer = ir::make_int(scalar.bits);
  Value sign = context.constant(integer, ir::Bits(1) << (scalar.bits - 1));
  Value bits = fold.binary(Op::And, float_bits(operands.get(0)),
                           fold.unary(Op::Not, sign));
  if (is_copy)
    bits = fold.binary(Op::Or, bits,
                       fold.binary(Op::And, float_bits(operands.get(1)), sign));
  return float_of_bits(bits, scalar);
}

} // namespace mergeproof::frontend::c
