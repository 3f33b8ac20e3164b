#include "ir/lexer.h"

#include "ir/printer.h"

namespace mergeproof::ir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void fail(Token &token, const char *why) {
  if (token.kind != Token::Kind::Bad)
    token.text = why;
  token.kind = Token::Kind::Bad;
}

} // namespace

unsigned hex_digit(char c) {
  if (is_digit(c))
    return unsigned(c - '0');
  return c >= 'a' && c <= 'f' ? unsigned(c - 'a') + 10 : 16;
}

void Lexer::skip_blanks() {
  for (; at_ < text_.size(); at_++) {
    char c = peek();
    if (c == '#') {
      while (at_ < text_.size() && peek() != '\n')
        at_++;
      c = peek();
    }
    if (c == '\n' && at_ < text_.size())
      line_++;
    else if (c != ' ' && c != '\t' && c != '\r')
      return;
  }
}

Token Lexer::next() {
  skip_blanks();
  Token token;
  token.line = line_;
  if (at_ >= text_.size())
    return token;
  char c = peek();
  if (c == '"') {
    read_string(token);
  } else if (is_digit(c) || (c == '-' && is_digit(peek(1)))) {
    read_number(token);
  } else if (text_.substr(at_, 2) == "->") {
    token.kind = Token::Kind::Arrow;
    at_ += 2;
  } else if (text_.substr(at_, 3) == "...") {
    token.kind = Token::Kind::Dots;
    at_ += 3;
  } else if (is_name_char(c) && c != '$') {
    read_name(token);
  } else {
    token.kind = Token::Kind::Sign;
    token.text = std::string(1, c);
    at_++;
  }
  return token;
}

void Lexer::read_name(Token &token) {
  token.kind = Token::Kind::Name;
  while (at_ < text_.size() && is_name_char(peek()))
    token.text += text_[at_++];
}

void Lexer::read_escape(Token &token) {
  char c = peek(1);
  unsigned high = hex_digit(peek(2)), low = hex_digit(peek(3));
  if (c == 'x' && high < 16 && low < 16) {
    token.text += static_cast<char>(high * 16 + low);
    at_ += 4;
    return;
  }
  at_ += 2;
  if (c == 'n')
    token.text += '\n';
  else if (c == '"' || c == '\\')
    token.text += c;
  else
    fail(token, "unknown escape in a string");
}

void Lexer::read_string(Token &token) {
  token.kind = Token::Kind::String;
  at_++;
  while (at_ < text_.size() && peek() != '"' && peek() != '\n' &&
         token.kind != Token::Kind::Bad) {
    if (peek() == '\\')
      read_escape(token);
    else
      token.text += text_[at_++];
  }
  if (peek() != '"')
    fail(token, "a string without its end");
  at_++;
}

void Lexer::read_number(Token &token) {
  token.kind = Token::Kind::Number;
  token.is_negative = peek() == '-';
  at_ += token.is_negative;
  unsigned base = peek() == '0' && peek(1) == 'x' ? 16 : 10;
  at_ += base == 16 ? 2 : 0;
  std::size_t first = at_;
  for (; hex_digit(peek()) < base; at_++) {
    unsigned digit = hex_digit(peek());
    if (token.number > (~Bits(0) - digit) / base)
      fail(token, "a number of more than 128 bits");
    token.number = token.number * base + digit;
  }
  if (at_ == first)
    fail(token, "a number without digits");
}

} // namespace mergeproof::ir
