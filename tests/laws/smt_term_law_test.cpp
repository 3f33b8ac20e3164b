// uses: smt support
//
// Terms are simplified when they are made: whatever is made must have the value
// that its operands say, under every assignment. And what substitution and
// abstraction make of terms.
#include "laws/random_source.h"
#include "smt/abstraction.h"
#include "smt/fold.h"
#include "smt/range.h"
#include "smt/simulation.h"
#include "smt/solver.h"
#include "smt/substitution.h"

#include <functional>
#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

using smt::Bits;
using smt::Kind;
using smt::Term;

constexpr std::uint64_t rounds = 1500;
constexpr std::uint64_t assignments = 6;

// Makes terms, and says what they are worth without looking at them.
class Maker {
public:
  Maker(std::uint64_t seed, std::uint64_t assignment)
      : random_(seed), simulation_(assignment) {}

  struct Made {
    Term term = nullptr;
    Bits value = 0;
  };

  Made number(std::uint32_t bits, unsigned depth) {
    if (depth == 0 || random_.one_in(5))
      return leaf(bits);
    switch (random_.below(10)) {
    case 0:
      return choice(bits, depth);
    case 1: {
      Made a = number(bits, depth - 1), b = number(bits, depth - 1);
      return {table.add(a.term, b.term), cut(a.value + b.value, bits)};
    }
    case 2: {
      Made a = number(bits, depth - 1), b = number(bits, depth - 1);
      return {table.multiply(a.term, b.term), cut(a.value * b.value, bits)};
    }
    case 3: {
      Made a = number(bits, depth - 1), b = number(bits, depth - 1);
      return {table.subtract(a.term, b.term), cut(a.value - b.value, bits)};
    }
    case 4: {
      Made a = number(bits, depth - 1);
      Bits divisor = Bits(1) << random_.below(bits);
      return operation(division(), a, {constant(bits, divisor), divisor});
    }
    case 5:
      return operation(division(), number(bits, depth - 1),
                       number(bits, depth - 1));
    case 6: {
      Made a = number(bits, depth - 1);
      return {table.extract(bits - 1, 0, table.sign_extend(2 * bits, a.term)),
              a.value};
    }
    default:
      return operation(random_.pick({Kind::BvAnd, Kind::BvOr, Kind::BvXor,
                                     Kind::Shl, Kind::LShr, Kind::AShr}),
                       number(bits, depth - 1), number(bits, depth - 1));
    }
  }

  Made condition(unsigned depth) {
    Made a = number(8, depth), b = number(8, depth);
    switch (random_.below(4)) {
    case 0:
      return {table.equal(a.term, b.term), a.value == b.value};
    case 1:
      return {table.logical_not(table.equal(a.term, b.term)),
              a.value != b.value};
    default: {
      Kind kind = random_.pick({Kind::ULt, Kind::SLt});
      return {table.binary(kind, a.term, b.term),
              smt::fold(kind, a.value, b.value, 8)};
    }
    }
  }

  smt::TermTable table;

private:
  static Bits cut(Bits value, std::uint32_t bits) {
    return value & smt::mask(bits);
  }
  Kind division() {
    return random_.pick({Kind::UDiv, Kind::URem, Kind::SDiv, Kind::SRem});
  }
  Term constant(std::uint32_t bits, Bits value) {
    return table.constant(smt::bv_sort(bits), value);
  }
  Made leaf(std::uint32_t bits) {
    if (random_.one_in(3)) {
      Bits value = cut(random_.below(6) - Bits(2), bits);
      return {constant(bits, value), value};
    }
    Term symbol = table.symbol("x" + std::to_string(random_.below(3)) + " " +
                                   std::to_string(bits),
                               smt::bv_sort(bits));
    return {symbol, simulation_.value(symbol)};
  }
  Made choice(std::uint32_t bits, unsigned depth) {
    Made c = condition(depth > 2 ? 1 : 0);
    Made a = number(bits, depth - 1), b = number(bits, depth - 1);
    return {table.ite(c.term, a.term, b.term), c.value ? a.value : b.value};
  }
  Made operation(Kind kind, const Made &a, const Made &b) {
    std::uint32_t bits = a.term->sort.bits;
    return {table.binary(kind, a.term, b.term),
            cut(smt::fold(kind, a.value, b.value, bits), bits)};
  }

