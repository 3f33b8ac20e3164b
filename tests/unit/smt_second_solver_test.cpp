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
    return smt::ask_second_solver(smt::to_smtlib({term}, "x"), 1'000'000);
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
  EXPECT_EQ(smt::ask_second_solver("(assert", 1'000'000),
            Satisfiability::Unknown);
  smt::TermTable table;
  smt::Term x = table.symbol("x", smt::bv_sort(64));
  smt::Term y = table.symbol("y", smt::bv_sort(64));
  smt::Term hard = table.equal(table.multiply(x, y),
                               table.constant(x->sort, 0x7ffffffffffffff1));
  smt::Term bound = table.constant(x->sort, 0x100000000);
  smt::Term small = table.logical_and(table.binary(smt::Kind::ULt, x, bound),
                                      table.binary(smt::Kind::ULt, y, bound));
  EXPECT_EQ(smt::ask_second_solver(smt::to_smtlib({hard, small}, "xy"), 1'000),
            Satisfiability::Unknown);
}

} // namespace
} // namespace mergeproof
