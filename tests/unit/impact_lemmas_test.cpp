// uses: impact align ir source support
#include "impact/lemmas.h"
#include "unit/impact_program.h"

#include <gtest/gtest.h>

namespace mergeproof {
namespace {

using ir::Function;

struct LemmasTest : testing::Test {
  ir::Context context;
  tests::Code c{context};
  tests::Merge merge;
  std::set<impact::LemmaKey> failed;

  Function returns(const char *id, int value) {
    return c.function(id, {}, {}, {c.ret(c.num(value))});
  }
  Function calls(const char *id, std::vector<std::string> callees,
                 int value = 0) {
    ir::Seq body;
    for (const std::string &callee : callees)
      body.push_back(c.call("$1", callee));
    body.push_back(c.ret(value ? c.num(value) : c.var("$1")));
    return c.function(id, {}, {"$1"}, body);
  }

  std::vector<impact::AnalysedVersion> analysed() const {
    std::vector<impact::AnalysedVersion> all;
    for (const auto &version : merge.versions)
      all.push_back({version.revision, &version.program, &version.graph,
                     &version.closures});
    return all;
  }
  std::vector<impact::Lemma> lemmas() const {
    impact::Triage triage = impact::triage(analysed(), source::FileTable());
    std::vector<const impact::Unit *> open;
    for (const impact::Unit &unit : triage.units)
      if (unit.kind == impact::UnitKind::Analyse)
        open.push_back(&unit);
    return impact::find_lemmas(analysed(), open, failed);
  }
  // "get O A", in any order.
  std::set<std::string> found() const {
    std::set<std::string> texts;
    for (const impact::Lemma &lemma : lemmas())
      texts.insert(std::string(lemma.function) + " " +
                   merge.versions[lemma.first].revision.id + " " +
                   merge.versions[lemma.second].revision.id);
    return texts;
  }
};

// The smaller text is asked about: that A's get() is O's would make A the base
// and M as B.
TEST_F(LemmasTest, a_caller_waits_for_one_of_two_changes) {
  Function both = calls("both", {"get", "set"}), set = calls("set", {"x", "x"});
  Function other = calls("set", {"x"});
  merge.add("O", {both, returns("get", 1), set, returns("x", 0)});
  merge.add("A", {both, returns("get", 2), set, returns("x", 0)});
  merge.add("B", {both, returns("get", 1), other, returns("x", 0)});
  merge.add("M", {both, returns("get", 2), other, returns("x", 0)});
  EXPECT_EQ(found(), (std::set<std::string>{"get O A", "get B M"}));
  for (const impact::Lemma &lemma : lemmas())
    failed.insert(impact::key_of(analysed(), lemma));
  EXPECT_EQ(found(), (std::set<std::string>{"set O B", "set A M"}));
  for (const impact::Lemma &lemma : lemmas())
    failed.insert(impact::key_of(analysed(), lemma));
  EXPECT_EQ(found(), std::set<std::string>());
}

// get() of A calls what A changed: first that is asked about.
TEST_F(LemmasTest, callees_come_first) {
  Function both = calls("both", {"get", "set"});
  Function large = calls("set", {"y", "y", "y", "y", "y", "y", "y"});
  merge.add("O",
            {both, calls("get", {"x"}), returns("set", 1), returns("x", 0)});
  merge.add("A", {both, calls("get", {"x", "x"}), returns("set", 1),
                  returns("x", 5)});
  merge.add("B", {both, calls("get", {"x"}), large, returns("x", 0),
                  returns("y", 0)});
  merge.add("M", {both, calls("get", {"x", "x"}), large, returns("x", 5),
                  returns("y", 0)});
  EXPECT_TRUE(found().contains("x O A"));
  EXPECT_FALSE(found().contains("get O A"));
}

// O has no helper(), so only O's text can be that of both.
TEST_F(LemmasTest, the_text_that_both_can_have) {
  Function both = calls("both", {"get", "set"});
  merge.add("O", {both, returns("get", 1), returns("set", 1)});
  merge.add("A", {both, calls("get", {"helper"}), returns("helper", 1),
                  returns("set", 1)});
  merge.add("B", {both, returns("get", 1), calls("set", {"q", "q", "q"}),
                  returns("q", 1)});
  merge.add("M", {both, calls("get", {"helper"}), returns("helper", 1),
                  calls("set", {"q", "q", "q"}), returns("q", 1)});
  std::size_t seen = 0;
  for (const impact::Lemma &lemma : lemmas())
    if (lemma.function == "get" && lemma.first == 0) {
      seen++;
      EXPECT_EQ(lemma.donor, 0u);
      EXPECT_EQ(lemma.taker(), 1u);
      EXPECT_EQ(impact::shared_text(analysed(), lemma).function.body.size(),
                1u);
    }
  EXPECT_EQ(seen, 1u);
}

// A function with other parameters is not called the same way, though less text
// would have to be looked at.
TEST_F(LemmasTest, other_parameters) {
  Function both = calls("both", {"get", "set"});
  Function wide = c.function("get", {"x"}, {}, {c.ret(c.var("x"))});
  Function large = calls("set", {"y", "y", "y", "y", "y"});
  merge.add("O", {both, returns("get", 1), returns("set", 1), returns("y", 1)});
  merge.add("A", {both, wide, returns("set", 1), returns("y", 1)});
  merge.add("B", {both, returns("get", 1), large, returns("y", 1)});
  merge.add("M", {both, wide, large, returns("y", 1)});
  EXPECT_EQ(found(), (std::set<std::string>{"set O B", "set A M"}));
}

} // namespace
} // namespace mergeproof
