#include "testgen/text_changes.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::testgen {

namespace {

using check::longest_text;
using check::Random;

constexpr std::size_t longest_word = 24;
constexpr std::string_view pairs[] = {"[]", "{}", "()", "\"\"",
                                      "''", "<>", "  ", "\n\n"};
// Where parsers of numbers have their limits.
constexpr std::string_view numbers[] = {
    "0",          "-1",          "00",    "-0",
    "1e400",      "1e-400",      "1e308", "4.9e-324",
    "2147483647", "-2147483648", "65536", "4294967296",
    "256",        "0x10",        "1.",    "9223372036854775808",
    ".5",         "1e",          "1e+5",  "123456789012345678901234567890"};

struct Range {
  std::size_t begin = 0, size = 0;
};

Range some_part(const std::string &text, Random &random) {
  Range range{random.below(text.size() + 1), 0};
  std::size_t left = text.size() - range.begin;
  range.size = random.below(std::min<std::size_t>(left, 16) + 1);
  return range;
}

// What a reader of the text takes for one thing: up to the next blank or
// separator.
Range some_token(const std::string &text, Random &random) {
  auto is_inside = [&](std::size_t at) {
    unsigned char c = static_cast<unsigned char>(text[at]);
    return std::isalnum(c) || c == '_' || c == '.' || c == '-' || c == '+';
  };
  std::size_t at = random.below(text.size() + 1), end = at;
  while (at > 0 && is_inside(at - 1))
    at--;
  while (end < text.size() && is_inside(end))
    end++;
  return {at, end - at};
}

void wrap(std::string &text, Random &random) {
  std::string_view pair = pairs[random.below(std::size(pairs))];
  Range range = random.one_in(2)   ? some_token(text, random)
                : random.one_in(2) ? Range{0, text.size()}
                                   : some_part(text, random);
  bool is_open = random.one_in(3); // only the first
  if (!is_open)
    text.insert(range.begin + range.size, 1, pair[1]);
  text.insert(range.begin, 1, pair[0]);
}

void repeat(std::string &text, Random &random) {
  Range range =
      random.one_in(2) ? some_token(text, random) : some_part(text, random);
  std::string part = text.substr(range.begin, range.size);
  std::size_t at =
      random.one_in(2) ? range.begin : random.below(text.size() + 1);
  for (std::uint64_t times = 1 + random.below(random.one_in(4) ? 20 : 2);
       times > 0 && text.size() < longest_text; times--)
    text.insert(at, part);
}

// One bit; that is often a letter's case.
void flip(char &c, Random &random) {
  constexpr unsigned upper = 0x20;
  unsigned bit = random.one_in(2) ? upper : 1u << random.below(8);
  if (char flipped = static_cast<char>(static_cast<unsigned char>(c) ^ bit))
    c = flipped;
}

void splice(std::string &text, const std::string &other, Random &random) {
  Range from =
      random.one_in(2) ? some_token(other, random) : some_part(other, random);
  Range to =
      random.one_in(2) ? some_token(text, random) : some_part(text, random);
  text.replace(to.begin, random.one_in(2) ? to.size : 0, other, from.begin,
               from.size);
}

} // namespace

TextChanges::TextChanges(const check::Constants &constants)
    : constants_(constants) {
  for (const std::string &text : constants.texts)
    if (!text.empty() && text.size() <= longest_word)
      words_.push_back(text);
  for (std::int64_t value : constants.integers)
    if (value > -128 && value < 256 && value != 0)
      characters_ += static_cast<char>(value);
}

std::string TextChanges::change(std::string text,
                                const std::vector<std::string> &others,
                                Random &random) const {
  std::uint64_t most = random.one_in(2) ? 1 : 4;
  for (std::uint64_t left = 1 + random.below(most); left > 0; left--)
    change_once(text, others, random);
  return text.substr(0, longest_text);
}

void TextChanges::change_once(std::string &text,
                              const std::vector<std::string> &others,
                              Random &random) const {
  switch (random.below(8)) {
  case 0:
    return insert_word(text, random);
  case 1:
    return change_number(text, random);
  case 2:
    return wrap(text, random);
  case 3:
    return repeat(text, random);
  case 4:
    if (!others.empty())
      return splice(text, random.pick(others), random);
    return change_characters(text, random);
  default:
    return change_characters(text, random);
  }
}

char TextChanges::character(Random &random) const {
  return characters_.empty() || random.one_in(2)
             ? check::usual_characters[random.below(
                   check::usual_characters.size())]
             : characters_[random.below(characters_.size())];
}

void TextChanges::change_characters(std::string &text, Random &random) const {
  std::size_t at = random.below(text.size() + 1);
  Range part = some_part(text, random);
  switch (random.below(10)) {
  case 0:
    text.erase(part.begin, part.size);
    break;
  case 8:
    if (at < text.size())
      flip(text[at], random);
    break;
  case 1:
    text.erase(at, 1);
    break;
  case 2:
    text.resize(at);
    break;
  case 3:
  case 4:
    text.replace(at, 1, 1, character(random));
    break;
  default:
    text.insert(at, 1, character(random));
  }
}

void TextChanges::change_number(std::string &text, Random &random) const {
  Range token = some_token(text, random);
  std::string number =
      random.one_in(2) ? std::string(numbers[random.below(std::size(numbers))])
                       : std::to_string(random.pick(constants_.integers));
  text.replace(token.begin, token.size, number);
}

void TextChanges::insert_word(std::string &text, Random &random) const {
  if (words_.empty())
    return change_characters(text, random);
  Range token = some_token(text, random);
  std::size_t size = random.one_in(2) ? token.size : 0;
  text.replace(token.begin, size, random.pick(words_));
}

} // namespace mergeproof::testgen
