#include "scan/test_texts.h"

#include "scan/text_index.h"
#include "scan/text_lexer.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string_view>

namespace mergeproof::scan {

namespace {

constexpr std::size_t most_text = 200; // bytes
constexpr std::size_t most_tests = 60, most_read = 4'000'000;
constexpr std::size_t most_file = 64'000; // bytes of one that is no code

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
      if (!literal_)
        literal_.emplace();
      if (literal_->size() <= most_text) // longer ones are not kept
        *literal_ += Decoder(token.text).decode();
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

// Collects different texts, first those that are new; of many, some from
// everywhere.
class Collector {
public:
  Collector(std::size_t most, std::set<std::string> old)
      : most_(most), old_(std::move(old)) {}

  void add(const std::vector<std::string> &texts, std::size_t most) {
    std::vector<std::string> fresh, rest;
    for (const std::string &text : texts)
      if (known_.insert(text).second)
        (old_.contains(text) ? rest : fresh).push_back(text);
    most = std::min(most, most_ - texts_.size());
    std::size_t taken = take_some(fresh, most);
    take_some(rest, most - taken);
  }
  std::vector<std::string> take() { return std::move(texts_); }

private:
  std::size_t take_some(const std::vector<std::string> &from,
                        std::size_t most) {
    most = std::min(most, from.size());
    for (std::size_t i = 0; i < most; i++)
      texts_.push_back(from[i * from.size() / most]);
    return most;
  }

  std::size_t most_;
  std::set<std::string> old_, known_;
  std::vector<std::string> texts_;
};

// The files of the project's tests: C, or what is no C.
std::vector<std::string> read_tests(const source::Tree &tree, bool is_c) {
  std::vector<std::string> texts;
  std::size_t bytes = 0;
  for (const std::string &path : tree.files()) {
    if (!is_test_path(path) || is_c_text(path) != is_c ||
        texts.size() >= most_tests || bytes >= most_read)
      continue;
    if (auto text = tree.read(path); text && text.value().size() < most_read) {
      bytes += text.value().size();
      texts.push_back(std::move(text.value()));
    }
  }
  return texts;
}

// Small files are inputs as a whole, and what large ones are made of.
std::vector<std::string> texts_of(const std::string &file) {
  if (file.find('\0') != file.npos || file.size() > most_file)
    return {};
  std::vector<std::string> texts = pieces_of(file);
  if (!file.empty() && file.size() <= most_text)
    texts.insert(texts.begin(), file);
  return texts;
}

// All that the tests of a tree hold, by where it stands.
struct Found {
  std::vector<std::string> given, others, files;

  Found(const source::Tree &tree, const std::set<std::string> &functions) {
    for (const std::string &text : read_tests(tree, true)) {
      LiteralReader reader(functions);
      reader.read(text);
      bool is_about_them = !reader.given.empty();
      append(given, std::move(reader.given));
      if (is_about_them)
        append(others, std::move(reader.others));
    }
    for (const std::string &text : read_tests(tree, false))
      append(files, texts_of(text));
  }

  std::set<std::string> all() const {
    std::set<std::string> texts(given.begin(), given.end());
    texts.insert(others.begin(), others.end());
    texts.insert(files.begin(), files.end());
    return texts;
  }

private:
  static void append(std::vector<std::string> &to,
                     std::vector<std::string> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()),
              std::make_move_iterator(from.end()));
  }
};

bool is_separator(char c) {
  return std::isspace(static_cast<unsigned char>(c)) ||
         std::string_view(",:;=()[]{}<>").find(c) != std::string_view::npos;
}

std::string_view without_blanks(std::string_view line) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  line.remove_prefix(begin);
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

// The end of what begins at `at`: behind its closing quote, or where the next
// blank or separator is.
std::size_t end_of_piece(const std::string &text, std::size_t at) {
  char quote = text[at];
  bool is_quoted = quote == '"' || quote == '\'';
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != '\n' &&
         !(is_quoted ? text[end] == quote : is_separator(text[end])))
    end += is_quoted && text[end] == '\\' ? 2 : 1;
  bool is_closed = is_quoted && end < text.size() && text[end] == quote;
  return std::min(end + is_closed, text.size());
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

std::vector<std::string> pieces_of(const std::string &text) {
  std::vector<std::string> pieces;
  auto add = [&](std::string_view piece) {
    if (piece.size() > 1 && piece.size() <= most_text)
      pieces.emplace_back(piece);
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    add(without_blanks(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = is_separator(text[at]) ? at + 1 : end_of_piece(text, at);
    add(std::string_view(text).substr(at, end - at));
    at = end;
  }
  return pieces;
}

std::vector<std::string> find_test_texts(const TestTextRequest &request) {
  Found found(*request.tree, request.functions);
  std::set<std::string> old;
  if (request.base)
    old = Found(*request.base, request.functions).all();
  Collector collector(request.most, std::move(old));
  collector.add(found.given, request.most / 2);
  collector.add(found.files, request.most / 3);
  collector.add(found.others, request.most);
  return collector.take();
}

} // namespace mergeproof::scan
