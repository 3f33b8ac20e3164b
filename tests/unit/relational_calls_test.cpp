// uses: relational interp impact align verdict smt ir source support
//
// Whether a call of one version may stand for a call of another: what the
// comparison of two versions lets through, and who calls them would see.
#include "ir/parse.h"
#include "laws/program_facts.h"
#include "relational/prover.h"

#include <deque>
#include <gtest/gtest.h>

namespace mergeproof::relational {
namespace {

#define INT "<int 4/4 signed \"int\">"
#define PTR "<pointer 8/8 \"int *\" of " INT ">"

enum class Asks { Comparison, Calls };

bool is_proved(const std::string &old_body, const std::string &new_body,
               Asks asks) {
  ir::Context context;
  std::deque<ir::Program> programs;
  verdict::Question question;
  question.context = &context;
  question.unit = context.symbol("f");
  question.stands_for_calls = asks == Asks::Calls;
  for (const std::string &body : {old_body, new_body}) {
    auto parsed = ir::parse_program(
        context, "declare ext <function 0/1 of " INT ">() -> i32;\n"
                 "function f <function 0/1 of " INT "> (p: ptr as p " PTR
                 ", q: ptr as q " PTR
                 ") -> i32 {\nlocal v: i32; local w: ptr; local u: ptr;\n" +
                     body + "}\n");
    EXPECT_TRUE(parsed) << parsed.error().message << "\n" << body;
    if (!parsed)
      return false;
    programs.push_back(std::move(parsed).value());
    const ir::Program &program = programs.back();
    source::Revision revision =
        programs.size() == 1
            ? source::Revision{source::Role::Parent, source::old_id, ""}
            : source::Revision{source::Role::Merge, source::new_id, ""};
    question.versions.push_back({revision, &program,
                                 program.find_function(question.unit),
                                 tests::make_facts(program)});
  }
  class OneStrategy : public Prover {
  public:
    verdict::Verdict decide(const verdict::Question &asked) override {
      prepare(asked);
      return try_prove(asked, {LoopMode::Relate, Callees::Summarised, true})
          .verdict;
    }
  };
  return OneStrategy().decide(question).answer == verdict::Answer::Proved;
}

void expect_for_comparison_only(const std::string &old_body,
                                const std::string &new_body) {
  EXPECT_TRUE(is_proved(old_body, new_body, Asks::Comparison)) << new_body;
  EXPECT_FALSE(is_proved(old_body, new_body, Asks::Calls)) << new_body;
}

const std::string valid_p = "check InvalidAccess, valid(p, 4:i64);\n";

TEST(CallsTest, the_same_stands_for_calls) {
  EXPECT_TRUE(is_proved(valid_p + "v = load:i32(p);\nreturn add(v, v);\n",
                        valid_p + "return mul(load:i32(p), 2:i32);\n",
                        Asks::Calls));
}

TEST(CallsTest, which_objects_live) {
  expect_for_comparison_only(
      "w = call !malloc(4:i64);\ncall !free(w);\nreturn 1:i32;\n",
      "w = call !malloc(4:i64);\nreturn 1:i32;\n");
}

// What is left of it is seen by whoever has the address.
TEST(CallsTest, what_is_kept_is_not_freed) {
  const std::string keep = "w = call !malloc(4:i64);\ncheck InvalidAccess, "
                           "valid(q, 8:i64);\nstore q, w;\n";
  const std::string rarely =
      "if eq(mul(load:i32(p), 77:i32), 4711:i32) { call !free(w); }\n";
  EXPECT_TRUE(is_proved(valid_p + keep + rarely + "return 1:i32;\n",
                        keep + valid_p + rarely + "return 1:i32;\n",
                        Asks::Comparison));
  EXPECT_FALSE(is_proved(valid_p + keep + rarely + "return 1:i32;\n",
                         valid_p + keep + "return 1:i32;\n", Asks::Comparison));
  const std::string given = "if eq(load:i32(p), 4711:i32) { call !free(q); }\n";
  EXPECT_FALSE(is_proved(valid_p + given + "return 1:i32;\n",
                         valid_p + "return 1:i32;\n", Asks::Comparison));
}

// The loop may leave the address.
TEST(CallsTest, what_a_loop_keeps_is_not_freed) {
  auto body = [](const std::string &end) {
    return valid_p +
           "check InvalidAccess, valid(q, 8:i64);\n"
           "w = call !malloc(4:i64);\nu = null;\nv = 0:i32;\n"
           "loop L {\n  if slt(v, load:i32(p)) { } else { break L; }\n"
           "  u = w;\n  v = add(v, 1:i32);\n}\nstore q, u;\n" +
           end + "return 1:i32;\n";
  };
  EXPECT_FALSE(is_proved(body("call !free(w);\n"), body(""), Asks::Comparison));
}

TEST(CallsTest, a_constant_is_written_by_both_or_none) {
  expect_for_comparison_only(
      valid_p + "if ne(load:i32(p), 0:i32) { store p, 0:i32; }\n"
                "return 1:i32;\n",
      valid_p + "store p, 0:i32;\nreturn 1:i32;\n");
}

// Callers may have given that memory to it before.
TEST(CallsTest, what_an_external_may_touch) {
  expect_for_comparison_only(valid_p +
                                 "v = load:i32(p);\ncall ext();\nreturn v;\n",
                             valid_p + "call ext();\nreturn load:i32(p);\n");
}

// Callers may have declared it as something else.
TEST(CallsTest, types_tell_nothing_apart) {
  std::string valid = valid_p + "check InvalidAccess, valid(q, 8:i64);\n";
  expect_for_comparison_only(
      valid + "v = typed_load:i32(p);\ntyped_store q, null;\nreturn v;\n",
      valid + "typed_store q, null;\nreturn typed_load:i32(p);\n");
}

} // namespace
} // namespace mergeproof::relational
