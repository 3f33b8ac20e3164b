// uses: smt support
#include "smt/second_solver.h"
#include "smt/smtlib.h"

#include <gtest/gtest.h>

namespace mergeproof {
namespace {

using smt::Satisfiability;

TEST(SecondSolver, AnswersWhatTermsSay) {
  smt::TermTable table;
  smt::Term x = table.symbol("x", smt::bv_sort(32));
  auto ask = [&](smt::Term term) {
    return smt::ask_second_solver(smt::to_smtlib({term}, "x"), 1'000'000)
        .result;
  };
  smt::Term one = table.constant(x->sort, 1);
  smt::Term next = table.add(x, one);
  EXPECT_EQ(ask(table.equal(next, one)), Satisfiability::Sat);
  smt::Term square = table.multiply(x, x); // of a square the last bit is x's
  EXPECT_EQ(ask(table.logical_not(
                table.equal(table.binary(smt::Kind::BvAnd, square, one),
                            table.binary(smt::Kind::BvAnd, x, one)))),
            Satisfiability::Unsat);
}

TEST(SecondSolver, KnowsNothingOfWhatItCannotReadOrHasNoUnitsFor) {
  EXPECT_EQ(smt::ask_second_solver("(assert", 1'000'000).result,
            Satisfiability::Unknown);
  smt::TermTable table;
  smt::Term x = table.symbol("x", smt::bv_sort(64));
  smt::Term y = table.symbol("y", smt::bv_sort(64));
  smt::Term hard = table.equal(table.multiply(x, y),
                               table.constant(x->sort, 0x7ffffffffffffff1));
  smt::Term bound = table.constant(x->sort, 0x100000000);
  smt::Term small = table.logical_and(table.binary(smt::Kind::ULt, x, bound),
                                      table.binary(smt::Kind::ULt, y, bound));
  auto opinion =
      smt::ask_second_solver(smt::to_smtlib({hard, small}, "xy"), 1'000);
  EXPECT_EQ(opinion.result, Satisfiability::Unknown);
  EXPECT_EQ(opinion.spent, 1'000u); // all that it was given
}

TEST(SecondSolver, SaysWhatItSpent) {
  smt::TermTable table;
  smt::Term x = table.symbol("x", smt::bv_sort(32));
  smt::Term small = table.binary(smt::Kind::ULt, x, table.constant(x->sort, 9));
  auto opinion =
      smt::ask_second_solver(smt::to_smtlib({small}, "x"), 1'000'000);
  EXPECT_EQ(opinion.result, Satisfiability::Sat);
  EXPECT_GT(opinion.spent, 0u);
  EXPECT_LT(opinion.spent, 100'000u);
}

TEST(SecondSolver, GivesTheValuesThatAreAskedFor) {
  smt::TermTable table;
  smt::Term x = table.symbol("x", smt::bv_sort(32));
  auto is = [&](std::uint64_t value) {
    return table.equal(x, table.constant(x->sort, value));
  };
  std::vector<smt::Term> asked{is(1), is(2), table.boolean(true)};
  auto ask = [&](const std::vector<smt::Term> &assertions) {
    return smt::ask_second_solver(smt::to_smtlib(assertions, "x", asked),
                                  1'000'000);
  };
  auto two = ask({is(2)});
  EXPECT_EQ(two.result, Satisfiability::Sat);
  EXPECT_EQ(two.values, (std::vector<bool>{false, true, true}));
  auto none = ask({is(1), is(2)});
  EXPECT_EQ(none.result, Satisfiability::Unsat);
  EXPECT_TRUE(none.values.empty());
}

} // namespace
} // namespace mergeproof
