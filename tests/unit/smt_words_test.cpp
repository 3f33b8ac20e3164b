// uses: smt support
//
// Arithmetic on words of literals, on all pairs of 4-bit and some of 5-bit
// numbers, against what constants fold to.
#include "smt/fold.h"
#include "smt/sat/words.h"

#include <functional>
#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

using smt::Bits;
using smt::Kind;
using smt::Word;
using smt::Words;
using Operation = std::function<Word(Words &, const Word &, const Word &)>;

void assume(std::vector<smt::Literal> &assumed, const Word &word, Bits value) {
  for (std::size_t i = 0; i < word.size(); i++)
    assumed.push_back((value >> i & 1) != 0 ? word[i] : -word[i]);
}

void expect(std::uint32_t bits, const Operation &make,
            const std::function<Bits(Bits, Bits)> &value) {
  smt::Gates gates;
  Words words(gates);
  Word a = words.fresh(bits), b = words.fresh(bits);
  Word result = make(words, a, b);
  for (Bits x = 0; x < Bits(1) << bits; x++)
    for (Bits y = 0; y < Bits(1) << bits; y++) {
      std::vector<smt::Literal> assumed;
      assume(assumed, a, x);
      assume(assumed, b, y);
      ASSERT_EQ(gates.solve(assumed, 1'000), smt::SatResult::Sat);
      for (std::size_t i = 0; i < result.size(); i++)
        ASSERT_EQ(gates.value(result[i]), (value(x, y) >> i & 1) != 0)
            << "bit " << i << " of " << int(x) << ", " << int(y);
    }
}

void expect(Kind kind, const Operation &make) {
  for (std::uint32_t bits : {4u, 5u})
    expect(bits, make,
           [&](Bits x, Bits y) { return smt::fold(kind, x, y, bits); });
}

TEST(SmtWords, AddsSubtractsAndMultiplies) {
  expect(
      4, [](Words &w, const Word &a, const Word &b) { return w.add(a, b); },
      [](Bits x, Bits y) { return x + y; });
  expect(
      4,
      [](Words &w, const Word &a, const Word &b) { return w.subtract(a, b); },
      [](Bits x, Bits y) { return x - y; });
  expect(
      5,
      [](Words &w, const Word &a, const Word &b) { return w.multiply(a, b); },
      [](Bits x, Bits y) { return x * y; });
  expect(
      4, [](Words &w, const Word &a, const Word &) { return w.negate(a); },
      [](Bits x, Bits) { return Bits(0) - x; });
}

TEST(SmtWords, MultipliesByNumbers) {
  for (Bits factor = 0; factor < 16; factor++)
    expect(
        4,
        [=](Words &w, const Word &a, const Word &) {
          return w.times(a, factor);
        },
        [=](Bits x, Bits) { return x * factor; });
}

TEST(SmtWords, DividesAsSmtLibSays) {
  expect(Kind::UDiv, [](Words &w, const Word &a, const Word &b) {
    return w.divide(a, b).quotient;
  });
  expect(Kind::URem, [](Words &w, const Word &a, const Word &b) {
    return w.divide(a, b).remainder;
  });
  expect(Kind::SDiv, [](Words &w, const Word &a, const Word &b) {
    return w.divide_signed(a, b).quotient;
  });
  expect(Kind::SRem, [](Words &w, const Word &a, const Word &b) {
    return w.divide_signed(a, b).remainder;
  });
}

TEST(SmtWords, ShiftsByAnyCount) {
  using Shift = Words::Shift;
  for (auto [kind, how] : {std::pair{Kind::Shl, Shift::Left},
                           {Kind::LShr, Shift::Right},
                           {Kind::AShr, Shift::RightSigned}})
    expect(kind, [how = how](Words &w, const Word &a, const Word &b) {
      return w.shift(how, a, b);
    });
}

TEST(SmtWords, Compares) {
  expect(Kind::ULt, [](Words &w, const Word &a, const Word &b) {
    return Word{w.less(a, b)};
  });
  expect(Kind::SLt, [](Words &w, const Word &a, const Word &b) {
    return Word{w.less_signed(a, b)};
  });
  expect(
      4,
      [](Words &w, const Word &a, const Word &b) {
        return Word{w.equal(a, b)};
      },
      [](Bits x, Bits y) { return Bits(x == y); });
}

TEST(SmtWords, UnknownIsWhatTakesTooLong) {
  smt::Gates gates;
  Words words(gates);
  Word a = words.fresh(24), b = words.fresh(24);
  // A product that takes work: of two primes, neither of them one.
  Word one(48, smt::never), product(48, smt::never);
  auto wide = [](Word word) {
    word.resize(48, smt::never);
    return word;
  };
  one[0] = smt::always;
  std::uint64_t number = 16'777'183ull * 16'777'153ull;
  for (std::size_t i = 0; i < 48; i++)
    product[i] = (number >> i & 1) != 0 ? smt::always : smt::never;
  std::vector<smt::Literal> assumed{
      words.equal(words.multiply(wide(a), wide(b)), product),
      -words.equal(wide(a), one), -words.equal(wide(b), one)};
  EXPECT_EQ(gates.solve(assumed, 10), smt::SatResult::Unknown);
  EXPECT_LE(gates.conflicts(), 12u);
}

} // namespace
} // namespace mergeproof::tests