  RandomSource random_;
  smt::Simulation simulation_;
};

TEST(TermLaw, SimplifiedTermsHaveTheValueOfTheirOperands) {
  for (std::uint64_t seed = 1; seed <= rounds; seed++)
    for (std::uint64_t assignment = 1; assignment <= assignments;
         assignment++) {
      Maker maker(seed, assignment);
      std::uint32_t bits = seed % 2 ? 8 : 32;
      Maker::Made made = maker.number(bits, 4);
      ASSERT_EQ(std::uint64_t(smt::Simulation(assignment).value(made.term)),
                std::uint64_t(made.value))
          << "seed " << seed << " assignment " << assignment;
      Maker::Made condition = maker.condition(3);
      ASSERT_EQ(smt::Simulation(assignment).value(condition.term) != 0,
                condition.value != 0)
          << "seed " << seed << " assignment " << assignment;
    }
}

// Of what was divided before, by constants of all sizes, and in other widths.
TEST(TermLaw, DivisionsInStepsAreDivisions) {
  smt::TermTable table;
  auto number = [&](std::uint32_t bits, Bits value) {
    return table.constant(smt::bv_sort(bits), value);
  };
  Term x = table.symbol("x", smt::bv_sort(16));
  unsigned folded = 0;
  for (Bits p : {1, 2, 3, 4, 5, 6, 8, 12, 24, 60, 126, 127, 128, 250, 255})
    for (Bits q : {1, 2, 3, 4, 5, 6, 12, 63, 127, 128, 200, 255})
      for (Kind first : {Kind::UDiv, Kind::SDiv, Kind::URem, Kind::SRem})
        for (Kind second : {Kind::UDiv, Kind::SDiv, Kind::URem, Kind::SRem}) {
          Term inner = table.binary(first, x, number(16, p));
          Term narrow =
              table.binary(second, table.extract(7, 0, inner), number(8, q));
          Term wide = table.binary(second, inner, number(16, q));
          folded += wide->kind != second;
          for (unsigned assignment = 1; assignment <= 12; assignment++) {
            smt::Simulation simulation(assignment);
            Bits value = smt::fold(first, simulation.value(x), p, 16) & 0xffff;
            ASSERT_TRUE(simulation.value(wide) ==
                        (smt::fold(second, value, q, 16) & 0xffff))
                << int(p) << " " << int(q) << " " << int(first) << int(second);
            ASSERT_TRUE(simulation.value(narrow) ==
                        (smt::fold(second, value & 0xff, q, 8) & 0xff))
                << int(p) << " " << int(q) << " " << int(first) << int(second);
          }
        }
  EXPECT_GT(folded, 200u);
}

TEST(TermLaw, TimesAreTakenApartInStepsThatDiffer) {
  smt::TermTable table;
  auto apply = [&](Kind kind, Term a, Bits b) {
    return table.binary(kind, a, table.constant(a->sort, b));
  };
  Term t = table.symbol("t", smt::bv_sort(64));
  Term rest = apply(Kind::SRem, t, 86400);
  Term minutes = apply(Kind::SDiv, apply(Kind::SRem, rest, 3600), 60);
  EXPECT_EQ(minutes, apply(Kind::SRem, apply(Kind::SDiv, rest, 60), 60));
  EXPECT_EQ(apply(Kind::SDiv, rest, 3600),
            apply(Kind::SDiv, apply(Kind::SDiv, rest, 60), 60));
  EXPECT_EQ(apply(Kind::SRem, table.extract(31, 0, rest), 60),
            table.extract(31, 0, apply(Kind::SRem, t, 60)));
}

// A term of x and d, of four bits, and its value by theirs.
struct Worth {
  Term term = nullptr;
  std::function<Bits(Bits, Bits)> value;
};

class SmallTerms {
public:
  static constexpr std::uint32_t bits = 4;

