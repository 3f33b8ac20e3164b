// Facts at the head of a loop: of variables that have no value yet, too.
// uses: relational symbolic smt
#include "relational/loops/loop_facts.h"

#include <gtest/gtest.h>

namespace mergeproof::relational {
namespace {

class LoopFactsTest : public testing::Test {
protected:
  Term number(std::uint64_t value) {
    return table_.constant(smt::bv_sort(32), value);
  }
  // Of the only fact there is.
  Term says(const State &state, unsigned more) {
    std::vector<Fact> facts = finder_.take();
    EXPECT_EQ(facts.size(), 1u);
    return facts.at(0).at(state, more);
  }
  static State with(std::string_view name, Term value) {
    State state;
    state.variables[name] = value;
    return state;
  }

  smt::TermTable table_;
  Term no_turns_ = table_.constant(smt::bv_sort(64), 0);
  FactFinder finder_{table_, no_turns_};
};

TEST_F(LoopFactsTest, AVariableWithoutAValueCountsAsZero) {
  finder_.add_unchanged(0, "x", number(5));
  EXPECT_TRUE(says({}, 0)->is_false());
  finder_.add_unchanged(0, "x", number(0));
  EXPECT_TRUE(says({}, 0)->is_true());
  finder_.add_alternating(0, "x", number(1));
  EXPECT_TRUE(says({}, 0)->is_false());
  finder_.add_follower(
      0, {.variable = "link", .first = table_.input("head", smt::bv_sort(64))},
      1, "before");
  Fact follower = finder_.take().at(0);
  EXPECT_EQ(follower.of_both({}, {}),
            table_.equal(table_.constant(smt::bv_sort(64), 0),
                         table_.input("head", smt::bv_sort(64))));
}

TEST_F(LoopFactsTest, AFlagThatAlternates) {
  for (std::uint64_t first : {0, 1})
    for (unsigned turn : {0, 1, 2, 7})
      for (std::uint64_t value : {0, 1}) {
        finder_.add_alternating(0, "x", number(first));
        bool is_so = value == (first + turn) % 2;
        Term said = says(with("x", number(value)), turn);
        EXPECT_EQ(said->is_true(), is_so) << first << turn << value;
        EXPECT_EQ(said->is_false(), !is_so) << first << turn << value;
      }
}

TEST_F(LoopFactsTest, APointerThatFollowsLinks) {
  smt::Sort pointer = smt::bv_sort(64);
  Term old = table_.input("link", pointer);
  Term next =
      table_.plain_load(table_.input("memory", smt::memory_sort), old, 64);
  Term place = table_.add(next, table_.constant(pointer, 8));
  std::optional<Trail> trail = find_trail(table_, place, old);
  ASSERT_TRUE(trail);
  EXPECT_EQ(trail->link, next);
  EXPECT_EQ(trail->offset, 8u);
  Term stays = table_.symbol("stays", smt::bool_sort);
  EXPECT_TRUE(find_trail(table_, table_.ite(stays, old, place), old));
  EXPECT_FALSE(find_trail(table_, table_.ite(stays, next, place), old));
  EXPECT_FALSE(find_trail(table_, old, old));
}

// What turns give to a variable that is 10 at the beginning.
TEST_F(LoopFactsTest, AVariableThatIsCapped) {
  Term old = table_.symbol("x", smt::bv_sort(32));
  Term twice = table_.add(old, old), most = number(1000);
  Limits limits = find_limits(
      table_.ite(table_.binary(smt::Kind::SLt, most, twice), most, twice), old,
      number(10));
  EXPECT_EQ(limits.least, std::set<smt::Bits>{10});
  EXPECT_EQ(limits.most, std::set<smt::Bits>{1000});
  EXPECT_FALSE(limits.zero_bits);
  EXPECT_TRUE(find_limits(twice, old, number(10)).most.empty());
  EXPECT_TRUE(find_limits(most, old, table_.add(old, most)).most.empty());
  finder_.add_limits(0, "x", smt::bv_sort(32), limits);
  std::vector<Fact> facts = finder_.take();
  ASSERT_EQ(facts.size(), 2u);
  for (std::uint64_t value : {9, 10, 1000, 1001}) {
    bool is_within = true;
    for (const Fact &fact : facts)
      is_within &= fact.at(with("x", number(value)), 0)->is_true();
    EXPECT_EQ(is_within, value >= 10 && value <= 1000) << value;
  }
}

TEST_F(LoopFactsTest, AVariableThatOnlyGetsSomeBits) {
  Term old = table_.symbol("x", smt::bv_sort(32));
  Term is_more = table_.symbol("more", smt::bool_sort);
  auto bits_after = [&](Term value) {
    return find_limits(table_.ite(is_more, value, old), old, number(8))
        .zero_bits;
  };
  auto both = [&](smt::Kind kind, Term other) {
    return table_.binary(kind, old, other);
  };
  EXPECT_EQ(bits_after(both(smt::Kind::BvOr, number(5))), 0xfffffff2u);
  EXPECT_EQ(bits_after(both(smt::Kind::BvXor, number(1))), 0xfffffff6u);
  EXPECT_FALSE(bits_after(both(smt::Kind::Add, number(1))));
  Term value = old; // many choices in a row: each is looked at once
  for (unsigned i = 0; i < 64; i++)
    value =
        table_.ite(table_.symbol("more " + std::to_string(i), smt::bool_sort),
                   table_.binary(smt::Kind::BvOr, value, number(4)), value);
  EXPECT_EQ(find_limits(value, old, number(8)).zero_bits, 0xfffffff3u);
  EXPECT_FALSE(bits_after(
      both(smt::Kind::BvOr, table_.symbol("any", smt::bv_sort(32)))));
}

} // namespace
} // namespace mergeproof::relational
