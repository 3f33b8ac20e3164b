#include "frontend/c/versions/bodies.h"

#include "frontend/c/clang_headers.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

// Whether what stands before `at` in its line leaves a directive possible:
// blanks, or a comment that ends there.
bool may_begin_directive(std::string_view text, std::size_t at) {
  while (at > 0 && is_blank(text[at - 1]))
    at--;
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '/';
}

// Conditions may stand in a body that changed as long as they end there; what
// other directives do may last.
class Directives {
public:
  explicit Directives(std::string_view text) : text_(text) {}

  bool are_local() {
    for (std::size_t at = 0; at < text_.size(); at++)
      if (is_mark(at) && may_begin_directive(text_, at) && !follow(at))
        return false;
    return depth_ == 0;
  }

private:
  bool is_mark(std::size_t at) const {
    return text_[at] == '#' || text_.substr(at, 2) == "%:" ||
           text_.substr(at, 3) == "?\?=";
  }

  bool follow(std::size_t at) {
    if (text_[at] != '#')
      return false;
    for (at++; at < text_.size() && is_blank(text_[at]);)
      at++;
    std::string_view word = text_.substr(
        at, text_.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at) - at);
    if (word == "if" || word == "ifdef" || word == "ifndef")
      return ++depth_ > 0;
    if (word == "endif")
      return --depth_ >= 0;
    return depth_ > 0 && (word == "elif" || word == "else");
  }

  std::string_view text_;
  int depth_ = 0;
};

// Where the brace closes that was opened before `at`.
std::optional<unsigned> closing_brace(const std::string &text, unsigned at,
                                      const clang::LangOptions &language) {
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(),
                     text.data() + at, text.data() + text.size());
  clang::Token token;
  for (unsigned depth = 1; !lexer.LexFromRawLexer(token);) {
    depth += token.is(clang::tok::l_brace);
    depth -= token.is(clang::tok::r_brace);
    if (depth == 0)
      return unsigned(lexer.getBufferLocation() - text.data()) -
             token.getLength();
    if (token.is(clang::tok::eof))
      break;
  }
  return std::nullopt;
}

// What clang takes for the end of a line and counting '\n' does not.
bool has_odd_lines(const std::string &text) {
  for (std::size_t at = 0; (at = text.find('\r', at)) != std::string::npos;
       at++)
    if (at + 1 == text.size() || text[at + 1] != '\n')
      return true;
  return false;
}

// Goes through a text and counts its lines.
class Cursor {
public:
  explicit Cursor(const std::string &text) : text_(text) {}

  void go_to(unsigned at) {
    line_ += std::count(text_.begin() + at_, text_.begin() + at, '\n');
    at_ = at;
  }
  unsigned at() const { return at_; }
  std::int64_t line() const { return line_; }
  unsigned column() const {
    std::size_t end = at_ == 0 ? std::string::npos : text_.rfind('\n', at_ - 1);
    return end == std::string::npos ? at_ : at_ - unsigned(end);
  }
  std::string_view upto(unsigned end) const {
    return std::string_view(text_).substr(at_, end - at_);
  }
  bool continues_with(std::string_view part) const {
    return std::string_view(text_).substr(at_, part.size()) == part;
  }

private:
  const std::string &text_;
  unsigned at_ = 0;
  std::int64_t line_ = 1;
};

} // namespace

bool may_have_directive(std::string_view text) {
  for (std::string_view mark : {"#", "%:", "?\?="})
    for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at++)
      if (may_begin_directive(text, at))
        return true;
  return false;
}

std::optional<std::vector<BodyPlace>>
find_bodies(const std::string &text, const std::vector<Body> &bodies,
            const std::string &other, const clang::LangOptions &language) {
  if (has_odd_lines(text) || has_odd_lines(other))
    return std::nullopt;
  Cursor here(text), there(other);
  std::vector<BodyPlace> places;
  for (const Body &body : bodies) {
    std::string_view between = here.upto(body.begin + 1);
    if (!there.continues_with(between))
      return std::nullopt;
    there.go_to(there.at() + unsigned(between.size()));
    here.go_to(body.begin + 1);
    std::string_view inside = here.upto(body.end);
    BodyPlace place{.begin = there.at() - 1,
                    .line = there.line(),
                    .lines_moved = there.line() - here.line()};
    std::string closed = std::string(inside) + '}';
    place.is_same = there.continues_with(closed);
    auto end = place.is_same
                   ? std::optional(there.at() + unsigned(inside.size()))
                   : closing_brace(other, there.at(), language);
    if (!end || (!place.is_same && !(Directives(inside).are_local() &&
                                     Directives(there.upto(*end)).are_local())))
      return std::nullopt;
    place.end = *end;
    place.is_same &= here.column() == there.column();
    places.push_back(place);
    here.go_to(body.end);
    there.go_to(*end);
  }
  std::string_view rest = here.upto(unsigned(text.size()));
  if (rest != there.upto(unsigned(other.size())))
    return std::nullopt;
  return places;
}

} // namespace mergeproof::frontend::c