  Term constant(Bits value) {
    return table.constant(smt::bv_sort(bits), value);
  }
  Worth number(Bits value) {
    return {constant(value), [=](Bits, Bits) { return value; }};
  }
  Worth of(Kind kind, const Worth &a, const Worth &b) {
    Term made = kind == Kind::Mul   ? table.multiply(a.term, b.term)
                : kind == Kind::Add ? table.add(a.term, b.term)
                                    : table.binary(kind, a.term, b.term);
    return {made, [=](Bits v, Bits w) {
              Bits p = a.value(v, w), q = b.value(v, w);
              Bits result = kind == Kind::Mul   ? p * q
                            : kind == Kind::Add ? p + q
                                                : smt::fold(kind, p, q, bits);
              return result & smt::mask(bits);
            }};
  }
  // What the term is where x and d are these.
  Bits value(Term term, Bits v, Bits w) {
    smt::Substitution known(table);
    known.replace(x.term, constant(v));
    known.replace(d.term, constant(w));
    return known(term)->value;
  }

  smt::TermTable table;
  Worth x{table.symbol("x", smt::bv_sort(bits)),
          [](Bits v, Bits) { return v; }};
  Worth d{table.symbol("d", smt::bv_sort(bits)),
          [](Bits, Bits w) { return w; }};
};

// What tells of the same quotients, by constants and by a variable, 0 and -1
// among them.
std::vector<Worth> parts_of_quotients(SmallTerms &terms, RandomSource &random) {
  Kind kind = random.pick({Kind::UDiv, Kind::SDiv});
  Kind rest = kind == Kind::UDiv ? Kind::URem : Kind::SRem;
  Worth x = terms.x;
  Worth by = random.one_in(3) ? terms.d : terms.number(random.below(16));
  Worth steps = terms.number(1 + random.below(7));
  Bits shift = 1 + random.below(3);
  Worth low = terms.number((Bits(1) << unsigned(shift)) - 1);
  Worth q = terms.of(kind, x, by), again = terms.of(kind, q, steps);
  return {x,
          terms.of(Kind::Mul, by, q),
          terms.of(rest, x, by),
          q,
          again,
          terms.of(rest, q, steps),
          terms.of(Kind::Mul, steps, again),
          terms.of(Kind::LShr, x, terms.number(shift)),
          terms.of(Kind::BvAnd, x, low)};
}

TEST(TermLaw, DivisionsInSumsFoldToWhatTheyAre) {
  RandomSource random(7);
  unsigned folded = 0;
  for (unsigned round = 0; round < 1000; round++) {
    SmallTerms terms;
    std::vector<Worth> parts = parts_of_quotients(terms, random);
    Worth sum = terms.number(random.below(3));
    for (unsigned i = 0; i < 4; i++) {
      Bits factor = random.pick({1, 15, 1, 15, 1, 15, 3, 12, 13, 8});
      std::size_t before = sum.term->args.size();
      sum = terms.of(Kind::Add, sum,
                     terms.of(Kind::Mul, terms.number(factor),
                              parts[random.below(parts.size())]));
      folded += sum.term->args.size() < before;
    }
    Term is_x = terms.table.equal(sum.term, terms.x.term);
    for (Bits v = 0; v < 16; v++)
      for (Bits w = 0; w < 16; w++) {
        Bits expected = sum.value(v, w);
        ASSERT_EQ(unsigned(terms.value(sum.term, v, w)), unsigned(expected))
            << "round " << round << " x " << int(v) << " d " << int(w);
        ASSERT_EQ(terms.value(is_x, v, w) != 0, expected == v)
            << "round " << round << " x " << int(v) << " d " << int(w);
      }
  }
  EXPECT_GT(folded, 100u);
}

TEST(TermLaw, RemaindersAreDifferencesOfProducts) {
  smt::TermTable table;
  for (std::uint32_t bits : {8u, 32u, 64u})
    for (bool is_signed : {false, true})
      for (Bits c : {0, 3, 60, 100}) { // 0: a variable
        Term x = table.symbol("x" + std::to_string(bits), smt::bv_sort(bits));
        Term d = c != 0 ? table.constant(x->sort, c)
                        : table.symbol("d" + std::to_string(bits), x->sort);
        Term q = table.binary(is_signed ? Kind::SDiv : Kind::UDiv, x, d);
        Term rest = table.binary(is_signed ? Kind::SRem : Kind::URem, x, d);
        Term minus = table.multiply(q, table.negate(d));
        EXPECT_EQ(table.subtract(x, table.multiply(d, q)), rest);
        if (c != 0) {
          EXPECT_EQ(table.add(minus, x), rest);
        }
        EXPECT_EQ(table.add(rest, table.multiply(q, d)), x);
        EXPECT_EQ(table.subtract(x, rest), table.multiply(q, d));
        EXPECT_EQ(table.equal(table.multiply(q, d), x),
                  table.equal(rest, table.constant(x->sort, 0)));
      }
}

