#include "scan/test_texts.h"

#include "scan/text_index.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mergeproof::scan {

namespace {

constexpr std::size_t most_text = 200; // bytes
constexpr std::size_t most_files = 60, most_read = 4'000'000;

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool is_test_path(const std::string &path) {
  std::string lower;
  for (char c : path)
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char *word : {"test", "example", "sample", "demo"})
    if (lower.find(word) != lower.npos)
      return true;
  return false;
}

// Finds literals, and the calls that they stand in.
class LiteralReader {
public:
  LiteralReader(std::string_view text, const std::set<std::string> &functions)
      : text_(text), functions_(functions) {}

  void read() {
    while (at_ < text_.size())
      step();
  }
  std::vector<std::string> given, others;

private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void step() {
    char c = peek();
    if (c == '/' && peek(1) == '*')
      skip_past("*/");
    else if (c == '/' && peek(1) == '/')
      skip_past("\n");
    else if (c == '#' && is_line_start_)
      skip_directive();
    else if (c == '"')
      add(literals());
    else if (c == '\'')
      character();
    else if (is_name(c))
      name();
    else
      punctuation(c);
  }

  void skip_past(std::string_view end) {
    std::size_t found = text_.find(end, at_);
    at_ = found == text_.npos ? text_.size() : found + end.size();
    is_line_start_ = end == "\n";
  }

  // Names of headers are no texts.
  void skip_directive() {
    bool goes_on = true;
    while (goes_on && at_ < text_.size()) {
      std::size_t end = std::min(text_.find('\n', at_), text_.size());
      goes_on = end > at_ && text_[end - 1] == '\\';
      at_ = std::min(end + 1, text_.size());
    }
    is_line_start_ = true;
  }

  void name() {
    std::size_t begin = at_;
    while (is_name(peek()))
      at_++;
    last_name_ = std::string(text_.substr(begin, at_ - begin));
    is_line_start_ = false;
  }

  void character() {
    at_++;
    while (at_ < text_.size() && peek() != '\'' && peek() != '\n')
      at_ += peek() == '\\' ? 2 : 1;
    at_++;
  }

  void punctuation(char c) {
    at_++;
    if (c == '(') {
      calls_.push_back(functions_.contains(last_name_));
    } else if (c == ')' && !calls_.empty()) {
      calls_.pop_back();
    } else if (c == ';' || c == '{' || c == '}') {
      calls_.clear();
    }
    if (c == '\n')
      is_line_start_ = true;
    else if (!std::isspace(static_cast<unsigned char>(c)))
      is_line_start_ = false;
    if (!std::isspace(static_cast<unsigned char>(c)))
      last_name_.clear();
  }

  // One literal, and those that follow it.
  std::string literals() {
    std::string value;
    do {
      at_++;
      while (at_ < text_.size() && peek() != '"' && peek() != '\n')
        value += peek() == '\\' ? escape() : std::string(1, text_[at_++]);
      at_++;
      while (std::isspace(static_cast<unsigned char>(peek())))
        at_++;
    } while (peek() == '"');
    return value;
  }

  std::string escape() {
    constexpr std::string_view codes = "nrtabfv0", values = "\n\r\t\a\b\f\v";
    char c = peek(1);
    at_ += 2;
    if (c == '\n')
      return "";
    if (c == 'x' || (c >= '0' && c <= '7'))
      return std::string(1, number(c));
    std::size_t known = codes.find(c);
    return std::string(1, known < values.size() ? values[known] : c);
  }

  char number(char first) {
    int base = first == 'x' ? 16 : 8;
    int value = first == 'x' ? 0 : first - '0';
    for (int digits = 1; digits < 3; digits++) {
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

  void add(std::string value) {
    value = value.substr(0, value.find('\0'));
    bool is_given =
        std::find(calls_.begin(), calls_.end(), true) != calls_.end();
    if (value.size() <= most_text)
      (is_given ? given : others).push_back(std::move(value));
  }

  std::string_view text_;
  const std::set<std::string> &functions_;
  std::size_t at_ = 0;
  bool is_line_start_ = true;
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
  LiteralReader reader(text, functions);
  reader.read();
  std::vector<std::string> all = std::move(reader.given);
  all.insert(all.end(), reader.others.begin(), reader.others.end());
  return all;
}

std::vector<std::string> find_test_texts(const TestTextRequest &request) {
  std::vector<std::string> given, others, files;
  for (const std::string &text : read_tests(*request.tree, true)) {
    LiteralReader reader(text, request.functions);
    reader.read();
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
