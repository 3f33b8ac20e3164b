// The words of the text form.
#pragma once

#include "ir/expr.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace mergeproof::ir {

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Name,   // bare
    String, // text holds what the escapes mean
    Number, // magnitude and is_negative
    Arrow,  // ->
    Dots,   // ...
    Sign,   // one character, in text
    Bad     // text says why
  };
  Kind kind = Kind::End;
  std::string text;
  Bits number = 0;
  bool is_negative = false;
  std::uint32_t line = 1;

  bool is(char sign) const { return kind == Kind::Sign && text[0] == sign; }
  bool is(std::string_view word) const {
    return kind == Kind::Name && text == word;
  }
  bool is_name() const { return kind == Kind::Name || kind == Kind::String; }
};

// The value of a digit of a hexadecimal number; 16 when it is none.
unsigned hex_digit(char c);

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}
  Token next();

private:
  void skip_blanks();
  void read_string(Token &token);
  void read_escape(Token &token);
  void read_number(Token &token);
  void read_name(Token &token);
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

} // namespace mergeproof::ir
