// uses: impact align ir source support
#include "impact/meetings.h"
#include "unit/impact_program.h"

#include <gtest/gtest.h>

namespace mergeproof {
namespace {

struct MeetingsTest : testing::Test {
  ir::Context context;
  tests::Code c{context};
  tests::Merge merge;

  ir::Function returns(const char *id, int value) {
    return c.function(id, {}, {}, {c.ret(c.num(value))});
  }
  ir::Function calls(const char *id, const char *callee) {
    return c.function(id, {}, {"$1"},
                      {c.call("$1", callee), c.ret(c.var("$1"))});
  }
  std::vector<std::string> found(std::size_t most) {
    std::vector<impact::AnalysedVersion> analysed;
    for (const auto &version : merge.versions)
      analysed.push_back({version.revision, &version.program, &version.graph,
                          &version.closures});
    impact::Triage triage = impact::triage(analysed, source::FileTable());
    std::vector<std::string> ids;
    for (const auto *unit : impact::find_meetings(analysed, triage, most))
      ids.emplace_back(unit->id);
    return ids;
  }
};

// A changes get(), B changes set(): each is settled, and who calls both is not.
TEST_F(MeetingsTest, functions_of_different_parents) {
  merge.add("O", {returns("get", 1), returns("set", 1), returns("other", 1)});
  merge.add("A", {returns("get", 2), returns("set", 1), returns("other", 1)});
  merge.add("B", {returns("get", 1), returns("set", 2), returns("other", 1)});
  merge.add("M", {returns("get", 2), returns("set", 2), returns("other", 1)});
  EXPECT_EQ(found(9), (std::vector<std::string>{"get", "set"}));
  EXPECT_EQ(found(1), std::vector<std::string>{"get"});
}

TEST_F(MeetingsTest, one_parent_meets_nobody) {
  merge.add("O", {returns("get", 1), returns("set", 1)});
  merge.add("A", {returns("get", 2), returns("set", 2)});
  merge.add("B", {returns("get", 1), returns("set", 1)});
  merge.add("M", {returns("get", 2), returns("set", 2)});
  EXPECT_EQ(found(9), std::vector<std::string>());
}

TEST_F(MeetingsTest, what_is_changed_itself_comes_first) {
  ir::Function caller = calls("a_caller", "get");
  merge.add("O", {caller, returns("get", 1), returns("set", 1)});
  merge.add("A", {caller, returns("get", 2), returns("set", 1)});
  merge.add("B", {caller, returns("get", 1), returns("set", 2)});
  merge.add("M", {caller, returns("get", 2), returns("set", 2)});
  EXPECT_EQ(found(9), (std::vector<std::string>{"get", "set", "a_caller"}));
}

} // namespace
} // namespace mergeproof
