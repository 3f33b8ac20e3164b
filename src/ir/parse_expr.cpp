#include "ir/op_class.h"
#include "ir/parser.h"
#include "ir/verify_expr.h"
#include "support/check.h"

namespace mergeproof::ir {
namespace {

constexpr unsigned deepest_expr = 5000;

Op find_op(const std::string &word) {
  static const std::map<std::string, Op> ops{
#define UNARY_OP(name, text) {text, Op::name},
#define BINARY_OP(name, text) {text, Op::name},
#define CAST_OP(name, text) {text, Op::name},
#include "ir/expr.def"
  };
  auto found = ops.find(word);
  return found == ops.end() ? Op::None : found->second;
}

std::optional<Bits> fit(const Token &token, unsigned width) {
  Bits limit = width >= 128 ? ~Bits(0) : (Bits(1) << width) - 1;
  Bits lowest = Bits(1) << (width - 1);
  if (token.is_negative ? token.number > lowest : token.number > limit)
    return std::nullopt;
  return (token.is_negative ? Bits(0) - token.number : token.number) & limit;
}

} // namespace

// Recursion passes only through here and make_operation's caller, with few
// locals: the stack must hold `deepest_expr` of them.
const Expr *Parser::expr() {
  if (depth_ >= deepest_expr)
    fail("nested more than " + std::to_string(deepest_expr) + " deep");
  depth_++;
  const Expr *made = operand();
  depth_--;
  return made;
}

const Expr *Parser::operand() {
  if (token_.kind == Token::Kind::Number)
    return constant();
  if (accept('@'))
    return context_.global_addr(name("a global"));
  if (accept('&'))
    return context_.local_addr(name("a local object"));
  if (accept('$'))
    return context_.function_addr(name("a function"));
  if (!token_.is_name()) {
    fail("expected an expression");
    return nullptr;
  }
  bool is_bare = token_.kind == Token::Kind::Name;
  if (is_bare && (after_.is('(') || after_.is(':')))
    return operation(token_.text);
  return named(token_.text, is_bare);
}

const Expr *Parser::named(const std::string &word, bool is_bare) {
  Symbol symbol = context_.symbol(word);
  advance();
  if (is_bare && (symbol == "true" || symbol == "false"))
    return context_.boolean(symbol == "true");
  if (is_bare && symbol == "null")
    return context_.null_pointer();
  return variable(symbol);
}

const Expr *Parser::variable(Symbol name) {
  if (accept(':'))
    return context_.var(name, scalar());
  auto found = declared_.find(name);
  if (found != declared_.end())
    return context_.var(name, found->second);
  fail("variable '" + std::string(name) + "' is not declared");
  return nullptr;
}

const Expr *Parser::constant() {
  Token number = token_;
  advance();
  expect(':');
  Scalar type = scalar();
  std::optional<Bits> bits = fit(number, type.bits);
  if (!bits) {
    fail("the number does not fit its width");
    return nullptr;
  }
  return context_.constant(type, *bits);
}

// word [":" scalar] "(" operands ")", or a variable that is written with its
// scalar.
const Expr *Parser::operation(const std::string &first) {
  Symbol word = context_.symbol(first);
  advance();
  std::optional<Scalar> type;
  if (accept(':'))
    type = scalar();
  if (type && !token_.is('(') && !token_.is('['))
    return context_.var(word, *type);
  Access access{word == "typed_load", member()};
  expect('(');
  const Expr *operands[3] = {};
  for (int i = 0; i < 3 && (i == 0 || accept(',')); i++)
    operands[i] = expr();
  expect(')');
  if (has_failed())
    return nullptr;
  return make_operation(std::string(word), type, access, operands[0],
                        operands[1], operands[2]);
}

// ["[" name "]"]
Symbol Parser::member() {
  if (!accept('['))
    return {};
  Symbol found = name("a member");
  expect(']');
  return found;
}

const Expr *Parser::checked(Expr made) {
  if (!is_well_typed(made)) {
    fail("the operands do not agree");
    return nullptr;
  }
  switch (made.kind) {
  case ExprKind::Unary:
    return context_.unary(made.op, made.a);
  case ExprKind::Binary:
    return context_.binary(made.op, made.a, made.b);
  case ExprKind::Cast:
    return context_.cast(made.op, made.type, made.a);
  case ExprKind::Select:
    return context_.select(made.a, made.b, made.c);
  case ExprKind::Load:
    return context_.load(made.type, made.a, made.access);
  case ExprKind::Valid:
    return context_.valid(made.a, made.b);
  case ExprKind::Const:
  case ExprKind::Var:
  case ExprKind::GlobalAddr:
  case ExprKind::LocalAddr:
  case ExprKind::FunctionAddr:
    break;
  }
  support::fail_check("an expression with operands", __FILE__, __LINE__);
}

const Expr *Parser::make_operation(const std::string &word,
                                   std::optional<Scalar> type, Access access,
                                   const Expr *a, const Expr *b,
                                   const Expr *c) {
  Expr made{.a = a, .b = b, .c = c};
  made.op = find_op(word);
  OpClass op_class = class_of(made.op);
  made.type = a->type;
  if (type) {
    made.access = access;
    made.kind =
        word == "load" || access.is_typed ? ExprKind::Load : ExprKind::Cast;
    made.type = *type;
  } else if (word == "select") {
    made.kind = ExprKind::Select;
    made.type = b ? b->type : a->type;
  } else if (word == "valid") {
    made.kind = ExprKind::Valid;
    made.type = bool_scalar;
  } else if (op_class == OpClass::IntUnary || op_class == OpClass::FloatUnary) {
    made.kind = ExprKind::Unary;
  } else {
    made.kind = ExprKind::Binary;
    if (op_class == OpClass::IntCompare || op_class == OpClass::FloatCompare ||
        op_class == OpClass::IntOrPointerCompare)
      made.type = bool_scalar;
  }
  if (made.op == Op::None && made.kind != ExprKind::Load &&
      made.kind != ExprKind::Select && made.kind != ExprKind::Valid) {
    fail("'" + word + "' is no operator");
    return nullptr;
  }
  return checked(made);
}

} // namespace mergeproof::ir
