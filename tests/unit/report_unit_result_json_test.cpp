// uses: verdict ir source support
#include "verdict/unit_result_json.h"

#include <gtest/gtest.h>

namespace mergeproof::verdict {
namespace {

UnitResult make_conflict() {
  ConfirmedConflict conflict{
      .violation = {.kind = ConflictKind::Lost,
                    .parent = "A",
                    .is_inherent = true,
                    .observable = "return value",
                    .values = {{"O", "1"}, {"A", "2"}, {"M", "1"}}},
      .inputs = {{"x", "0"}},
      .confirmed = "native",
      .test = "mergeproof-tests/f.c",
      .run_command = "cc f.c && ./a.out",
      .blame = {{"A", "O", "src/f.c:f", "src/f.c", 3, 4}},
      .locations = {{"A", "src/f.c", 3, "return 2;", "B"}}};
  return {.function = "f",
          .id = "src/f.c:f",
          .file = "src/f.c",
          .line = 2,
          .answer = UnitAnswer::Conflict,
          .by = "relational",
          .reason = "because \"quoted\"\n",
          .why_asked = "changed by A and B",
          .assumptions = {Assumption::Termination},
          .recheck = "",
          .conflicts = {conflict},
          .seconds = 0.5};
}

TEST(UnitResultJson, RoundTrips) {
  std::string text = to_json(make_conflict());
  EXPECT_EQ(text.find('\n'), std::string::npos);
  auto again = from_json(text);
  ASSERT_TRUE(again);
  EXPECT_EQ(to_json(again.value()), text);
  const UnitResult &unit = again.value();
  EXPECT_EQ(unit.answer, UnitAnswer::Conflict);
  ASSERT_EQ(unit.conflicts.size(), 1u);
  EXPECT_EQ(unit.conflicts[0].violation.values.at("A"), "2");
  EXPECT_TRUE(unit.conflicts[0].violation.is_inherent);
  EXPECT_EQ(unit.conflicts[0].locations[0].line, 3u);
  EXPECT_EQ(unit.conflicts[0].locations[0].removed_by, "B");
  ASSERT_EQ(unit.conflicts[0].blame.size(), 1u);
  EXPECT_EQ(unit.conflicts[0].blame[0].owner, "A");
  EXPECT_EQ(unit.conflicts[0].blame[0].version, "O");
  EXPECT_EQ(unit.conflicts[0].blame[0].last, 4u);
  EXPECT_TRUE(unit.assumptions.contains(Assumption::Termination));
}

TEST(UnitResultJson, TruncatedTextIsAnError) {
  std::string text = to_json(make_conflict());
  for (std::size_t size = 0; size < text.size(); size += 7)
    EXPECT_FALSE(from_json(text.substr(0, size)));
  EXPECT_FALSE(from_json("{\"function\": 3}"));
  EXPECT_FALSE(from_json("[]"));
}

TEST(UnitResultJson, BytesThatAreNotUtf8AreReplaced) {
  UnitResult unit;
  unit.reason = "caf\xe9";
  auto again = from_json(to_json(unit));
  ASSERT_TRUE(again);
  EXPECT_EQ(again.value().reason, "caf\xef\xbf\xbd");
}

} // namespace
} // namespace mergeproof::verdict
