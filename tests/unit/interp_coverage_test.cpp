// What a run goes through, and what it compares.
// uses: interp verdict ir source support
#include "interp/oracle.h"
#include "ir/parse.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace mergeproof::interp {
namespace {

Coverage coverage_of(const std::string &body, unsigned char x) {
  ir::Context context;
  auto parsed = ir::parse_program(
      context, "function f(x: i8 <int 1/1 \"unsigned char\">) -> i32 { " +
                   body + " return 0:i32; }");
  EXPECT_TRUE(parsed) << parsed.error().message;
  verdict::Question question;
  question.unit = context.symbol("f");
  question.context = &context;
  question.versions.push_back({{source::Role::Parent, "A", ""},
                               &parsed.value(),
                               parsed.value().find_function(question.unit)});
  verdict::Witness witness;
  witness.arguments.push_back({{x}, {}});
  Coverage coverage;
  Oracle(question).observe(0, witness, &coverage);
  return coverage;
}

bool compares(const Coverage &coverage, const Comparison &wanted) {
  const auto &all = coverage.comparisons();
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

// 99: nothing was compared that was not equal.
unsigned least_distance(const Coverage &coverage) {
  unsigned least = 99;
  for (std::uint32_t place : coverage.compared())
    least = std::min<unsigned>(least, coverage.distance(place));
  return least;
}

TEST(Coverage, KeepsWhatWasComparedAndNotEqual) {
  const char *test = "if ult(x, 200:i8) { return 1:i32; }";
  EXPECT_TRUE(compares(coverage_of(test, 7), {7, 200, 8}));
  EXPECT_TRUE(coverage_of(test, 200).comparisons().empty());
}

TEST(Coverage, SaysHowNearTheyCame) {
  const char *test = "if eq(x, 64:i8) { return 1:i32; }";
  EXPECT_EQ(least_distance(coverage_of(test, 0)), 7u);
  EXPECT_EQ(least_distance(coverage_of(test, 63)), 1u);
  EXPECT_EQ(least_distance(coverage_of(test, 64)), 99u);
}

TEST(Coverage, IsEmptyOnceCleared) {
  Coverage coverage = coverage_of("if eq(x, 64:i8) { return 1:i32; }", 0);
  ASSERT_FALSE(coverage.places().empty());
  std::uint32_t place = coverage.places().front();
  EXPECT_EQ(coverage.count(place), 1);
  coverage.clear();
  EXPECT_TRUE(coverage.places().empty() && coverage.compared().empty() &&
              coverage.comparisons().empty());
  EXPECT_EQ(coverage.count(place), 0);
  EXPECT_EQ(coverage.steps(), 0u);
}

// (x - '0') == 7: x would have to be '7'.
TEST(Coverage, UndoesWhatWasComputed) {
  Coverage coverage = coverage_of(
      "if eq(sub(zext:i32(x), 48:i32), 7:i32) { return 1:i32; }", '2');
  EXPECT_TRUE(compares(coverage, {2, 7, 32}));
  EXPECT_TRUE(compares(coverage, {'2', '7', 8}));
}

// (x & 0xe0) == 0xc0: the other bits stay.
TEST(Coverage, UndoesMasks) {
  Coverage coverage = coverage_of(
      "if eq(and(zext:i32(x), 224:i32), 192:i32) { return 1:i32; }", 0x61);
  EXPECT_TRUE(compares(coverage, {0x61, 0xc1, 32}));
}

TEST(Coverage, LooksIntoConditions) {
  const char *test =
      "if and(ne(zext:i32(eq(x, 3:i8)), 0:i32), not(ult(x, 9:i8))) "
      "{ return 1:i32; }";
  Coverage coverage = coverage_of(test, 5);
  EXPECT_TRUE(compares(coverage, {5, 3, 8}));
  EXPECT_TRUE(compares(coverage, {5, 9, 8}));
}

} // namespace
} // namespace mergeproof::interp
