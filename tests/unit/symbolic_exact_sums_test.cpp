// uses: symbolic smt ir support
// Signed numbers that were told not to overflow, with more bits.
#include "smt/solver.h"
#include "symbolic/exact_sums.h"

#include <gtest/gtest.h>

namespace mergeproof::symbolic {
namespace {

using smt::Term;

struct ExactSumsTest : testing::Test {
  smt::TermTable table;
  ExactSums sums{table};
  Term a = table.input("a", smt::bv_sort(32));
  Term b = table.input("b", smt::bv_sort(32));

  Term number(std::uint64_t value) {
    return table.constant(smt::bv_sort(32), value);
  }
  Term wide(Term term) { return table.sign_extend(64, term); }
  // That x + y, as it is with 33 bits, fits in 32.
  Term fits(Term exact) {
    Term kept = table.extract(31, 0, exact);
    return table.equal(exact, table.sign_extend(exact->sort.bits, kept));
  }
  Term sum_fits(Term x, Term y) {
    return fits(table.add(table.sign_extend(33, x), table.sign_extend(33, y)));
  }
};

TEST_F(ExactSumsTest, PartByPartBehindTheCheck) {
  Term fit = sum_fits(a, number(1));
  sums.note(ir::Op::SAddOverflow, a, number(1), fit);
  Term sum = table.add(a, number(1));
  Term parts = table.add(wide(a), table.constant(smt::bv_sort(64), 1));
  EXPECT_EQ(sums.sign_extend(64, sum, fit), parts);
  EXPECT_EQ(sums.sign_extend(64, sum, table.boolean(true)), wide(sum));
  Term other = table.equal(a, b);
  EXPECT_EQ(sums.sign_extend(64, sum, other), wide(sum));
  EXPECT_EQ(sums.sign_extend(64, sum, table.logical_and(other, fit)), parts);
}

TEST_F(ExactSumsTest, WhatItIsEqualToIsTrue) {
  Term twice = table.multiply(a, number(2)),
       fit_twice = fits(table.multiply(table.sign_extend(64, a),
                                       table.constant(smt::bv_sort(64), 2)));
  sums.note(ir::Op::SMulOverflow, a, number(2), fit_twice);
  Term difference = table.subtract(twice, b);
  Term fit = fits(
      table.subtract(table.sign_extend(33, twice), table.sign_extend(33, b)));
  sums.note(ir::Op::SSubOverflow, twice, b, fit);
  Term guard = table.logical_and(fit, fit_twice);
  Term parts = sums.sign_extend(64, difference, guard);
  EXPECT_NE(parts, wide(difference));
  smt::Solver solver;
  Term differ = table.logical_not(table.equal(parts, wide(difference)));
  EXPECT_EQ(solver.check({guard, differ}, 1'000'000).result,
            smt::Satisfiability::Unsat);
  EXPECT_EQ(solver.check({fit, differ}, 1'000'000).result,
            smt::Satisfiability::Sat); // without the check of the product
}

TEST_F(ExactSumsTest, StepsThatDoNotWrap) {
  Term guard = table.equal(a, b), one = table.constant(smt::bv_sort(64), 1);
  sums.note_step(a, 1, guard);
  sums.note_step(a, -1, guard);
  Term more = table.add(a, number(1)), less = table.subtract(a, number(1));
  Term from = table.zero_extend(64, a);
  EXPECT_EQ(sums.zero_extend(64, more, guard), table.add(from, one));
  EXPECT_EQ(sums.zero_extend(64, less, guard), table.subtract(from, one));
  EXPECT_EQ(sums.zero_extend(64, more, table.boolean(true)),
            table.zero_extend(64, more));
  EXPECT_EQ(sums.sign_extend(64, more, guard), wide(more));
}

TEST_F(ExactSumsTest, CountersWithMoreBits) {
  Term turns = table.input("turns", smt::bv_sort(64));
  Term guard = table.equal(a, b), counter = table.extract(31, 0, turns);
  sums.note_wide(counter, true, turns, guard);
  EXPECT_EQ(sums.sign_extend(64, counter, guard), turns);
  EXPECT_EQ(sums.zero_extend(64, counter, guard),
            table.zero_extend(64, counter));
  EXPECT_EQ(sums.sign_extend(48, counter, guard), // of other widths nothing
            table.sign_extend(48, counter));
  Term fit = sum_fits(counter, number(1));
  sums.note(ir::Op::SAddOverflow, counter, number(1), fit);
  EXPECT_EQ(sums.sign_extend(64, table.add(counter, number(1)),
                             table.logical_and(fit, guard)),
            table.add(turns, table.constant(smt::bv_sort(64), 1)));
}

TEST_F(ExactSumsTest, ProductsOfTwoUnknownsStay) {
  Term product = table.multiply(a, b);
  sums.note(ir::Op::SMulOverflow, a, b, table.boolean(true));
  EXPECT_EQ(sums.sign_extend(64, product, table.boolean(true)), wide(product));
}

} // namespace
} // namespace mergeproof::symbolic
