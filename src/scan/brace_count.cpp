#include "scan/brace_count.h"

#include "scan/text_lexer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::scan {
namespace {

bool leaves_comment_open(std::string_view line) {
  std::size_t begin = line.rfind("/*");
  return begin != std::string_view::npos &&
         line.find("*/", begin + 2) == std::string_view::npos;
}

class BraceCount {
public:
  explicit BraceCount(std::string_view text) : lexer_(text) {}

  bool is_exact() {
    for (Token token = lexer_.next(false);
         token.kind != TokenKind::End && is_exact_; token = lexer_.next(false))
      if (token.is('#') && token.starts_line)
        read_directive();
      else
        count(token);
    return is_exact_ && depth_ == 0 && open_.empty();
  }

private:
  struct Condition {
    int before = 0;           // depth where it begins
    std::optional<int> after; // of the branches that have ended
    bool has_else = false;
    bool is_other_language = false;
  };

  void count(const Token &token) {
    if (is_in_other_language())
      return;
    depth_ += token.is('{');
    depth_ -= token.is('}');
    is_exact_ = depth_ >= 0;
  }

  bool is_in_other_language() const {
    return std::any_of(open_.begin(), open_.end(), [](const Condition &one) {
      return one.is_other_language;
    });
  }

  void read_directive() {
    std::string_view word = lexer_.next(true).text;
    std::string_view rest = lexer_.rest_of_line();
    // A text inside of braces may end what it stands in, and a comment may go
    // on in the next line.
    is_exact_ &= !(word.starts_with("include") && depth_ > 0) &&
                 !leaves_comment_open(rest);
    if (word.starts_with("if"))
      begin_condition(word, rest);
    else if (word.starts_with("el"))
      begin_branch(word == "else");
    else if (word == "endif")
      end_condition();
    // A comment in a continued line may go on, too; as the scanner reads it.
    if (!word.starts_with("include"))
      while (lexer_.next(true).kind != TokenKind::End) {
      }
    lexer_.skip_line();
  }

  void begin_condition(std::string_view word, std::string_view rest) {
    open_.push_back(
        {.before = depth_, .is_other_language = is_for_cplusplus(word, rest)});
  }

  void end_branch(Condition &condition) {
    is_exact_ &= depth_ == condition.after.value_or(depth_);
    condition.after = depth_;
  }

  void begin_branch(bool is_else) {
    if (open_.empty()) {
      is_exact_ = false;
      return;
    }
    Condition &condition = open_.back();
    end_branch(condition);
    condition.has_else |= is_else;
    is_exact_ &= !condition.is_other_language;
    depth_ = condition.before;
  }

  void end_condition() {
    if (open_.empty()) {
      is_exact_ = false;
      return;
    }
    Condition condition = open_.back();
    open_.pop_back();
    end_branch(condition);
    is_exact_ &= condition.has_else || depth_ == condition.before;
  }

  Lexer lexer_;
  int depth_ = 0;
  bool is_exact_ = true;
  std::vector<Condition> open_;
};

} // namespace

bool is_for_cplusplus(std::string_view word, std::string_view rest) {
  std::string text;
  for (char c : rest)
    if (c != ' ' && c != '\t' && c != '\r')
      text += c;
  return (word == "ifdef" && text == "__cplusplus") ||
         (word == "if" &&
          (text == "defined(__cplusplus)" || text == "defined__cplusplus"));
}

bool has_exact_braces(std::string_view text) {
  for (std::string_view other : {"<%", "%>", "?\?<", "?\?>"})
    if (text.find(other) != std::string_view::npos)
      return false;
  return BraceCount(text).is_exact();
}

} // namespace mergeproof::scan