TEST(TermLaw, TimesAreTakenApartByDifferences) {
  smt::TermTable table;
  for (std::uint32_t bits : {32u, 64u})
    for (bool is_signed : {false, true}) {
      Kind div = is_signed ? Kind::SDiv : Kind::UDiv;
      Kind rem = is_signed ? Kind::SRem : Kind::URem;
      Term t = table.symbol("t" + std::to_string(bits), smt::bv_sort(bits));
      auto number = [&](Bits value) { return table.constant(t->sort, value); };
      auto rest = [&](Term of, Bits by) {
        Term q = table.binary(div, of, number(by));
        return table.subtract(of, table.multiply(q, number(by)));
      };
      Term hour = rest(t, 3600);
      EXPECT_EQ(hour, table.binary(rem, t, number(3600)));
      EXPECT_EQ(rest(hour, 60), table.binary(rem, t, number(60)));
      Term minutes = table.binary(div, t, number(60));
      EXPECT_EQ(rest(minutes, 60), table.binary(rem, minutes, number(60)));
      EXPECT_EQ(table.binary(div, hour, number(60)),
                table.binary(rem, minutes, number(60)));
    }
}

// Whether a product of two numbers of four bits fits, in all ways to ask.
TEST(TermLaw, ProductsFitHoweverOneAsks) {
  SmallTerms terms;
  smt::TermTable &table = terms.table;
  Term a = terms.x.term, b = terms.d.term;
  Term zero = terms.constant(0), largest = terms.constant(15);
  auto wide = [&](Bits value) {
    return table.constant(smt::bv_sort(8), value);
  };
  Term product =
      table.multiply(table.zero_extend(8, a), table.zero_extend(8, b));
  Term is_large = table.binary(Kind::ULt, wide(15), product);
  Term high = table.binary(Kind::LShr, product, wide(4));
  Term low = table.extract(3, 0, product);
  auto is_not = [&](Term x, Term y) {
    return table.logical_not(table.equal(x, y));
  };
  EXPECT_EQ(low, table.multiply(a, b));
  EXPECT_EQ(is_large,
            table.logical_not(table.binary(Kind::ULt, product, wide(16))));
  EXPECT_EQ(is_large, is_not(high, wide(0)));
  EXPECT_EQ(is_large, is_not(table.extract(3, 0, high), zero));
  EXPECT_EQ(is_large, is_not(table.extract(7, 4, product), zero));
  EXPECT_EQ(is_large, is_not(product, table.zero_extend(8, low)));
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    Term quotient = table.binary(Kind::UDiv, largest, x);
    EXPECT_EQ(is_large, table.binary(Kind::ULt, quotient, y));
    Term undone = is_not(table.binary(Kind::UDiv, low, x), y);
    for (Bits v = 0; v < 16; v++)
      for (Bits w = 0; w < 16; w++) {
        ASSERT_EQ(terms.value(is_large, v, w) != 0, v * w > 15);
        Bits divisor = x == a ? v : w, other = x == a ? w : v;
        Bits back = smt::fold(Kind::UDiv, v * w & 15, divisor, 4);
        ASSERT_EQ(terms.value(undone, v, w) != 0, back != other);
      }
  }
}

// By constants, against all limits; and of parts of the bits.
TEST(TermLaw, ProductsAreComparedWithLimits) {
  SmallTerms terms;
  smt::TermTable &table = terms.table;
  Term a = table.zero_extend(8, terms.x.term);
  Term b = table.zero_extend(8, terms.d.term);
  for (Bits c = 0; c < 32; c++) {
    Term product = c == 31 ? table.multiply(a, b)
                           : table.multiply(table.constant(a->sort, c), a);
    for (Bits limit = 0; limit < 256; limit++) {
      Term number = table.constant(a->sort, limit);
      Term more = table.binary(Kind::ULt, number, product);
      Term less = table.binary(Kind::ULt, product, number);
      unsigned low = unsigned(limit) % 8, top = 7 - unsigned(limit) / 8 % 3;
      Term part = table.extract(std::max(top, low), low, product);
      Term none = table.equal(part, table.constant(part->sort, 0));
      for (Bits v = 0; v < 16; v++)
        for (Bits w = 0; w < (c == 31 ? 16 : 1); w++) {
          Bits value = c == 31 ? v * w : c * v & 255;
          ASSERT_EQ(terms.value(more, v, w) != 0, limit < value);
          ASSERT_EQ(terms.value(less, v, w) != 0, value < limit);
          Bits bits = value >> low & smt::mask(part->sort.bits);
          ASSERT_EQ(terms.value(none, v, w) != 0, bits == 0);
        }
    }
  }
}

