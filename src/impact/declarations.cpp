#include "impact/declarations.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::impact {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<std::string> run() {
    while (at_ < text_.size())
      step();
    return std::move(tokens_);
  }

private:
  void step() {
    char c = text_[at_];
    if (c == '\n')
      is_line_start_ = true;
    if (std::isspace(static_cast<unsigned char>(c))) {
      at_++;
      return;
    }
    if (skip_comment())
      return;
    bool is_directive = c == '#' && is_line_start_;
    is_line_start_ = false;
    if (is_directive)
      take_directive();
    else if (c == '"' || c == '\'')
      take_literal(c);
    else if (is_word(c))
      take_word();
    else
      tokens_.emplace_back(1, text_[at_++]);
  }

  bool skip_comment() {
    std::string_view rest = text_.substr(at_);
    std::size_t end;
    if (rest.starts_with("//"))
      end = rest.find('\n');
    else if (rest.starts_with("/*"))
      end = (end = rest.find("*/", 2)) == rest.npos ? end : end + 2;
    else
      return false;
    at_ = end == rest.npos ? text_.size() : at_ + end;
    return true;
  }

  void take_literal(char quote) {
    for (at_++; at_ < text_.size() && text_[at_] != quote; at_++)
      if (text_[at_] == '\\')
        at_++;
      else if (text_[at_] == '\n')
        break; // an unfinished literal ends with its line
    at_ = std::min(at_ + 1, text_.size());
    tokens_.emplace_back("\"\"");
  }

  void take_word() {
    std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_]))
      at_++;
    tokens_.emplace_back(text_.substr(begin, at_ - begin));
  }

  // Up to the end of the line, with continuation lines; blanks become one.
  void take_directive() {
    std::string line;
    for (; at_ < text_.size() && text_[at_] != '\n'; at_++) {
      char c = text_[at_];
      if (c == '\\' && text_.substr(at_ + 1).starts_with("\n")) {
        at_++;
        c = ' ';
      }
      bool is_blank = std::isspace(static_cast<unsigned char>(c));
      if (!is_blank)
        line += c;
      else if (line.back() != ' ' && line != "#")
        line += ' ';
    }
    tokens_.push_back(std::move(line));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_line_start_ = true;
  std::vector<std::string> tokens_;
};

// Follows braces through the tokens and looks at what stands between them.
class DeclarationSearch {
public:
  explicit DeclarationSearch(const std::string &name) : name_(name) {}

  std::set<std::string> run(const std::vector<std::string> &tokens) {
    for (const std::string &token : tokens) {
      if (token[0] == '#')
        look_at_directive(token);
      else
        visit(token);
    }
    finish_chunk();
    return std::move(found_);
  }

private:
  enum class Brace { Members, Hidden }; // Hidden: a body or an initialiser

  void visit(const std::string &token) {
    if (token == "{")
      return open();
    if (token == "}")
      return close();
    if (is_hidden())
      return;
    bool ends =
        token == ";" || (token == "," && is_inside_braces() && depth_ == 0);
    if (ends)
      return finish_chunk();
    depth_ += token == "(" ? 1 : token == ")" ? -1 : 0;
    chunk_.push_back(token);
  }

  bool is_hidden() const {
    return !braces_.empty() && braces_.back() == Brace::Hidden;
  }
  bool is_inside_braces() const { return !braces_.empty(); }

  void open() {
    bool hidden = is_hidden();
    if (!hidden && !chunk_.empty())
      hidden = chunk_.back() == ")" || chunk_.back() == "=" ||
               std::find(chunk_.begin(), chunk_.end(), "=") != chunk_.end();
    if (!is_hidden())
      finish_chunk();
    braces_.push_back(hidden ? Brace::Hidden : Brace::Members);
  }

  void close() {
    if (!is_hidden())
      finish_chunk();
    if (!braces_.empty())
      braces_.pop_back();
  }

  void finish_chunk() {
    for (std::size_t i = 0; i < chunk_.size() && chunk_[i] != "="; i++)
      if (chunk_[i] == name_ && declares(i)) {
        add_chunk();
        break;
      }
    chunk_.clear();
    depth_ = 0;
  }

  // `name` at place i is what the chunk declares, not a type or a parameter.
  bool declares(std::size_t i) const {
    auto opened =
        std::count(chunk_.begin(), chunk_.begin() + std::ptrdiff_t(i), "(");
    auto closed =
        std::count(chunk_.begin(), chunk_.begin() + std::ptrdiff_t(i), ")");
    bool is_pointer = i > 0 && chunk_[i - 1] == "*" && opened - closed == 1 &&
                      i >= 2 && chunk_[i - 2] == "(";
    if (opened != closed && !is_pointer)
      return false;
    bool is_result = i + 2 < chunk_.size() && chunk_[i + 1] == "(" &&
                     chunk_[i + 2] == "*"; // type (*name)(…)
    if (is_result)
      return false;
    static const std::set<std::string> after{"(", "[", ",", "=", ":", ")"};
    return i + 1 == chunk_.size() || after.contains(chunk_[i + 1]);
  }

  void add_chunk() {
    std::string text;
    for (const std::string &token : chunk_) {
      if (token == "=")
        break;
      text += (text.empty() ? "" : " ") + token;
    }
    found_.insert(text);
  }

  void look_at_directive(const std::string &line) {
    std::string_view rest = line;
    if (!rest.starts_with("#define "))
      return;
    rest.remove_prefix(8);
    bool is_name = rest.starts_with(name_) && (rest.size() == name_.size() ||
                                               !is_word(rest[name_.size()]));
    if (is_name)
      found_.insert(line);
  }

  const std::string &name_;
  std::vector<Brace> braces_;
  std::vector<std::string> chunk_;
  int depth_ = 0;
  std::set<std::string> found_;
};

} // namespace

std::vector<std::string> split_tokens(std::string_view text) {
  return Lexer(text).run();
}

std::set<std::string> find_declarations(const std::vector<std::string> &tokens,
                                        const std::string &name) {
  return DeclarationSearch(name).run(tokens);
}

bool is_identifier(std::string_view text) {
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), is_word);
}

} // namespace mergeproof::impact
