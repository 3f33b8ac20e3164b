#include "testgen/follow_comparison.h"

#include "interp/arithmetic.h"

#include <algorithm>

namespace mergeproof::testgen {

namespace {

using check::InputRecipe;
using check::MadeNumber;
using check::Random;

constexpr unsigned char_bits = 8;

std::uint64_t cut(std::uint64_t value, unsigned bits) {
  return static_cast<std::uint64_t>(interp::cut(value, bits));
}

std::int64_t to_signed(std::uint64_t value, unsigned bits) {
  return static_cast<std::int64_t>(interp::to_signed(cut(value, bits), bits));
}

// What one side is, and what it shall be.
struct Wish {
  std::uint64_t from = 0, to = 0;
  unsigned bits = 0;

  // Whether a number of so many bits was widened to it.
  bool is_from(std::uint64_t value, unsigned width) const {
    return width >= bits
               ? cut(value, bits) == from
               : value == from ||
                     cut(static_cast<std::uint64_t>(to_signed(value, width)),
                         bits) == from;
  }
};

// Equal, or one more or less.
Wish make_wish(const interp::Comparison &comparison, Random &random) {
  Wish wish{comparison.a, comparison.b, comparison.bits};
  if (random.one_in(2))
    std::swap(wish.from, wish.to);
  if (random.one_in(3))
    wish.to =
        cut(wish.to + (random.one_in(2) ? 1 : ~std::uint64_t(0)), wish.bits);
  return wish;
}

bool follow_in_numbers(InputRecipe &recipe, const Wish &wish, Random &random) {
  std::vector<const MadeNumber *> fitting;
  for (const MadeNumber &number : recipe.numbers)
    if (wish.is_from(number.value, number.bits))
      fitting.push_back(&number);
  if (fitting.empty())
    return false;
  recipe.replaced[random.pick(fitting)->place] = wish.to;
  return true;
}

// The number that bytes in a row are, the first one first or last.
std::uint64_t join(const MadeNumber *bytes, unsigned count, bool is_big) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; i++)
    value = value << char_bits | bytes[is_big ? i : count - 1 - i].value;
  return value;
}

bool follow_in_bytes(InputRecipe &recipe, const Wish &wish, Random &random) {
  unsigned count = random.one_in(2) ? 2 : 4;
  bool is_big = !random.one_in(3);
  std::vector<std::size_t> fitting;
  const auto &numbers = recipe.numbers;
  for (std::size_t i = 0; i + count <= numbers.size(); i++) {
    bool are_bytes = std::all_of(
        numbers.begin() + std::ptrdiff_t(i),
        numbers.begin() + std::ptrdiff_t(i + count),
        [](const MadeNumber &number) { return number.bits == char_bits; });
    if (are_bytes &&
        wish.is_from(join(&numbers[i], count, is_big), count * char_bits))
      fitting.push_back(i);
  }
  if (fitting.empty())
    return false;
  std::size_t first = random.pick(fitting);
  for (unsigned i = 0; i < count; i++)
    recipe.replaced[numbers[first + i].place] =
        wish.to >> (is_big ? count - 1 - i : i) * char_bits & 0xff;
  return true;
}

// A number that the compared one may have been computed from by adding.
bool shift_a_number(InputRecipe &recipe, const Wish &wish, Random &random) {
  if (recipe.numbers.empty())
    return false;
  const MadeNumber &number = random.pick(recipe.numbers);
  recipe.replaced[number.place] = number.value + (wish.to - wish.from);
  return true;
}

bool follow_in_characters(std::string &text, const Wish &wish, Random &random) {
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < text.size(); i++)
    if (wish.is_from(static_cast<unsigned char>(text[i]), char_bits))
      fitting.push_back(i);
  if (fitting.empty() || cut(wish.to, char_bits) == 0)
    return false;
  text[random.pick(fitting)] = static_cast<char>(wish.to);
  return true;
}

// The end of the text was compared with it.
bool append_character(std::string &text, const Wish &wish) {
  if (wish.from != 0 || wish.to == 0 || wish.to > 0xff ||
      text.size() >= check::longest_text)
    return false;
  text += static_cast<char>(wish.to);
  return true;
}

bool follow_in_digits(std::string &text, const Wish &wish) {
  std::string from = std::to_string(to_signed(wish.from, wish.bits));
  std::size_t at = text.find(from);
  if (wish.bits <= char_bits || at == text.npos)
    return false;
  text.replace(at, from.size(), std::to_string(to_signed(wish.to, wish.bits)));
  return true;
}

bool follow_in_length(std::string &text, const Wish &wish, Random &random) {
  if (wish.from != text.size() || wish.to > check::longest_text)
    return false;
  std::size_t at = random.below(text.size());
  char more = text.empty() ? 'a' : text[random.below(text.size())];
  if (wish.to > text.size())
    text.insert(at, wish.to - text.size(), more);
  else
    text.resize(wish.to);
  return true;
}

bool follow_in_text(std::string &text, const Wish &wish, Random &random) {
  switch (random.below(4)) {
  case 0:
    return follow_in_digits(text, wish) ||
           follow_in_characters(text, wish, random);
  case 1:
    return follow_in_length(text, wish, random) ||
           follow_in_characters(text, wish, random);
  default:
    return follow_in_characters(text, wish, random) ||
           append_character(text, wish);
  }
}

} // namespace

bool follow_comparison(InputRecipe &recipe,
                       const interp::Comparison &comparison, Random &random) {
  if (comparison.bits < 2)
    return false;
  Wish wish = make_wish(comparison, random);
  if (recipe.text && random.one_in(2) &&
      follow_in_text(*recipe.text, wish, random))
    return true;
  if (random.one_in(4) && follow_in_bytes(recipe, wish, random))
    return true;
  return follow_in_numbers(recipe, wish, random) ||
         follow_in_bytes(recipe, wish, random) ||
         (random.one_in(8) && shift_a_number(recipe, wish, random));
}

} // namespace mergeproof::testgen
