// uses: relational symbolic smt support
// What is guessed from the first turns of loops.
#include "relational/loops/guessed_facts.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace mergeproof::relational {
namespace {

using smt::Bits;

struct GuessesTest : testing::Test {
  smt::TermTable table;
  std::vector<SampledVariable> variables;

  Term number(Bits value, std::uint32_t bits = 32) {
    return table.constant(smt::bv_sort(bits), value & smt::mask(bits));
  }
  // Beginning with the first of the values.
  void add(std::size_t lane, std::string_view name, std::vector<Bits> values,
           std::uint32_t bits = 32) {
    for (Bits &value : values)
      value &= smt::mask(bits);
    std::vector<Bits> firsts(values.size(), values[0]);
    variables.push_back({.lane = lane,
                         .name = name,
                         .first = number(values[0], bits),
                         .is_wanted = true,
                         .values = values,
                         .firsts = firsts});
  }
  Guesses guess(const std::vector<Bits> &numbers = {}) {
    return guess_relations(table, variables, numbers,
                           [this](smt::Kind less, smt::Term a, smt::Term b) {
                             return table.binary(less, a, b);
                           });
  }
  // Whether some fact about both lanes says it of these values, and none of the
  // others.
  bool tells(const Guesses &guesses, const State &here, const State &there,
             bool is_so) {
    bool is_told = false;
    for (const Fact &fact : guesses.facts)
      if (fact.other) {
        Term says = fact.lane == 0 ? fact.of_both(here, there)
                                   : fact.of_both(there, here);
        is_told |= is_so ? says->is_true() : says->is_false();
      }
    return is_told;
  }
  State with(std::string_view name, Bits value, std::uint32_t bits = 32) {
    State state;
    state.variables[name] = number(value, bits);
    return state;
  }
};

TEST_F(GuessesTest, AnOpposite) {
  add(0, "v", {0, 3, 37, 371, 5});
  add(1, "w", {0, Bits(-3), Bits(-37), Bits(-371), Bits(-5)});
  Guesses guesses = guess();
  ASSERT_EQ(guesses.relations.size(), 1u);
  EXPECT_EQ(guesses.relations[0].variable, 0u);
  EXPECT_EQ(guesses.relations[0].other, 1u);
  EXPECT_EQ(guesses.relations[0].factor, -1);
}

TEST_F(GuessesTest, ANumberOfOtherBits) {
  add(0, "v", {7, 200, 13, 255});
  add(1, "w", {7, 200, 13, 255}, 8);
  Guesses guesses = guess();
  EXPECT_TRUE(tells(guesses, with("v", 130), with("w", 130, 8), true));
  EXPECT_TRUE(tells(guesses, with("v", 130), with("w", 131, 8), false));
}

TEST_F(GuessesTest, AFlagThatTellsOfACharacter) {
  add(0, "after_return", {0, 1, 0, 1, 0, 0, 0});
  add(1, "before", {0, 13, 10, 13, 65, 66, 67}, 8);
  Guesses guesses = guess();
  EXPECT_TRUE(
      tells(guesses, with("after_return", 1), with("before", 13, 8), true));
  EXPECT_TRUE(
      tells(guesses, with("after_return", 1), with("before", 99, 8), false));
}

TEST_F(GuessesTest, WhatDividesAndWhatIsLeft) {
  add(0, "v", {0, 7, 4, 1, 8});
  add(1, "w", {0, 7, 14, 21, 28});
  Guesses guesses = guess({3, 10});
  EXPECT_TRUE(tells(guesses, with("v", 6), with("w", 36), true));
  EXPECT_TRUE(tells(guesses, with("v", 5), with("w", 36), false));
}

TEST_F(GuessesTest, NothingAboutWhatIsKnownOrDoesNotHold) {
  add(0, "v", {0, 1, 2, 3});
  add(1, "w", {0, 1, 2, 3}); // equal
  Guesses known = guess();
  EXPECT_TRUE(known.relations.empty());
  for (const Fact &fact : known.facts)
    EXPECT_FALSE(fact.other) << fact.text;
  add(0, "x", {5, 9, 17, 3, 40});
  variables.erase(variables.begin(), variables.begin() + 2);
  add(1, "y", {8, 2, 99, 1, 1});
  for (const Fact &fact : guess().facts)
    EXPECT_FALSE(fact.other) << fact.text;
}

TEST_F(GuessesTest, OrdersInOneVersion) {
  add(0, "second", {0, 0, 5, 7, 7});
  add(0, "most", {0, 5, 7, 0x90000000, 0x90000000}); // without a sign
  std::vector<std::string> texts;
  for (const Fact &fact : guess().facts)
    if (!fact.other)
      texts.push_back(fact.text);
  EXPECT_EQ(std::count(texts.begin(), texts.end(), "second <= most"), 1);
  EXPECT_EQ(std::count(texts.begin(), texts.end(), "most <= second"), 0);
}

TEST_F(GuessesTest, HeadsAreReachedOneAfterTheOther) {
  smt::Sort sort = smt::bv_sort(32);
  Term head = table.symbol("head", sort), bound = table.input("n", sort);
  Term memory = table.symbol("memory at the head", smt::memory_sort);
  Term first = table.input("memory", smt::memory_sort);
  Term at = table.constant(smt::bv_sort(64), 64);
  Term old = table.load(memory, at, 32);
  Term goes_on = table.binary(smt::Kind::ULt, head, number(5));
  Rows rows =
      reach_heads({{number(0), head, table.add(head, number(1))},
                   {table.store(first, at, bound), memory,
                    table.store(memory, at, table.add(old, number(2)))}},
                  table.boolean(true), goes_on, {head, old, bound});
  ASSERT_GT(rows.size(), 20u);
  std::set<Bits> heads;
  for (const auto &row : rows) {
    heads.insert(row[0]);
    EXPECT_EQ(row[1], (row[2] + 2 * row[0]) & smt::mask(32));
  }
  EXPECT_EQ(heads, (std::set<Bits>{0, 1, 2, 3, 4, 5}));
}

} // namespace
} // namespace mergeproof::relational
