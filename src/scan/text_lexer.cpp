#include "scan/text_lexer.h"

#include <cctype>
#include <unordered_set>

namespace mergeproof::scan {
namespace {

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_name(char c) {
  return starts_name(c) || std::isdigit(static_cast<unsigned char>(c));
}

} // namespace

bool is_c_keyword(std::string_view text) {
  static const std::unordered_set<std::string_view> keywords{
      "auto",     "break",    "case",     "char",   "const",   "continue",
      "default",  "do",       "double",   "else",   "enum",    "extern",
      "float",    "for",      "goto",     "if",     "inline",  "int",
      "long",     "register", "restrict", "return", "short",   "signed",
      "sizeof",   "static",   "struct",   "switch", "typedef", "union",
      "unsigned", "void",     "volatile", "while",  "_Bool",   "NULL",
      "defined",  "__inline", "bool"};
  return keywords.contains(text);
}

void Lexer::skip_comment() {
  bool is_line = peek(1) == '/';
  std::size_t end = text_.find(is_line ? "\n" : "*/", at_ + 2);
  while (is_line && end != std::string_view::npos &&
         (text_[end - 1] == '\\' ||
          (text_[end - 1] == '\r' && text_[end - 2] == '\\')))
    end = text_.find('\n', end + 1);
  std::size_t stop = end == std::string_view::npos ? text_.size()
                     : is_line                     ? end
                                                   : end + 2;
  std::size_t line = text_.substr(at_, stop - at_).rfind('\n');
  if (line != std::string_view::npos)
    line_start_ = at_ + line + 1;
  at_ = stop;
}

bool Lexer::skip_blank(bool is_directive) {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == '\n') {
      if (is_directive)
        return false;
      line_start_ = ++at_;
      is_line_start_ = true;
    } else if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
      at_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
      line_start_ = at_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      at_++;
    } else if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
      skip_comment();
    } else {
      return true;
    }
  }
  return false;
}

void Lexer::skip_line() {
  while (at_ < text_.size() && text_[at_] != '\n') {
    if (text_[at_] == '\\' && at_ + 1 < text_.size())
      at_++;
    at_++;
  }
}

Token Lexer::take(TokenKind kind, std::size_t size) {
  Token token{kind, text_.substr(at_, size), is_line_start_, at_ - line_start_};
  is_line_start_ = false;
  at_ += token.text.size();
  return token;
}

// Unterminated: up to the end of the line.
Token Lexer::quoted(char quote) {
  std::size_t size = 1;
  while (at_ + size < text_.size()) {
    char c = text_[at_ + size];
    if (c == '\n')
      break;
    size += c == '\\' ? 2 : 1;
    if (c == quote)
      break;
  }
  return take(TokenKind::Text, size);
}

Token Lexer::next(bool is_directive) {
  if (!skip_blank(is_directive))
    return {};
  char c = peek();
  if (c == '"' || c == '\'')
    return quoted(c);
  if (starts_name(c) || std::isdigit(static_cast<unsigned char>(c))) {
    std::size_t size = 1;
    while (continues_name(peek(size)) || (!starts_name(c) && peek(size) == '.'))
      size++;
    return take(starts_name(c) ? TokenKind::Identifier : TokenKind::Number,
                size);
  }
  bool is_arrow = c == '-' && peek(1) == '>';
  return take(TokenKind::Punctuator, is_arrow ? 2 : 1);
}

} // namespace mergeproof::scan