// By all constants that there are, and what is left of them by others.
TEST(TermLaw, QuotientsAreComparedWithLimits) {
  SmallTerms terms;
  smt::TermTable &table = terms.table;
  Term x = terms.x.term;
  auto number = [&](Bits n) { return table.constant(x->sort, n); };
  for (Bits by = 1; by < 16; by++)
    for (Bits left : {Bits(0), Bits(2), Bits(3), Bits(4), Bits(7)})
      for (Bits limit = 0; limit < 16; limit++) {
        Term quotient = table.binary(Kind::UDiv, x, number(by));
        if (left != 0)
          quotient = table.binary(Kind::URem, quotient, number(left));
        Term less = table.binary(Kind::ULt, quotient, number(limit));
        Term more = table.binary(Kind::ULt, number(limit), quotient);
        Term is = table.equal(quotient, number(limit));
        for (Bits v = 0; v < 16; v++) {
          Bits value = left == 0 ? v / by : v / by % left;
          ASSERT_EQ(terms.value(less, v, 1) != 0, value < limit);
          ASSERT_EQ(terms.value(more, v, 1) != 0, limit < value);
          ASSERT_EQ(terms.value(is, v, 1) != 0, limit == value);
        }
      }
}

TEST(TermLaw, ValuesLieInTheirRange) {
  unsigned narrow = 0;
  for (std::uint64_t seed = 1; seed <= rounds; seed++) {
    Maker maker(seed, 1);
    std::uint32_t bits = seed % 2 ? 16 : 32;
    Term term = maker.table.sign_extend(2 * bits, maker.number(bits, 3).term);
    Term shifted = maker.table.binary(
        Kind::AShr, term, maker.table.constant(term->sort, seed % 9));
    for (Term one : {term, shifted, maker.table.add(term, shifted)}) {
      smt::Range range = smt::signed_range(one);
      narrow += range.high - range.low < (__int128(1) << bits) * 2;
      for (std::uint64_t assignment = 1; assignment <= 20; assignment++) {
        __int128 value = smt::to_signed(smt::Simulation(assignment).value(one),
                                        one->sort.bits);
        ASSERT_TRUE(range.low <= value && value <= range.high)
            << "seed " << seed;
      }
    }
  }
  EXPECT_GT(narrow, rounds);
}

TEST(TermLaw, ValuesLieInTheRangeThatConditionsLeave) {
  constexpr Kind kinds[] = {Kind::SLt, Kind::ULt, Kind::Equal};
  unsigned narrow = 0, seen = 0;
  for (std::uint64_t seed = 1; seed <= rounds; seed++) {
    Maker maker(seed, 1);
    smt::TermTable &table = maker.table;
    Term term = maker.number(16, 2).term;
    Term limit = seed % 4 == 0 ? maker.number(16, 1).term
                               : table.constant(term->sort, seed * 977 % 65536);
    Term a = seed % 2 ? term : limit, b = seed % 2 ? limit : term;
    Kind kind = kinds[seed % 3];
    Term test =
        kind == Kind::Equal ? table.equal(a, b) : table.binary(kind, a, b);
    Term other = table.binary(Kind::SLt, maker.number(16, 1).term, term);
    for (Term condition :
         {test, table.logical_not(test), table.logical_and(test, other),
          table.logical_not(table.logical_or(test, other))}) {
      smt::Range all = smt::signed_range(term);
      smt::Range range = smt::narrowed(all, term, condition);
      narrow += range != all;
      Term clamped = table.ite(condition, term, table.constant(term->sort, 5));
      smt::Range chosen = smt::signed_range(clamped);
      for (std::uint64_t assignment = 1; assignment <= 20; assignment++) {
        smt::Simulation simulation(assignment);
        __int128 value = smt::to_signed(simulation.value(term), 16);
        __int128 other_value = smt::to_signed(simulation.value(clamped), 16);
        ASSERT_TRUE(chosen.low <= other_value && other_value <= chosen.high)
            << "seed " << seed;
        if (simulation.value(condition) == 0)
          continue;
        seen++;
        ASSERT_TRUE(range.low <= value && value <= range.high)
            << "seed " << seed;
      }
    }
  }
  EXPECT_GT(narrow, rounds / 2);
  EXPECT_GT(seen, rounds * 10);
}

