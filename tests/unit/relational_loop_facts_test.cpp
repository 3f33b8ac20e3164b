// Facts at the head of a loop: of variables that have no value yet, too.
// uses: relational symbolic smt
#include "relational/loop_facts.h"

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

} // namespace
} // namespace mergeproof::relational
