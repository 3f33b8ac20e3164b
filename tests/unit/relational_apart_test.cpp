// uses: relational interp impact align verdict smt ir source support
//
// Loops and callees as unknown functions of each version's own text: what that
// alone proves of a merge, and what it must not.
#include "ir/parse.h"
#include "laws/program_facts.h"
#include "relational/prover.h"

#include <array>
#include <deque>
#include <gtest/gtest.h>

namespace mergeproof::relational {
namespace {

#define INT "<int 4/4 signed \"int\">"

// O, A, B, M; the last is the merge.
using Bodies = std::array<std::string, 4>;

struct OneStrategy : Prover {
  verdict::Verdict decide(const verdict::Question &asked) override {
    prepare(asked);
    return try_prove(asked, {LoopMode::Apart, Callees::Apart, true}).verdict;
  }
};

std::string function(const std::string &name, const std::string &body) {
  return "function " + name +
         " <function 0/1 of " INT "> (x: i32 as x " INT
         ") -> i32 {\nlocal i: i32; local s: i32;\n" +
         body + "}\n";
}

bool is_proved(const Bodies &programs_text) {
  ir::Context context;
  std::deque<ir::Program> programs;
  verdict::Question question;
  question.context = &context;
  question.unit = context.symbol("unit");
  const source::Revision revisions[] = {{source::Role::Base, "O", ""},
                                        {source::Role::Parent, "A", ""},
                                        {source::Role::Parent, "B", ""},
                                        {source::Role::Merge, "M", ""}};
  for (std::size_t v = 0; v < programs_text.size(); v++) {
    auto parsed = ir::parse_program(context, programs_text[v]);
    EXPECT_TRUE(parsed) << parsed.error().message << "\n" << programs_text[v];
    if (!parsed)
      return false;
    programs.push_back(std::move(parsed).value());
    const ir::Program &program = programs.back();
    question.versions.push_back({revisions[v], &program,
                                 program.find_function(question.unit),
                                 tests::make_facts(program)});
  }
  return OneStrategy().decide(question).answer == verdict::Answer::Proved;
}

// `f` changed by A, `g` by B, recursive both, so that neither can be inlined.
Bodies with_helpers(const std::string &unit) {
  auto helper = [](const std::string &name, const std::string &result) {
    return function(name, "if slt(9:i32, x) { s = call " + name +
                              "(sub(x, 9:i32)); return add(s, " + result +
                              "); }\nreturn " + result + ";\n");
  };
  Bodies bodies;
  for (std::size_t v = 0; v < bodies.size(); v++)
    bodies[v] = helper("f", v % 2 == 1 ? "7:i32" : "1:i32") +
                helper("g", v >= 2 ? "5:i32" : "2:i32") +
                function("unit", unit);
  return bodies;
}

TEST(ApartTest, changes_that_meet_on_no_path) {
  EXPECT_TRUE(
      is_proved(with_helpers("if eq(x, 1:i32) { s = call f(x); return s; }\n"
                             "s = call g(x);\nreturn add(s, 1:i32);\n")));
}

TEST(ApartTest, changes_that_meet_in_a_result) {
  EXPECT_FALSE(is_proved(with_helpers("s = call f(x);\n"
                                      "i = call g(x);\n"
                                      "return xor(s, i);\n")));
}

TEST(ApartTest, what_one_change_computes_is_given_to_the_other) {
  EXPECT_FALSE(is_proved(with_helpers("s = call f(x);\n"
                                      "s = call g(s);\n"
                                      "return s;\n")));
}

std::string sum_loop(const std::string &result, const std::string &step) {
  return result + " = 0:i32;\ni = 0:i32;\nloop " + result +
         " {\nif sle(x, i) { break " + result + "; }\n" + result + " = " +
         step + ";\ni = add(i, 1:i32);\n}\n";
}

Bodies with_loops(const std::string &between) {
  Bodies bodies;
  for (std::size_t v = 0; v < bodies.size(); v++)
    bodies[v] = function(
        "unit",
        sum_loop("s", v % 2 == 1 ? "add(s, mul(i, i))" : "add(s, i)") +
            between +
            sum_loop("s", v >= 2 ? "xor(s, mul(i, 3:i32))" : "xor(s, i)") +
            "return s;\n");
  return bodies;
}

TEST(ApartTest, loops_that_meet_on_no_path) {
  EXPECT_TRUE(is_proved(with_loops("if slt(5:i32, x) { return s; }\n")));
}

TEST(ApartTest, loops_that_meet) {
  Bodies bodies = with_loops("");
  for (std::string &body : bodies) // the second goes on where the first ended
    body.erase(body.rfind("s = 0:i32;\n"), 11);
  EXPECT_FALSE(is_proved(bodies));
}

} // namespace
} // namespace mergeproof::relational