TEST(TermLaw, RebuildingGivesTheSameValue) {
  for (std::uint64_t seed = 1; seed <= rounds; seed++) {
    Maker maker(seed, 1);
    Term term = maker.number(32, 4).term;
    smt::Substitution nothing(maker.table);
    EXPECT_EQ(nothing(term), term);
    smt::Substitution known(maker.table);
    Term x = maker.table.symbol("x0 32", smt::bv_sort(32));
    Bits value = smt::Simulation(1).value(x);
    known.replace(x, maker.table.constant(x->sort, value));
    EXPECT_EQ(std::uint64_t(smt::Simulation(1).value(known(term))),
              std::uint64_t(smt::Simulation(1).value(term)))
        << "seed " << seed;
  }
}

// Whatever cannot be with symbols in the place of products cannot be with them.
TEST(TermLaw, AbstractionsAreWeaker) {
  smt::TermTable table;
  smt::Solver solver;
  smt::Abstraction abstraction(table, smt::Abstraction::Of::All);
  smt::Abstraction without_tables(table, smt::Abstraction::Of::Tables);
  Term a = table.symbol("a", smt::bv_sort(8));
  Term b = table.symbol("b", smt::bv_sort(8));
  Term c = table.symbol("c", smt::bv_sort(8));
  Term ab = table.multiply(a, b), cb = table.multiply(c, b);
  auto result = [&](const std::vector<Term> &terms) {
    return solver.check(terms, 1'000'000).result;
  };
  // a b = c b follows from a = c, by congruence alone.
  std::vector<Term> same{table.equal(a, c),
                         table.logical_not(table.equal(ab, cb))};
  EXPECT_TRUE(abstraction.is_worth_it(same));
  EXPECT_FALSE(without_tables.is_worth_it(same));
  EXPECT_EQ(result(abstraction(same)), smt::Satisfiability::Unsat);
  EXPECT_EQ(result(same), smt::Satisfiability::Unsat);
  // 2 * 3 = 6 does not.
  std::vector<Term> six{
      table.equal(a, table.constant(a->sort, 2)),
      table.equal(b, table.constant(a->sort, 3)),
      table.logical_not(table.equal(ab, table.constant(a->sort, 6)))};
  EXPECT_EQ(result(abstraction(six)), smt::Satisfiability::Sat);
  EXPECT_EQ(result(six), smt::Satisfiability::Unsat);
}

// table[i] = table[k] follows from i = k, for any table; that table[1] is 7 is
// known of this one alone.
TEST(TermLaw, TablesAreWeakerThanTheirContents) {
  smt::TermTable table;
  smt::Solver solver;
  smt::Abstraction abstraction(table, smt::Abstraction::Of::Tables);
  smt::Sort address = smt::bv_sort(64);
  Term memory = table.input("memory", smt::memory_sort);
  Term base = table.object("table", smt::ObjectClass::Global, 1 << 20);
  for (std::uint64_t i = 0; i < 8; i++)
    memory = table.store(memory, table.add(base, table.constant(address, i)),
                         table.constant(smt::bv_sort(8), i == 1 ? 7 : i));
  Term i = table.symbol("i", address), k = table.symbol("k", address);
  auto entry = [&](Term index) {
    return table.load(memory, table.add(base, index), 8);
  };
  auto result = [&](const std::vector<Term> &terms) {
    return solver.check(terms, 10'000'000).result;
  };
  std::vector<Term> same{table.equal(i, k),
                         table.logical_not(table.equal(entry(i), entry(k)))};
  ASSERT_TRUE(abstraction.is_worth_it(same));
  EXPECT_EQ(result(abstraction(same)), smt::Satisfiability::Unsat);
  std::vector<Term> seven{table.equal(i, table.constant(address, 1)),
                          table.logical_not(table.equal(
                              entry(i), table.constant(smt::bv_sort(8), 7)))};
  EXPECT_EQ(result(abstraction(seven)), smt::Satisfiability::Sat);
  EXPECT_EQ(result(seven), smt::Satisfiability::Unsat);
}

