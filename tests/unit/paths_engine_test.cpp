// uses: paths relational symbolic align impact verdict smt ir source support
//
// Functions with more paths than are followed: inputs are still looked for, and
// first where the versions differ.
#include "ir/parse.h"
#include "ir/verify.h"
#include "laws/program_facts.h"
#include "paths/engine.h"
#include "paths/enumeration.h"

#include <cstring>
#include <deque>
#include <gtest/gtest.h>

namespace mergeproof::paths {
namespace {

constexpr int branches = 12; // 4,096 paths, and each in two ways

// if (m == 7) t = 1; else { …; } and then a branch for each bit of n. All paths
// that are followed first would be those with m == 7.
std::string program(const std::string &own) {
  const std::string type = "<int 4/4 signed \"int\">";
  std::string text = "function f <function 0/1 of " + type + "> (n: i32 " +
                     type + ", m: i32 " + type +
                     ") -> i32 {\nlocal s: i32; local t: i32;\n"
                     "s = 0:i32; t = 0:i32;\n"
                     "if eq(m, 7:i32) { t = 1:i32; } else { " +
                     own + " }\n";
  for (int i = 0; i < branches; i++)
    text += "if eq(and(n, " + std::to_string(1 << i) +
            ":i32), 0:i32) { } else { s = add(s, " + std::to_string(3 * i + 1) +
            ":i32); }\n";
  return text + "return add(s, t);\n}\n";
}

class Versions {
public:
  explicit Versions(const std::vector<std::string> &programs) {
    question.context = &context_;
    question.unit = context_.symbol("f");
    using source::Role;
    const source::Revision revisions[] = {{Role::Base, "O", ""},
                                          {Role::Parent, "A", ""},
                                          {Role::Parent, "B", ""},
                                          {Role::Merge, "M", ""}};
    for (std::size_t v = 0; v < programs.size(); v++) {
      auto parsed = ir::parse_program(context_, programs[v]);
      if (!parsed) {
        ADD_FAILURE() << parsed.error().message << "\n" << programs[v];
        return;
      }
      for (const std::string &problem : ir::verify(parsed.value()))
        ADD_FAILURE() << problem;
      programs_.push_back(std::move(parsed).value());
      const ir::Program &known = programs_.back();
      question.versions.push_back({revisions[v], &known,
                                   known.find_function(question.unit),
                                   tests::make_facts(known)});
    }
  }

  verdict::Question question;

private:
  ir::Context context_;
  std::deque<ir::Program> programs_;
};

std::int32_t argument(const verdict::Witness &witness, std::size_t i) {
  std::int32_t value = 0;
  std::memcpy(&value, witness.arguments[i].bytes.data(), sizeof value);
  return value;
}

// With m > 10 it traps at the check, and five branches on n stand behind it.
std::string checked_program(const std::string &last) {
  const std::string type = "<int 4/4 signed \"int\">";
  std::string text = "function f <function 0/1 of " + type + "> (n: i32 " +
                     type + ", m: i32 " + type +
                     ") -> i32 {\nlocal s: i32;\ns = 0:i32;\n"
                     "if slt(10:i32, m) { s = 7:i32; } else { }\n"
                     "check DivisionByZero, slt(m, 10:i32);\n";
  for (int i = 0; i < 5; i++)
    text += "if eq(and(n, " + std::to_string(1 << i) +
            ":i32), 0:i32) { } else { s = add(s, " + std::to_string(3 * i + 1) +
            ":i32); }\n";
  return text + last + "return s;\n}\n";
}

TEST(PathsEngine, NothingBranchesBehindACheckThatFails) {
  Versions versions({checked_program(""), checked_program("s = 1:i32;")});
  versions.question.budget.unroll = 2;
  symbolic::Universe universe(
      versions.question,
      std::make_shared<symbolic::ProgramUses>(versions.question));
  // 32 that return, and the trap; else it gives up.
  Enumeration enumeration(universe, relational::Callees::Summarised,
                          {.paths = 33});
  EXPECT_NO_THROW(EXPECT_EQ(enumeration.run().size(), 2U));
  Enumeration fewer(universe, relational::Callees::Summarised, {.paths = 32});
  EXPECT_THROW(fewer.run(), relational::GiveUp);
}

TEST(PathsEngine, InputsAreFoundWhereNotEveryPathIsFollowed) {
  Versions versions(
      {program("t = 2:i32; s = 5:i32;"), program("t = 3:i32; s = 5:i32;"),
       program("t = 2:i32; s = 6:i32;"), program("t = 2:i32; s = 5:i32;")});
  verdict::Verdict verdict = make_engine({})->decide(versions.question);
  EXPECT_EQ(verdict.answer, verdict::Answer::Unknown);
  ASSERT_FALSE(verdict.candidates.empty()) << verdict.reason;
  EXPECT_NE(argument(verdict.candidates.front(), 1), 7);
}

TEST(PathsEngine, WhatIsNotFollowedIsNotProved) {
  Versions versions(
      {program("t = 2:i32; s = 5:i32;"), program("t = 3:i32; s = 5:i32;"),
       program("t = 2:i32; s = 6:i32;"), program("t = 3:i32; s = 6:i32;")});
  verdict::Verdict verdict = make_engine({})->decide(versions.question);
  EXPECT_EQ(verdict.answer, verdict::Answer::Unknown);
  EXPECT_NE(verdict.reason, "");
}

} // namespace
} // namespace mergeproof::paths
