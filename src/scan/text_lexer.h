// C text cut into tokens, without preprocessing: comments, blanks and spliced
// lines are gone, literals are single tokens, everything else is one character.
#pragma once

#include <string_view>

namespace mergeproof::scan {

enum class TokenKind { End, Identifier, Number, Text, Punctuator };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;
  bool starts_line = false; // nothing but blanks in front of it
  std::size_t column = 0;   // bytes from the start of the line
  bool is(char c) const {
    return kind == TokenKind::Punctuator && text.size() == 1 && text[0] == c;
  }
};

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // In a directive, End comes at the end of its (continued) line.
  Token next(bool is_directive);
  void skip_line();                        // and its continuations
  void skip_blanks() { skip_blank(true); } // of a directive
  std::string_view rest_of_line() const {
    return text_.substr(at_, text_.find('\n', at_) - at_);
  }
  bool at_end() const { return at_ >= text_.size(); }

private:
  bool skip_blank(bool is_directive); // false: the directive's line ended
  void skip_comment();
  Token take(TokenKind kind, std::size_t size);
  Token quoted(char quote);
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  bool is_line_start_ = true;
};

bool is_c_keyword(std::string_view text);

} // namespace mergeproof::scan
