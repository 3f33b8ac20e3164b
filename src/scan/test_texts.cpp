#include "scan/test_texts.h"

#include "scan/text_index.h"
#include "scan/text_lexer.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace mergeproof::scan {

namespace {

constexpr std::size_t most_text = 200; // bytes
constexpr std::size_t most_files = 60, most_read = 4'000'000;

bool is_test_path(const std::string &path) {
  std::string lower;
  for (char c : path)
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char *word : {"test", "example", "sample", "demo"})
    if (lower.find(word) != lower.npos)
      return true;
  return false;
}

// The value of a literal's text, which may lack its end.
class Decoder {
public:
  explicit Decoder(std::string_view literal) : text_(literal.substr(1)) {}

  std::string decode() {
    std::string value;
    while (peek() != '"' && at_ < text_.size())
      value += peek() == '\\' ? escape() : std::string(1, text_[at_++]);
    return value;
  }

private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  std::string escape() {
    constexpr std::string_view codes = "nrtabfv", values = "\n\r\t\a\b\f\v";
    if (at_ + 1 >= text_.size() || peek(1) == '\n') {
      at_ += 2;
      return "";
    }
    char c = peek(1);
    at_ += 2;
    if (c == 'x')
      return std::string(1, number(16, 2, 0));
    if (c >= '0' && c <= '7')
      return std::string(1, number(8, 2, c - '0'));
    std::size_t known = codes.find(c);
    return std::string(1, known != codes.npos ? values[known] : c);
  }

  char number(int base, int digits, int value) {
    for (; digits > 0; digits--) {
      char c = peek();
      int digit = c >= '0' && c <= '9'                 ? c - '0'
                  : base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10
                  : base == 16 && c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                       : base;
      if (digit >= base)
        break;
      value = value * base + digit;
      at_++;
    }
    return static_cast<char>(value);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Finds literals, and the calls that they stand in.
class LiteralReader {
public:
  explicit LiteralReader(const std::set<std::string> &functions)
      : functions_(functions) {}

  void read(std::string_view text) {
    Lexer lexer(text);
    for (Token token = lexer.next(false); token.kind != TokenKind::End;
         token = lexer.next(false))
      if (token.is('#') && token.starts_line)
        lexer.skip_line(); // names of headers are no texts
      else
        take(token);
    end_literal();
  }
  std::vector<std::string> given, others;

private:
  void take(const Token &token) {
    if (token.kind == TokenKind::Text && token.text[0] == '"') {
      literal_ = literal_.value_or("") + Decoder(token.text).decode();
      return;
    }
    end_literal();
    if (token.is('('))
      calls_.push_back(functions_.contains(last_name_));
    else if (token.is(')') && !calls_.empty())
      calls_.pop_back();
    else if (token.is(';') || token.is('{') || token.is('}'))
      calls_.clear();
    last_name_ = token.kind == TokenKind::Identifier ? std::string(token.text)
                                                     : std::string();
  }

  void end_literal() {
    if (!literal_)
      return;
    last_name_.clear();
    std::string value = literal_->substr(0, literal_->find('\0'));
    literal_.reset();
    bool is_given =
        std::find(calls_.begin(), calls_.end(), true) != calls_.end();
    if (value.size() <= most_text)
      (is_given ? given : others).push_back(std::move(value));
  }

  const std::set<std::string> &functions_;
  std::optional<std::string> literal_; // adjacent ones are one
  std::string last_name_;
  std::vector<bool> calls_; // open parentheses: of a call that matters
};

// Collects different texts; of many, some from everywhere.
class Collector {
public:
  explicit Collector(std::size_t most) : most_(most) {}
  void add(const std::vector<std::string> &texts, std::size_t most) {
    std::vector<std::string> fresh;
    for (const std::string &text : texts)
      if (known_.insert(text).second)
        fresh.push_back(text);
    most = std::min({most, most_ - texts_.size(), fresh.size()});
    for (std::size_t i = 0; i < most; i++)
      texts_.push_back(fresh[i * fresh.size() / most]);
  }
  std::vector<std::string> take() { return std::move(texts_); }

private:
  std::size_t most_;
  std::set<std::string> known_;
  std::vector<std::string> texts_;
};

// The files of the project's tests: C, or what is no C.
std::vector<std::string> read_tests(const source::Tree &tree, bool is_c) {
  std::vector<std::string> texts;
  std::size_t bytes = 0;
  for (const std::string &path : tree.files()) {
    if (!is_test_path(path) || is_c_text(path) != is_c ||
        texts.size() >= most_files || bytes >= most_read)
      continue;
    if (auto text = tree.read(path)) {
      bytes += text.value().size();
      texts.push_back(std::move(text.value()));
    }
  }
  return texts;
}

// A small file of a test: the whole of it is an input.
bool is_plain_text(const std::string &text) {
  return !text.empty() && text.size() <= most_text &&
         text.find('\0') == text.npos;
}

} // namespace

std::vector<std::string>
string_literals(const std::string &text,
                const std::set<std::string> &functions) {
  LiteralReader reader(functions);
  reader.read(text);
  std::vector<std::string> all = std::move(reader.given);
  all.insert(all.end(), reader.others.begin(), reader.others.end());
  return all;
}

std::vector<std::string> find_test_texts(const TestTextRequest &request) {
  std::vector<std::string> given, others, files;
  for (const std::string &text : read_tests(*request.tree, true)) {
    LiteralReader reader(request.functions);
    reader.read(text);
    given.insert(given.end(), reader.given.begin(), reader.given.end());
    if (!reader.given.empty())
      others.insert(others.end(), reader.others.begin(), reader.others.end());
  }
  for (std::string &text : read_tests(*request.tree, false))
    if (is_plain_text(text))
      files.push_back(std::move(text));
  Collector collector(request.most);
  collector.add(given, (request.most * 5 + 7) / 8);
  collector.add(files, request.most / 8);
  collector.add(others, request.most);
  return collector.take();
}

} // namespace mergeproof::scan
