#include "ir/parser.h"

namespace mergeproof::ir {
namespace {

constexpr unsigned deepest_stmt = 1000;

std::optional<CheckKind> find_check_kind(const std::string &word) {
#define CHECK_KIND(name, text, sanitizer)                                      \
  if (word == #name)                                                           \
    return CheckKind::name;
#include "ir/check_kind.def"
  return std::nullopt;
}

std::optional<Intrinsic> find_intrinsic(const std::string &word) {
#define INTRINSIC(name, text)                                                  \
  if (word == text)                                                            \
    return Intrinsic::name;
#include "ir/intrinsic.def"
  return std::nullopt;
}

} // namespace

Seq Parser::seq() {
  Seq statements;
  if (depth_ >= deepest_stmt)
    fail("nested more than " + std::to_string(deepest_stmt) + " deep");
  depth_++;
  expect('{');
  while (!has_failed() && !accept('}'))
    stmt(statements);
  depth_--;
  return statements;
}

void Parser::stmt(Seq &into) {
  bool is_word = token_.kind == Token::Kind::Name;
  bool is_assignment = token_.is_name() && (after_.is('=') || after_.is(':'));
  if (is_word && !is_assignment &&
      (token_.is("if") || token_.is("loop") || token_.is("block")))
    return compound(token_.text, into);
  std::optional<StmtNode> node;
  std::string word = token_.text;
  if (is_assignment)
    node = assignment(name("a variable"));
  else if (is_word)
    node = simple(word);
  else
    fail("expected a statement");
  expect(';');
  if (!has_failed() && node)
    into.push_back(context_.stmt(std::move(*node)));
}

void Parser::compound(const std::string &first, Seq &into) {
  bool is_loop = first == "loop", is_if = first == "if";
  advance();
  const Expr *condition = is_if ? expr() : nullptr;
  Symbol name = is_if ? Symbol() : label();
  Seq body = seq(), other;
  if (is_if && accept("else"))
    other = seq();
  if (has_failed())
    return;
  if (is_if)
    into.push_back(
        context_.stmt(If{condition, std::move(body), std::move(other)}));
  else if (is_loop)
    into.push_back(context_.stmt(Loop{name, std::move(body)}));
  else
    into.push_back(context_.stmt(Block{name, std::move(body)}));
}

Symbol Parser::label() { return name("a label"); }

StmtNode Parser::assignment(Symbol target) {
  std::optional<Scalar> type;
  if (accept(':'))
    type = scalar();
  expect('=');
  if (!token_.is("call") || after_.is(';') || after_.is(':')) {
    const Expr *value = expr();
    if (type && value && value->type != *type)
      fail("the value is not of the scalar that is written");
    return Assign{target, value};
  }
  advance();
  Call made = call();
  made.result = target;
  auto found = declared_.find(target);
  if (type)
    made.result_type = *type;
  else if (found != declared_.end())
    made.result_type = found->second;
  else
    fail("variable '" + std::string(target) + "' is not declared");
  return made;
}

Callee Parser::callee(Symbol &signature) {
  if (accept('[')) {
    const Expr *through = expr();
    if (token_.kind == Token::Kind::String)
      signature = name("a signature");
    expect(']');
    return {through};
  }
  if (!accept('!'))
    return {name("a function")};
  std::optional<Intrinsic> which = find_intrinsic(token_.text);
  if (!which) {
    fail("expected an intrinsic");
    return {Symbol()};
  }
  advance();
  return {*which};
}

Call Parser::call() {
  Call made;
  made.callee = callee(made.signature);
  expect('(');
  while (!has_failed() && !token_.is(')')) {
    if (token_.kind == Token::Kind::Dots) {
      made.is_variadic = true;
      advance();
      break;
    }
    made.args.push_back(expr());
    if (!token_.is(')'))
      expect(',');
  }
  expect(')');
  return made;
}

// Statements without statements inside; the current token is their word.
std::optional<StmtNode> Parser::simple(const std::string &what) {
  advance();
  auto next = [&] {
    expect(',');
    return expr();
  };
  if (what == "store" || what == "typed_store") {
    Access access{what == "typed_store", member()};
    const Expr *address = expr();
    return Store{address, next(), access};
  }
  if (what == "memcopy" || what == "memset") {
    const Expr *first = expr(), *second = next(), *third = next();
    if (what == "memset")
      return MemSet{first, second, third};
    return MemCopy{first, second, third};
  }
  if (what == "call")
    return call();
  if (what == "check") {
    std::optional<CheckKind> kind = find_check_kind(token_.text);
    if (!kind)
      fail("expected a kind of check");
    advance();
    return Check{kind.value_or(CheckKind::Abort), next()};
  }
  if (what == "assume")
    return Assume{expr()};
  if (what == "break")
    return Break{label()};
  if (what == "continue")
    return Continue{label()};
  if (what == "return")
    return Return{token_.is(';') ? nullptr : expr()};
  if (what == "begin")
    return LocalBegin{name("a local object")};
  if (what == "end")
    return LocalEnd{name("a local object")};
  if (what == "opaque")
    return Opaque{std::string(name("a reason"))};
  if (what == "hole")
    return Hole{static_cast<std::uint32_t>(count("the number of the hole"))};
  fail("expected a statement, found '" + what + "'");
  return std::nullopt;
}

} // namespace mergeproof::ir
