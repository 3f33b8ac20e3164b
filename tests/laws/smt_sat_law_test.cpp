// uses: smt support
//
// The solver by bits says what Z3 says, its models make the assertions true,
// and what it names as the core cannot hold by itself; nor can any part of a
// refutation in parts, and what can hold has none.
#include "laws/random_source.h"
#include "smt/sat/consistency.h"
#include "smt/sat/refutation.h"
#include "smt/sat/sat_solver.h"
#include "smt/solver.h"

#include <gtest/gtest.h>
#include <map>

namespace mergeproof::tests {
namespace {

using smt::Kind;
using smt::Term;

constexpr std::uint64_t rounds = 300;
constexpr std::uint64_t most_conflicts = 20'000;
constexpr std::uint64_t rlimit = 3'000'000;

// Numbers of few values, so that addresses meet.
class Maker {
public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  Term number(std::uint32_t bits, unsigned depth) {
    if (depth == 0 || random_.one_in(6))
      return leaf(bits);
    switch (random_.below(9)) {
    case 0:
      return table.ite(condition(depth - 1), number(bits, depth - 1),
                       number(bits, depth - 1));
    case 1:
      return table.add(number(bits, depth - 1), number(bits, depth - 1));
    case 2:
      return bits > 8 ? table.concat(number(bits - 8, depth - 1),
                                     number(8, depth - 1))
                      : table.multiply(number(bits, depth - 1),
                                       number(bits, depth - 1));
    case 3:
      return bits % 8 == 0
                 ? table.plain_load(memory(depth - 1), address(depth - 1), bits)
                 : leaf(bits);
    case 4:
      return table.apply("f" + std::to_string(bits), smt::bv_sort(bits),
                         {number(8, depth - 1), memory(depth - 1)});
    case 5:
      return table.apply("g" + std::to_string(bits), smt::bv_sort(bits),
                         {token(depth - 1), number(8, depth - 1)});
    case 6:
      return bits < 16 ? table.extract(bits + 3, 4, number(16, depth - 1))
                       : table.sign_extend(bits, number(8, depth - 1));
    default:
      return table.binary(
          random_.pick({Kind::UDiv, Kind::SDiv, Kind::URem, Kind::SRem,
                        Kind::BvAnd, Kind::BvOr, Kind::BvXor, Kind::Shl,
                        Kind::LShr, Kind::AShr}),
          number(bits, depth - 1), number(bits, depth - 1));
    }
  }

  Term condition(unsigned depth) {
    switch (random_.below(7)) {
    case 6: // as where a pointer is said to point somewhere
      return table.equal(pointer(), address(depth));
    case 0:
      return table.logical_not(depth == 0 ? table.symbol("c", smt::bool_sort)
                                          : condition(depth - 1));
    case 1:
      return table.binary(Kind::ULt, number(8, depth), number(8, depth));
    case 2:
      return table.binary(Kind::SLt, number(16, depth), number(16, depth));
    case 3:
      return table.equal(memory(depth), memory(depth));
    case 4:
      return table.equal(token(depth), token(depth));
    default:
      return table.equal(number(8, depth), number(8, depth));
    }
  }

  smt::TermTable table;

private:
  Term leaf(std::uint32_t bits) {
    if (random_.one_in(3))
      return table.constant(smt::bv_sort(bits), random_.below(4));
    return table.symbol("x" + std::to_string(random_.below(3)) + "." +
                            std::to_string(bits),
                        smt::bv_sort(bits));
  }

  Term address(unsigned depth) {
    Term near = table.add(table.zero_extend(64, number(8, depth)),
                          table.constant(smt::bv_sort(64), random_.below(3)));
    switch (random_.below(4)) {
    case 0:
      return table.add(object(), near);
    case 1:
      return pointer();
    default:
      return near;
    }
  }

  Term object() {
    bool is_first = random_.one_in(2);
    return table.object(is_first ? "global a" : "global b",
                        smt::ObjectClass::Global, is_first ? 512 : 600);
  }
  Term pointer() {
    return table.symbol(random_.one_in(2) ? "p" : "q", smt::bv_sort(64));
  }

  Term memory(unsigned depth) {
    if (depth == 0 || random_.one_in(4))
      return table.symbol(random_.one_in(2) ? "m" : "n", smt::memory_sort);
    switch (random_.below(5)) {
    case 0:
      return table.ite(condition(depth - 1), memory(depth - 1),
                       memory(depth - 1));
    case 1:
      return table.apply("after", smt::memory_sort,
                         {number(8, depth - 1), memory(depth - 1)});
    default:
      return table.store(memory(depth - 1), address(depth - 1),
                         number(random_.one_in(2) ? 8 : 16, depth - 1));
    }
  }

  Term token(unsigned depth) {
    if (depth == 0 || random_.one_in(3))
      return table.symbol(random_.one_in(2) ? "s" : "t", smt::token_sort);
    return table.apply("event", smt::token_sort,
                       {token(depth - 1), number(8, depth - 1)});
  }

