// Which rules of the contract observations break.
// uses: verdict source
#include "verdict/observation.h"

#include <gtest/gtest.h>

namespace mergeproof::verdict {
namespace {

constexpr const char *trap = "trapped: null pointer access";

Observation returned(const std::string &value) {
  return {.values = {{"outcome", "returned"}, {"return value", value}}};
}
Observation trapped() { return {.values = {{"outcome", trap}}}; }

std::vector<Violation> violations(const Observation &base, const Observation &a,
                                  const Observation &b,
                                  const Observation &merge) {
  using source::Role;
  return find_violations({{Role::Base, "O", ""},
                          {Role::Parent, "A", ""},
                          {Role::Parent, "B", ""},
                          {Role::Merge, "M", ""}},
                         {base, a, b, merge});
}

TEST(Observation, AChangeThatTheMergeLacksIsLost) {
  auto found =
      violations(returned("1"), returned("2"), returned("1"), returned("1"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, ConflictKind::Lost);
  EXPECT_EQ(found[0].parent, "A");
  EXPECT_FALSE(found[0].is_inherent);
}

TEST(Observation, DifferentChangesAreInherent) {
  for (const Violation &one :
       violations(returned("1"), returned("2"), returned("3"), returned("3")))
    EXPECT_TRUE(one.is_inherent);
}

// Nobody sees what B means to return there: the merge may have it.
TEST(Observation, WhatATrappingParentMeantIsInherent) {
  auto found = violations(trapped(), returned("2"), trapped(), returned("3"));
  ASSERT_FALSE(found.empty());
  for (const Violation &one : found)
    EXPECT_TRUE(one.is_inherent);
}

TEST(Observation, AMergeThatTrapsWhereAParentMendedThatLostIt) {
  auto found = violations(trapped(), returned("2"), trapped(), trapped());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].parent, "A");
  EXPECT_FALSE(found[0].is_inherent);
}

TEST(Observation, UndefinedBehaviourOfAParentIsNotMissed) {
  auto found =
      violations(returned("1"), trapped(), returned("1"), returned("1"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].parent, "A");
  EXPECT_TRUE(found[0].is_inherent);
}

TEST(Observation, AnAbortThatAParentAddedIsMissed) {
  Observation aborted = trapped();
  aborted.values["outcome"] = "trapped: abort";
  auto found = violations(returned("1"), aborted, returned("1"), returned("1"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].is_inherent);
}

TEST(Observation, BesideUndefinedBehaviourOfTheOtherParent) {
  auto found =
      violations(returned("1"), trapped(), returned("2"), returned("1"));
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found[0].is_inherent);
}

} // namespace
} // namespace mergeproof::verdict
