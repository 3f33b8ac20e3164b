// uses: testgen check verdict interp ir source support
#include "testgen/text_changes.h"

#include <gtest/gtest.h>
#include <set>

namespace mergeproof::testgen {
namespace {

check::Constants constants() {
  check::Constants made;
  made.integers = {0, 1, '@', 0xc3, 4711};
  made.texts = {"", "begin", std::string(100, 'x')};
  return made;
}

std::set<std::string> changed(const std::string &text,
                              const std::vector<std::string> &others = {}) {
  check::Constants known = constants();
  TextChanges changes(known);
  check::Random random(1);
  std::set<std::string> all;
  for (int i = 0; i < 20'000; i++)
    all.insert(changes.change(text, others, random));
  return all;
}

TEST(TextChanges, ReachWhatIsNear) {
  std::set<std::string> all = changed("[1, 2]");
  for (const char *near : {" [1, 2]", "[1, 2", "1, 2]", "[1, 22]", "[1, 0x10]",
                           "[1, 4711]", "[1, [2]]", "[1, \"2\"]", "[[1, 2]]",
                           "[@1, 2]", "[1, begin]", "[1, 2]]", "[1, \xc3]"})
    EXPECT_TRUE(all.contains(near)) << near;
  EXPECT_GT(all.size(), 5'000u);
}

TEST(TextChanges, ReachTheOtherCase) {
  EXPECT_TRUE(changed("Qw").contains("qw"));
  EXPECT_TRUE(changed("Qw").contains("QW"));
}

TEST(TextChanges, TakePartsOfOthers) {
  EXPECT_TRUE(changed("a=1", {"rather=long"}).contains("a=rather"));
  EXPECT_TRUE(changed("a=1", {"rather=long"}).contains("long=1"));
}

TEST(TextChanges, AnyTextCanBeChanged) {
  EXPECT_GT(changed("").size(), 100u);
  EXPECT_GT(changed(std::string(1000, 'a')).size(), 100u);
  for (const std::string &text : changed(std::string(390, 'a'), {"bb"}))
    EXPECT_LE(text.size(), 400u);
  check::Constants nothing;
  nothing.integers = {0};
  TextChanges changes(nothing);
  check::Random random(7);
  for (int i = 0; i < 2'000; i++)
    changes.change("x", {}, random);
}

TEST(TextChanges, TheSameEveryTime) {
  EXPECT_EQ(changed("key = value"), changed("key = value"));
}

} // namespace
} // namespace mergeproof::testgen