  RandomSource random_;
};

TEST(SatLaw, SaysWhatZ3Says) {
  unsigned sat = 0, unsat = 0;
  for (std::uint64_t seed = 1; seed <= rounds; seed++) {
    Maker make(seed);
    smt::SatSolver by_bits(make.table);
    smt::Solver z3;
    // Questions of one solver share what it wrote.
    for (unsigned question = 0; question < 3; question++) {
      std::vector<Term> asked;
      for (unsigned i = 0; i < 2 + seed % 3; i++)
        asked.push_back(make.condition(2));
      smt::SatSolver::Reply reply = by_bits.check(asked, most_conflicts);
      smt::Answer expected = z3.check(asked, rlimit);
      if (reply.result == smt::Satisfiability::Unknown ||
          expected.result == smt::Satisfiability::Unknown)
        continue;
      ASSERT_EQ(reply.result, expected.result) << "seed " << seed;
      if (reply.result == smt::Satisfiability::Unsat) {
        unsat++;
        ASSERT_EQ(z3.check(reply.core, rlimit).result,
                  smt::Satisfiability::Unsat)
            << "core, seed " << seed;
      } else {
        sat++;
        for (Term term : asked)
          ASSERT_EQ(reply.model->value(term), 1u) << "model, seed " << seed;
      }
    }
  }
  std::printf("%u can hold, %u cannot\n", sat, unsat);
  EXPECT_GT(sat, rounds / 2);
  EXPECT_GT(unsat, rounds / 10);
}

// Two memories that are made of equal ones by stores in another order, and what
// differs between them: often nothing can.
std::vector<Term> ask_of_two_orders(smt::TermTable &table,
                                    RandomSource &random) {
  auto symbol = [&](const char *name, std::uint32_t bits) {
    return table.symbol(name, smt::bv_sort(bits));
  };
  auto at = [&](const char *pointer, std::uint64_t distance) {
    return table.add(symbol(pointer, 64),
                     table.constant(smt::bv_sort(64), distance));
  };
  Term m = table.symbol("m", smt::memory_sort),
       n = table.symbol("n", smt::memory_sort);
  std::uint32_t in_p = random.pick({8, 16, 32}),
                in_q = random.pick({8, 16, 64});
  auto store = [&](Term memory, bool is_p) {
    return table.store(memory, at(is_p ? "p" : "q", 0),
                       is_p ? symbol("x", in_p) : symbol("y", in_q));
  };
  if (random.one_in(2)) {
    m = table.apply("after", smt::memory_sort, {symbol("i", 8), m});
    n = table.apply("after", smt::memory_sort, {symbol("j", 8), n});
  }
  Term one = store(store(m, true), false);
  Term other = store(store(n, false), random.one_in(8) == 0);
  Term way = table.symbol("c", smt::bool_sort);
  Term a = table.ite(way, one, store(other, true)), b = other;
  Term found_a = table.plain_load(a, at("r", random.below(3)), 16);
  Term found_b = table.plain_load(b, at("r", random.below(3)), 16);
  std::vector<Term> asked{
      table.equal(table.symbol("m", smt::memory_sort),
                  table.symbol("n", smt::memory_sort)),
      table.equal(symbol("i", 8), symbol("j", 8)),
      smt::are_apart(table, at("q", 0), in_q / 8, at("p", 0), in_p / 8)};
  asked.push_back(table.logical_not(
      random.one_in(3) ? table.equal(a, b)
      : random.one_in(2)
          ? table.equal(found_a, found_b)
          : table.equal(table.apply("g", smt::bv_sort(8), {a}),
                        table.apply("g", smt::bv_sort(8), {b}))));
  return asked;
}

void check_parts(smt::TermTable &table, const std::vector<Term> &asked,
                 std::map<std::string, unsigned> &count) {
  constexpr std::uint64_t brief = 50'000; // what stays open says nothing
  smt::Solver z3;
  auto parts = smt::refute_in_parts(table, asked, most_conflicts);
  auto answer = [&](const std::vector<Term> &terms) {
    return z3.check(terms, brief).result;
  };
  if (!parts) {
    EXPECT_NE(answer(asked), smt::Satisfiability::Unsat);
    count["can hold"]++;
    return;
  }
  EXPECT_NE(answer(asked), smt::Satisfiability::Sat);
  count["cannot"]++;
  count["with laws"] += !parts->laws.empty();
  std::vector<std::vector<Term>> all{parts->claims};
  for (Term law : parts->laws)
    all.push_back({table.logical_not(law)});
  bool is_confirmed = true;
  for (const std::vector<Term> &part : all) {
    EXPECT_NE(answer(part), smt::Satisfiability::Sat);
    is_confirmed &= answer(part) == smt::Satisfiability::Unsat;
  }
  count["confirmed"] += is_confirmed;
}

TEST(SatLaw, PartsOfRefutationsCannotHold) {
  std::map<std::string, unsigned> count;
  constexpr std::uint64_t rounds = 60;
  for (std::uint64_t seed = 1; seed <= rounds; seed++) {
    SCOPED_TRACE(seed);
    Maker make(seed + rounds);
    RandomSource random(seed);
    std::vector<Term> asked;
    for (unsigned i = 0; i < 3 + seed % 4; i++)
      asked.push_back(make.condition(2));
    check_parts(make.table, asked, count);
    check_parts(make.table, ask_of_two_orders(make.table, random), count);
  }
  for (const auto &[what, times] : count)
    std::printf("%s: %u\n", what.c_str(), times);
  EXPECT_GT(count["can hold"], rounds / 10);
  EXPECT_GT(count["with laws"], rounds / 5);
  EXPECT_GT(count["confirmed"], rounds / 10);
}

} // namespace
} // namespace mergeproof::tests
