// <ctype.h>: glibc's macros look a character up in tables that the library
// points to, (*__ctype_b_loc())[c] & class. That is a call of the function of
// the class, which returns the same number; where every locale has the same
// characters in a class, it is a comparison. And <arpa/inet.h>, whose functions
// swap bytes.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"
#include "frontend/c/parse.h"

namespace mergeproof::frontend::c {
namespace {

using ir::Op;

constexpr std::uint64_t digit_class = 0x800, hex_digit_class = 0x1000;

// As glibc numbers them on machines whose first byte is the lowest.
const char *class_function(std::uint64_t mask) {
  switch (mask) {
  case 0x100:
    return "isupper";
  case 0x200:
    return "islower";
  case 0x400:
    return "isalpha";
  case digit_class:
    return "isdigit";
  case hex_digit_class:
    return "isxdigit";
  case 0x2000:
    return "isspace";
  case 0x4000:
    return "isprint";
  case 0x8000:
    return "isgraph";
  case 0x1:
    return "isblank";
  case 0x2:
    return "iscntrl";
  case 0x4:
    return "ispunct";
  case 0x8:
    return "isalnum";
  default:
    return nullptr;
  }
}

// The element of the table that `name` leads to, or null.
const clang::ArraySubscriptExpr *table_element(const clang::Expr *expr,
                                               llvm::StringRef name) {
  const auto *element =
      llvm::dyn_cast<clang::ArraySubscriptExpr>(expr->IgnoreParens());
  if (!element)
    return nullptr;
  const auto *table = llvm::dyn_cast<clang::UnaryOperator>(
      element->getBase()->IgnoreParenImpCasts());
  if (!table || table->getOpcode() != clang::UO_Deref)
    return nullptr;
  const auto *call = llvm::dyn_cast<clang::CallExpr>(
      table->getSubExpr()->IgnoreParenImpCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  bool is_table = callee && callee->getIdentifier() &&
                  callee->getName() == name && call->getNumArgs() == 0 &&
                  !callee->isDefined();
  return is_table ? element : nullptr;
}

// Whether it was as narrow as a byte before it was converted to an int, or, if
// it cannot be negative, to an unsigned number.
bool is_byte(const clang::ASTContext &ast, const clang::Expr &expr) {
  clang::QualType type = expr.IgnoreParenImpCasts()->getType();
  const auto *cast =
      llvm::dyn_cast<clang::ExplicitCastExpr>(expr.IgnoreParenImpCasts());
  if (cast && cast->getType()->isIntegerType() &&
      ast.getTypeSize(cast->getType()) >= 32)
    type = cast->getSubExpr()->IgnoreParenImpCasts()->getType();
  bool keeps_sign = !cast || !cast->getType()->isUnsignedIntegerType() ||
                    type->isUnsignedIntegerType();
  return type->isIntegerType() && ast.getTypeSize(type) == 8 && keeps_sign;
}

// 0, or the number of the class.
Value is_digit(Fold &fold, Value character, std::uint64_t mask) {
  auto number = [&](std::int64_t n) {
    return fold.context.integer(32, static_cast<ir::Bits>(n));
  };
  auto is_among = [&](Value v, char first, std::int64_t last) {
    return fold.binary(Op::ULe, fold.binary(Op::Sub, v, number(first)),
                       number(last));
  };
  Value is_in = is_among(character, '0', 9);
  if (mask == hex_digit_class) {
    Value small = fold.binary(Op::Or, character, number('a' - 'A'));
    is_in = fold.either(is_in, is_among(small, 'a', 5));
  }
  return fold.select(is_in, number(std::int64_t(mask)), number(0));
}

} // namespace

std::set<std::string> character_functions() {
  return {"isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph",
          "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit",
          "tolower", "toupper", "htonl",   "htons",   "ntohl",   "ntohs"};
}

// The library's function of that name, if it is declared as taking and
// returning an int and nobody defines another.
const clang::FunctionDecl *
FunctionLowering::character_function(llvm::StringRef name) {
  if (unit.own_functions && unit.own_functions->contains(name.str()))
    return nullptr;
  for (const clang::NamedDecl *decl :
       ast_.getTranslationUnitDecl()->lookup(&ast_.Idents.get(name))) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->isExternallyVisible() && !function->isDefined() &&
        function->getNumParams() == 1 &&
        ast_.hasSameType(function->getReturnType(), ast_.IntTy) &&
        ast_.hasSameType(function->getParamDecl(0)->getType(), ast_.IntTy))
      return function;
  }
  return nullptr;
}

