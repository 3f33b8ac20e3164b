#include "ir/parse.h"

#include "ir/parser.h"
#include "ir/verify_expr.h"

namespace mergeproof::ir {
namespace {

std::string token_text(const Token &token) {
  switch (token.kind) {
  case Token::Kind::End:
    return "the end";
  case Token::Kind::Name:
  case Token::Kind::Sign:
    return "'" + token.text + "'";
  case Token::Kind::String:
    return "a string";
  case Token::Kind::Number:
    return "a number";
  case Token::Kind::Arrow:
    return "'->'";
  case Token::Kind::Dots:
    return "'...'";
  case Token::Kind::Bad:
    return token.text;
  }
  return "";
}

} // namespace

void Parser::advance() {
  token_ = std::move(after_);
  after_ = has_failed() ? Token{} : lexer_.next();
  if (token_.kind == Token::Kind::Bad)
    fail(token_.text);
}

void Parser::fail(const std::string &why) {
  if (!has_failed())
    error_ = "line " + std::to_string(token_.line) + ": " + why;
  token_ = after_ = Token{};
}

bool Parser::accept(char sign) {
  bool is_it = token_.is(sign);
  if (is_it)
    advance();
  return is_it;
}

bool Parser::accept(std::string_view word) {
  bool is_it = token_.is(word);
  if (is_it)
    advance();
  return is_it;
}

void Parser::expect(char sign) {
  if (!accept(sign))
    fail(std::string("expected '") + sign + "', found " + token_text(token_));
}

void Parser::expect(std::string_view word) {
  if (!accept(word))
    fail("expected '" + std::string(word) + "', found " + token_text(token_));
}

Symbol Parser::name(const char *what) {
  if (!token_.is_name()) {
    fail(std::string("expected the name of ") + what + ", found " +
         token_text(token_));
    return {};
  }
  Symbol symbol = context_.symbol(token_.text);
  advance();
  return symbol;
}

std::uint64_t Parser::count(const char *what) {
  bool is_count = token_.kind == Token::Kind::Number && !token_.is_negative &&
                  token_.number <= ~std::uint64_t(0);
  if (!is_count) {
    fail(std::string("expected ") + what + ", found " + token_text(token_));
    return 0;
  }
  auto number = static_cast<std::uint64_t>(token_.number);
  advance();
  return number;
}

Scalar Parser::scalar() {
  std::string text = token_.kind == Token::Kind::Name ? token_.text : "";
  Scalar result = pointer_scalar;
  if (text != "ptr") {
    bool has_digits = text.size() >= 2 && text.size() <= 4 && text[1] != '0' &&
                      text.find_first_not_of("0123456789", 1) == text.npos;
    result.kind = text.starts_with("f") ? ScalarKind::Float : ScalarKind::Int;
    result.bits = has_digits ? std::uint16_t(std::stoi(text.substr(1))) : 0;
    if ((!text.starts_with("i") && !text.starts_with("f")) ||
        !is_scalar_right(result)) {
      fail("expected a scalar, found " + token_text(token_));
      return make_int(32);
    }
  }
  advance();
  return result;
}

support::Result<Program> parse_program(Context &context,
                                       std::string_view text) {
  Parser parser(context, text);
  Program program;
  parser.program(program);
  if (parser.has_failed())
    return support::Error{parser.error()};
  return program;
}

} // namespace mergeproof::ir
