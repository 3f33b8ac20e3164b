// uses: smt support
//
// What the solver by bits makes of memories, functions and equal symbols, and
// what it says an answer takes.
#include "smt/sat/sat_solver.h"

#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

using smt::Satisfiability;
using smt::Term;

constexpr std::uint64_t most_conflicts = 10'000;

class SmtSatSolver : public testing::Test {
protected:
  Term number(std::uint64_t value, std::uint32_t bits = 64) {
    return table.constant(smt::bv_sort(bits), value);
  }
  Term symbol(const char *name, std::uint32_t bits = 64) {
    return table.symbol(name, smt::bv_sort(bits));
  }
  Term memory(const char *name) { return table.symbol(name, smt::memory_sort); }
  Term differ(Term a, Term b) { return table.logical_not(table.equal(a, b)); }
  smt::SatSolver::Reply ask(std::vector<Term> assertions) {
    return solver.check(assertions, most_conflicts);
  }

  smt::TermTable table;
  smt::SatSolver solver{table};
};

TEST_F(SmtSatSolver, LoadsWhatIsStoredAtAnEqualAddress) {
  Term p = symbol("p"), q = symbol("q");
  Term stored = table.store(memory("m"), p, symbol("x", 32));
  Term loaded = table.plain_load(stored, q, 32);
  EXPECT_EQ(ask({table.equal(p, q), differ(loaded, symbol("x", 32))}).result,
            Satisfiability::Unsat);
  auto reply = ask({differ(loaded, symbol("x", 32))});
  ASSERT_EQ(reply.result, Satisfiability::Sat);
  EXPECT_NE(reply.model->value(p), reply.model->value(q));
}

TEST_F(SmtSatSolver, LoadsAcrossTwoStores) {
  Term p = symbol("p");
  Term both = table.store(table.store(memory("m"), p, number(0x1234, 16)),
                          table.add(p, number(2)), number(0xabcd, 16));
  Term middle = table.plain_load(both, table.add(p, number(1)), 16);
  EXPECT_EQ(ask({differ(middle, number(0xcd12, 16))}).result,
            Satisfiability::Unsat);
}

TEST_F(SmtSatSolver, StoresThatCommuteMakeEqualMemories) {
  Term p = symbol("p"), q = symbol("q");
  Term one =
      table.store(table.store(memory("m"), p, number(1, 8)), q, number(2, 8));
  Term other =
      table.store(table.store(memory("m"), q, number(2, 8)), p, number(1, 8));
  EXPECT_EQ(ask({differ(p, q), differ(one, other)}).result,
            Satisfiability::Unsat);
  EXPECT_EQ(ask({differ(one, other)}).result, Satisfiability::Sat);
  Term f_one = table.apply("f", smt::bv_sort(8), {one});
  Term f_other = table.apply("f", smt::bv_sort(8), {other});
  EXPECT_EQ(ask({differ(p, q), differ(f_one, f_other)}).result,
            Satisfiability::Unsat);
  EXPECT_EQ(ask({differ(f_one, f_other)}).result, Satisfiability::Sat);
}

TEST_F(SmtSatSolver, EqualityOfMemoriesIsTransitive) {
  Term a = table.apply("after", smt::memory_sort, {symbol("x", 8)});
  Term b = table.apply("after", smt::memory_sort, {symbol("y", 8)});
  Term c = table.apply("after", smt::memory_sort, {symbol("z", 8)});
  Term p = symbol("p");
  EXPECT_EQ(ask({table.equal(a, b), table.equal(b, c),
                 differ(table.plain_load(a, p, 8), table.plain_load(c, p, 8))})
                .result,
            Satisfiability::Unsat);
}

TEST_F(SmtSatSolver, TokensOfEqualHistoriesAreEqual) {
  Term s = table.symbol("s", smt::token_sort);
  auto after = [&](Term token, Term value) {
    return table.apply("event", smt::token_sort, {token, value});
  };
  Term x = symbol("x", 8), y = symbol("y", 8);
  EXPECT_EQ(ask({table.equal(x, y),
                 differ(after(after(s, x), y), after(after(s, y), x))})
                .result,
            Satisfiability::Unsat);
  EXPECT_EQ(ask({differ(after(s, x), after(s, y))}).result,
            Satisfiability::Sat);
}

TEST_F(SmtSatSolver, NamesWhatAnAnswerTakes) {
  Term x = symbol("x", 8), y = symbol("y", 8), z = symbol("z", 8);
  Term less = table.binary(smt::Kind::ULt, x, y);
  Term more = table.binary(smt::Kind::ULt, y, x);
  auto reply = ask({table.binary(smt::Kind::ULt, z, number(3, 8)), less,
                    table.logical_not(table.equal(z, number(1, 8))), more});
  ASSERT_EQ(reply.result, Satisfiability::Unsat);
  EXPECT_EQ(reply.core, (std::vector<Term>{less, more}));
}

TEST_F(SmtSatSolver, ValuesOfWhatWasReplacedByWhatItEquals) {
  Term m = memory("m"), p = symbol("p");
  Term stored = table.store(memory("n"), p, number(7, 8));
  auto reply = ask({table.equal(m, stored), table.equal(p, number(100))});
  ASSERT_EQ(reply.result, Satisfiability::Sat);
  EXPECT_EQ(reply.model->value(table.plain_load(m, number(100), 8)), 7u);
  EXPECT_EQ(reply.model->value(p), 100u);
}

// That computed addresses stay in their objects is an assumption of terms when
// they are made; none that an answer may add.
TEST_F(SmtSatSolver, LooksThroughNoStoreByProvenance) {
  Term a = table.object("global a", smt::ObjectClass::Global, 1ull << 32);
  Term b = table.object("global b", smt::ObjectClass::Global, 2ull << 32);
  Term p = symbol("p");
  Term stored =
      table.store(memory("m"), table.add(b, symbol("j")), number(5, 8));
  EXPECT_EQ(
      ask({table.equal(p, table.add(a, symbol("i"))),
           differ(table.load(stored, p, 8), table.load(memory("m"), p, 8))})
          .result,
      Satisfiability::Sat);
}

TEST_F(SmtSatSolver, StaysWithinBounds) {
  Term m = memory("m");
  for (int i = 0; i < 100; i++) {
    Term at = table.symbol("a" + std::to_string(i), smt::bv_sort(64));
    m = table.store(
        m, at, table.add(table.plain_load(m, symbol("x"), 32), number(i, 32)));
  }
  std::vector<Term> asked;
  for (int i = 0; i < 100; i++) {
    Term at = table.symbol("b" + std::to_string(i), smt::bv_sort(64));
    asked.push_back(table.binary(smt::Kind::ULt, table.plain_load(m, at, 32),
                                 table.plain_load(memory("m"), at, 32)));
  }
  ask(asked); // whatever it says
  EXPECT_LT(solver.spent(), 3'000'000u);
}

} // namespace
} // namespace mergeproof::tests