// x % 2^k is 0 where the lowest k bits are, for negative x, too.
TEST(TermLaw, RemaindersOfPowersAreBits) {
  smt::TermTable table;
  for (std::uint32_t bits : {8u, 32u})
    for (unsigned shift = 1; shift + 1 < bits; shift++) {
      Term x = table.symbol("x" + std::to_string(bits), smt::bv_sort(bits));
      Term power = table.constant(x->sort, smt::Bits(1) << shift);
      Term zero = table.constant(x->sort, 0);
      Term low = table.constant(x->sort, (smt::Bits(1) << shift) - 1);
      for (smt::Kind kind : {smt::Kind::SRem, smt::Kind::URem})
        EXPECT_EQ(table.equal(table.binary(kind, x, power), zero),
                  table.equal(table.binary(smt::Kind::BvAnd, x, low), zero))
            << bits << " bits, shift " << shift;
    }
}

// Of four conditions, under all they may be.
TEST(TermLaw, ConnectivesAreAsTheirPartsSay) {
  for (std::uint64_t seed = 0; seed < 400; seed++) {
    smt::TermTable table;
    RandomSource random(seed);
    using Truth = std::uint16_t; // a bit for every assignment
    std::vector<std::pair<Term, Truth>> made;
    for (int truth : {0xaaaa, 0xcccc, 0xf0f0, 0xff00})
      made.emplace_back(
          table.symbol("c" + std::to_string(truth), smt::bool_sort),
          Truth(truth));
    for (unsigned step = 0; step < 40; step++) {
      auto [a, x] = made[random.below(made.size())];
      auto [b, y] = made[random.below(made.size())];
      switch (random.below(3)) {
      case 0:
        made.emplace_back(table.logical_not(a), Truth(~x));
        break;
      case 1:
        made.emplace_back(table.logical_and(a, b), Truth(x & y));
        break;
      default:
        made.emplace_back(table.logical_or(a, b), Truth(x | y));
      }
    }
    for (unsigned assignment = 0; assignment < 16; assignment++) {
      smt::Simulation simulation(0);
      for (unsigned i = 0; i < 4; i++)
        simulation.assign(made[i].first, made[i].second >> assignment & 1);
      for (auto [term, truth] : made)
        ASSERT_EQ(simulation.value(term), Bits(truth >> assignment & 1))
            << "seed " << seed;
    }
  }
}

// What is chosen by a comparison that tells it.
TEST(Terms, ChoicesThatAreNone) {
  smt::TermTable table;
  Term x = table.symbol("x", smt::bv_sort(32));
  Term zero = table.constant(smt::bv_sort(32), 0);
  Term four = table.constant(smt::bv_sort(64), 4);
  Term is_zero = table.equal(x, zero);
  EXPECT_EQ(table.ite(is_zero, zero, x), x);
  EXPECT_EQ(table.ite(is_zero, x, zero), zero);
  Term bytes = table.multiply(four, table.zero_extend(64, x));
  Term none = table.constant(smt::bv_sort(64), 0);
  EXPECT_EQ(table.ite(is_zero, none, bytes), bytes);
  Term more = table.add(bytes, four);
  EXPECT_NE(table.ite(is_zero, none, more), more);
  EXPECT_NE(table.ite(is_zero, four, bytes), bytes);
}

TEST(Terms, AnObjectIsSomewhere) {
  smt::TermTable table;
  Term object = table.object("o", smt::ObjectClass::Heap, 3ULL << 62);
  Term null = table.constant(smt::bv_sort(64), 0);
  Term fails = table.symbol("fails", smt::bool_sort);
  Term made = table.ite(fails, null, object);
  EXPECT_TRUE(table.equal(object, null)->is_false());
  EXPECT_EQ(table.equal(made, null), fails);
  EXPECT_EQ(table.equal(object, made), table.logical_not(fails));
}

} // namespace
} // namespace mergeproof::tests
