// uses: impact align ir source support
//
// Which functions are taken for the same under another name.
#include "impact/function_match.h"
#include "ir/parse.h"

#include <gtest/gtest.h>

namespace mergeproof::impact {
namespace {

std::string body(const std::string &id, int first, int second) {
  return "function \"" + id + "\" name " + id.substr(id.find(':') + 1) +
         "(x: i32) -> i32 {\n"
         "  store x, " +
         std::to_string(first) +
         ":i32;\n"
         "  store add(x, 4:i32), " +
         std::to_string(second) +
         ":i32;\n"
         "  x = mul(x, 3:i32);\n"
         "  x = xor(x, 9:i32);\n"
         "  return x;\n}\n";
}

std::string caller_of(const std::string &id) {
  return "function main() -> i32 {\n  local r: i32;\n  r = call \"" + id +
         "\"(1:i32);\n  return r;\n}\n";
}

std::string unlike(const std::string &id) {
  return "function \"" + id + "\" name " + id.substr(id.find(':') + 1) +
         "(x: i32) -> i32 {\n"
         "  x = sub(x, 1:i32);\n  x = and(x, 2:i32);\n  x = or(x, 3:i32);\n"
         "  x = add(x, 5:i32);\n  return sub(0:i32, x);\n}\n";
}

class Matching : public testing::Test {
protected:
  void add(const std::string &text) {
    auto parsed = ir::parse_program(context_, text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    programs_.push_back(
        std::make_unique<ir::Program>(std::move(parsed).value()));
  }
  // "f=g 100%": old and new ids.
  std::string found(const GivenMatches &given = {}) {
    std::vector<const ir::Program *> versions;
    for (const auto &program : programs_)
      versions.push_back(program.get());
    FunctionMatches matches = match_functions(versions, given);
    problems_ = matches.problems;
    std::string text;
    for (const FunctionMatch &match : matches.matches)
      text += std::string(match.old_id) + "=" + std::string(match.new_id) +
              " " + std::to_string(match.likeness) + "% ";
    return text;
  }
  ir::Context context_;
  std::vector<std::unique_ptr<ir::Program>> programs_;
  std::vector<std::string> problems_;
};

TEST_F(Matching, RenamedByOneEditedByTheOther) {
  add(body("f", 1, 2) + caller_of("f"));
  add(body("g", 1, 7) + caller_of("g"));
  add(body("f", 5, 2) + caller_of("f"));
  add(body("g", 5, 7) + caller_of("g"));
  EXPECT_EQ(found(), "f=g 80% ");
}

TEST_F(Matching, MovedToAnotherFile) {
  add(body("a.c:f", 1, 2));
  add(body("b.c:f", 1, 3));
  EXPECT_EQ(found(), "a.c:f=b.c:f 80% ");
}

TEST_F(Matching, NotWhereAVersionKnowsBoth) {
  add(body("f", 1, 2));
  add(body("g", 1, 2));
  add(body("f", 1, 2) + body("g", 1, 2));
  add(body("g", 1, 2));
  EXPECT_EQ(found(), "");
}

TEST_F(Matching, NotWhereTheMergeStillCallsTheOldName) {
  add(body("f", 1, 2) + caller_of("f"));
  add(body("g", 1, 2) + "declare f(x: i32) -> i32;\n" + caller_of("f"));
  EXPECT_EQ(found(), "");
}

TEST_F(Matching, NotWhereTheBodiesAreUnlike) {
  add(body("f", 1, 2));
  add(unlike("g"));
  EXPECT_EQ(found(), "");
  EXPECT_EQ(found({{"f", "g"}}), "f=g 0% ");
}

TEST_F(Matching, OfTwoThatAreEquallyLikeNone) {
  add(body("f", 1, 2));
  add(body("g", 1, 2) + body("h", 1, 2));
  EXPECT_EQ(found(), "");
  EXPECT_EQ(found({{"f", "h"}}), "f=h 100% ");
}

TEST_F(Matching, TheMoreAlikeOne) {
  add(body("f", 1, 2));
  add(body("g", 1, 3) + body("h", 1, 2));
  EXPECT_EQ(found(), "f=h 100% ");
}

TEST_F(Matching, NoneIfSaid) {
  add(body("f", 1, 2));
  add(body("g", 1, 2));
  EXPECT_EQ(found({{"f", ""}}), "");
  EXPECT_TRUE(problems_.empty());
  EXPECT_EQ(found({{"f", "main"}}), "");
  EXPECT_EQ(problems_.size(), 1u);
}

} // namespace
} // namespace mergeproof::impact