// What may stand between the brackets of such a table.
Value FunctionLowering::table_index(const clang::ArraySubscriptExpr &element) {
  const Expr *written = element.getIdx();
  Value index =
      fold.resize(value(written), 64, types_.is_signed(written->getType()));
  if (!is_byte(ast_, *written))
    check(ir::CheckKind::InvalidAccess,
          fold.binary(Op::ULt, fold.binary(Op::Add, index, fold.size(128)),
                      fold.size(384)));
  return fold.resize(index, 32, false);
}

Value FunctionLowering::call_of(const clang::FunctionDecl &callee,
                                Value argument) {
  ir::Call call;
  call.callee.target = unit.function(callee);
  call.args = {argument};
  call.result_type = argument->type;
  call.result = make_temporary(argument->type);
  ir::Symbol name = call.result;
  emit(std::move(call));
  return context.var(name, argument->type);
}

// (*__ctype_b_loc())[c] & class
std::optional<Value>
FunctionLowering::character_class(const clang::BinaryOperator &expr) {
  if (expr.getOpcode() != clang::BO_And)
    return std::nullopt;
  const auto *element =
      table_element(expr.getLHS()->IgnoreParenImpCasts(), "__ctype_b_loc");
  clang::Expr::EvalResult mask;
  if (!element || !expr.getRHS()->EvaluateAsInt(mask, ast_))
    return std::nullopt;
  std::uint64_t bits = mask.Val.getInt().getZExtValue();
  const char *name = class_function(bits);
  const clang::FunctionDecl *function =
      name ? character_function(name) : nullptr;
  if (!function)
    return std::nullopt;
  Value character = table_index(*element);
  return bits == digit_class || bits == hex_digit_class
             ? is_digit(fold, character, bits)
             : call_of(*function, character);
}

// (*__ctype_tolower_loc())[c]
std::optional<Value> FunctionLowering::changed_character(const Expr *expr) {
  static constexpr std::pair<const char *, const char *> tables[] = {
      {"tolower", "__ctype_tolower_loc"}, {"toupper", "__ctype_toupper_loc"}};
  for (const auto &[name, table] : tables) {
    const auto *element = table_element(expr, table);
    const clang::FunctionDecl *function =
        element ? character_function(name) : nullptr;
    if (function)
      return call_of(*function, table_index(*element));
  }
  return std::nullopt;
}

// isdigit(), isxdigit(), htonl() and the like, called by name.
std::optional<Value>
FunctionLowering::byte_function(const clang::CallExpr &expr) {
  const clang::FunctionDecl &decl = *expr.getDirectCallee();
  llvm::StringRef name = decl.getName();
  if (decl.getNumParams() != 1 || expr.getNumArgs() != 1 ||
      !decl.getParamDecl(0)->getType()->isIntegerType())
    return std::nullopt;
  std::uint64_t width = ast_.getTypeSize(decl.getParamDecl(0)->getType());
  bool is_same_width = ast_.getTypeSize(decl.getReturnType()) == width;
  bool swaps_long = name == "htonl" || name == "ntohl";
  bool swaps_short = name == "htons" || name == "ntohs";
  if (is_same_width &&
      ((swaps_long && width == 32) || (swaps_short && width == 16)))
    return swap_bytes(values(expr, 1)[0]);
  bool is_hex = name == "isxdigit";
  if (!is_same_width || width != 32 || (name != "isdigit" && !is_hex))
    return std::nullopt;
  Value character = values(expr, 1)[0];
  Value from_start = fold.binary(Op::Add, character, context.integer(32, 128));
  check(ir::CheckKind::InvalidAccess,
        fold.binary(Op::ULt, from_start, context.integer(32, 384)));
  return is_digit(fold, character, is_hex ? hex_digit_class : digit_class);
}

} // namespace mergeproof::frontend::c
