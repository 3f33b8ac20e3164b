// Inputs changed towards what a run compared, and in single numbers.
// uses: testgen check verdict interp ir source support
#include "testgen/follow_comparison.h"
#include "testgen/number_changes.h"

#include <gtest/gtest.h>
#include <set>

namespace mergeproof::testgen {
namespace {

using check::InputRecipe;
using interp::Comparison;

InputRecipe recipe(const std::vector<check::MadeNumber> &numbers) {
  InputRecipe made;
  made.numbers = numbers;
  return made;
}

// All that come of it; empty where none was changed.
std::vector<InputRecipe> followed(const InputRecipe &start,
                                  const Comparison &comparison) {
  check::Random random(1);
  std::vector<InputRecipe> all;
  for (int i = 0; i < 2'000; i++) {
    InputRecipe changed = start;
    if (follow_comparison(changed, comparison, random))
      all.push_back(std::move(changed));
  }
  return all;
}

std::set<std::uint64_t> values_at(const std::vector<InputRecipe> &recipes,
                                  std::uint64_t place) {
  std::set<std::uint64_t> values;
  for (const InputRecipe &one : recipes)
    if (auto found = one.replaced.find(place); found != one.replaced.end())
      values.insert(found->second);
  return values;
}

std::set<std::string> texts(const std::vector<InputRecipe> &recipes) {
  std::set<std::string> all;
  for (const InputRecipe &one : recipes)
    all.insert(one.text.value_or(""));
  return all;
}

TEST(FollowComparison, ANumberBecomesWhatItWasComparedWith) {
  auto all = followed(recipe({{1, 5, 32}, {2, 6, 32}}), {5, 77, 32});
  std::set<std::uint64_t> values = values_at(all, 1);
  for (std::uint64_t wanted : {76, 77, 78})
    EXPECT_TRUE(values.contains(wanted)) << wanted;
}

TEST(FollowComparison, SignsAreExtended) {
  auto all = followed(recipe({{1, 0xff, 8}}), {0xffff'ffff, 10, 32});
  EXPECT_TRUE(values_at(all, 1).contains(10));
}

// The same bytes, the other way round.
TEST(FollowComparison, BytesInARow) {
  InputRecipe bytes =
      recipe({{1, 9, 8}, {2, 0x12, 8}, {3, 0x34, 8}, {4, 9, 8}});
  auto big = followed(bytes, {0x1234, 53, 32});
  EXPECT_TRUE(values_at(big, 2).contains(0));
  EXPECT_TRUE(values_at(big, 3).contains(53));
  auto little = followed(bytes, {0x3412, 53, 16});
  EXPECT_TRUE(values_at(little, 2).contains(53));
  EXPECT_TRUE(values_at(little, 3).contains(0));
}

TEST(FollowComparison, CharactersDigitsAndLengthsOfTexts) {
  InputRecipe start;
  start.text = "n=12";
  EXPECT_TRUE(texts(followed(start, {'=', ':', 8})).contains("n:12"));
  EXPECT_TRUE(texts(followed(start, {12, 255, 32})).contains("n=255"));
  EXPECT_TRUE(texts(followed(start, {4, 2, 64})).contains("n="));
  EXPECT_TRUE(texts(followed(start, {0, '%', 32})).contains("n=12%"));
}

TEST(FollowComparison, NothingOfTheKindIsThere) {
  InputRecipe start;
  start.text = "abc";
  EXPECT_TRUE(followed(start, {1234567, 7654321, 32}).empty());
  EXPECT_TRUE(followed({}, {1, 2, 32}).empty());
}

TEST(NumberChanges, ReachWhatIsNear) {
  check::Constants known;
  known.integers = {4711};
  check::Random random(1);
  InputRecipe start = recipe({{1, 5, 32}, {2, 900, 32}});
  std::vector<InputRecipe> all;
  for (int i = 0; i < 3'000; i++) {
    all.push_back(start);
    EXPECT_TRUE(change_number(all.back(), known, random));
  }
  std::set<std::uint64_t> values = values_at(all, 1);
  for (std::uint64_t near : {4, 6, 5 + 16, 5 ^ 0x8000, 4711, 900})
    EXPECT_TRUE(values.contains(near)) << near;
  InputRecipe nothing;
  EXPECT_FALSE(change_number(nothing, known, random));
}

} // namespace
} // namespace mergeproof::testgen
