// uses: paths smt support
//
// A condition that cannot hold with a path condition cannot hold with the part
// that it depends on, and the other way round; joined models satisfy both.
#include "paths/independence.h"

#include <gtest/gtest.h>
#include <random>

namespace mergeproof::paths {
namespace {

using smt::Satisfiability;
using smt::TermTable;

constexpr std::uint64_t rlimit = 10'000'000;
constexpr smt::Sort word = smt::bv_sort(8);

class Conditions {
public:
  Conditions(TermTable &table, unsigned seed) : table_(table), random_(seed) {}

  // About one or two of six numbers, or a function of one.
  Term next() {
    Term a = number(), b = pick(3) ? constant() : number();
    switch (pick(4)) {
    case 0:
      return table_.equal(a, b);
    case 1:
      return table_.logical_not(table_.equal(table_.apply("f", word, {a}), b));
    case 2:
      return table_.binary(smt::Kind::ULt, table_.multiply(a, a), b);
    default:
      return table_.binary(smt::Kind::SLt, a, b);
    }
  }

private:
  unsigned pick(unsigned count) { return unsigned(random_() % count); }
  Term constant() { return table_.constant(word, pick(8)); }
  Term number() { return table_.symbol("x" + std::to_string(pick(6)), word); }

  TermTable &table_;
  std::mt19937 random_;
};

TEST(PathsIndependence, ThePartDecides) {
  unsigned refused = 0, smaller = 0, valued = 0;
  for (unsigned seed = 0; seed < 60; seed++) {
    TermTable table;
    smt::Solver solver;
    Conditions conditions(table, seed);
    auto independence = std::make_shared<Independence>();
    Term guard = table.boolean(true);
    for (int i = 0; i < 5; i++)
      guard = table.logical_and(guard, conditions.next());
    smt::Answer base = solver.check({guard}, rlimit);
    if (base.result != Satisfiability::Sat || guard->kind != smt::Kind::And)
      continue;
    Term condition = conditions.next();
    std::vector<Term> asked =
        independence->relevant(conjuncts_of(guard), {condition});
    smaller += asked.size() < guard->args.size();
    asked.push_back(condition);
    smt::Answer part = solver.check(asked, rlimit);
    smt::Answer whole = solver.check({guard, condition}, rlimit);
    EXPECT_EQ(part.result, whole.result) << "seed " << seed;
    refused += part.result == Satisfiability::Unsat;
    if (!part.model)
      continue;
    auto joined = join(independence, asked, part.model, base.model);
    for (Term conjunct : guard->args)
      if (auto value = joined->value(conjunct)) {
        EXPECT_EQ(*value, 1U) << "seed " << seed;
        valued++;
      }
    EXPECT_EQ(joined->value(condition).value_or(0), 1U) << "seed " << seed;
  }
  EXPECT_GT(refused, 2U);
  EXPECT_GT(smaller, 10U);
  EXPECT_GT(valued, 40U);
}

TEST(PathsIndependence, WhatIsReachedOverOthersCounts) {
  TermTable table;
  Term x = table.symbol("x", word), y = table.symbol("y", word),
       z = table.symbol("z", word), w = table.symbol("w", word);
  Term xy = table.equal(x, y), yz = table.binary(smt::Kind::ULt, y, z),
       far = table.binary(smt::Kind::ULt, w, table.constant(word, 9));
  Term guard = table.logical_and(table.logical_and(yz, far), xy);
  Independence independence;
  std::vector<Term> asked = independence.relevant(
      conjuncts_of(guard),
      {table.binary(smt::Kind::ULt, x, table.constant(word, 3))});
  EXPECT_EQ(asked.size(), 2U);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), far), 0);
}

} // namespace
} // namespace mergeproof::paths
