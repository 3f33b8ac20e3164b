// uses: relational interp align verdict smt ir source support
//
// Bodies of callees in the place of calls, and functions that call themselves
// last as loops, behave as before on every input that is tried.
#include "interp/oracle.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "laws/random_program.h"
#include "laws/random_witness.h"
#include "relational/inline_calls.h"
#include "relational/tail_recursion.h"

#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

verdict::Question make_question(ir::Context &context, const ir::Program &one,
                                const ir::Program &other) {
  verdict::Question question;
  question.context = &context;
  question.unit = context.symbol("unit");
  for (const ir::Program *program : {&one, &other})
    question.versions.push_back({{source::Role::Parent, "A", ""},
                                 program,
                                 program->find_function(question.unit)});
  return question;
}

void expect_same_behaviour(const verdict::Question &question,
                           std::uint64_t seed) {
  interp::Oracle oracle(question);
  for (std::uint64_t i = 0; i < 12; i++) {
    auto seen = oracle.observe_all(make_random_witness(seed * 100 + i));
    EXPECT_EQ(seen[0].is_valid, seen[1].is_valid) << seen[0].why << seen[1].why;
    EXPECT_EQ(seen[0].values, seen[1].values)
        << "seed " << seed << "\n"
        << ir::print(*question.versions[0].program) << "\n"
        << ir::print(*question.versions[1].program);
  }
}

unsigned count_calls(const ir::Function &function, const ir::Program &program) {
  unsigned count = 0;
  ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
    auto *call = stmt.as<ir::Call>();
    auto *name = call ? std::get_if<ir::Symbol>(&call->callee.target) : nullptr;
    const ir::Function *callee = name ? program.find_function(*name) : nullptr;
    count += callee && callee->is_defined;
  });
  return count;
}

TEST(InlineLaw, BodiesInThePlaceOfCallsBehaveTheSame) {
  unsigned inlined = 0;
  for (std::uint64_t seed = 1; seed <= 120; seed++) {
    ir::Context context;
    ir::Program program =
        make_random_program(context, {.seed = seed, .size = 10, .helpers = 3});
    ir::Symbol unit = context.symbol("unit");
    ir::Program other = program;
    const ir::Function &before = program.functions.at(unit);
    other.functions.at(unit) = relational::inline_calls(
        context, program, before,
        [](const ir::Call &, const ir::Function *callee) { return callee; });
    const ir::Function &after = other.functions.at(unit);
    EXPECT_EQ(ir::verify(other), std::vector<std::string>{});
    inlined += count_calls(before, program) > 0 &&
               count_calls(after, program) < count_calls(before, program);
    expect_same_behaviour(make_question(context, program, other), seed);
  }
  EXPECT_GT(inlined, 20u);
}

struct Recursion {
  const char *name;
  const char *body; // of "unit"
  bool is_loop;     // whether it can be one
};

const Recursion recursions[] = {
    {"accumulator",
     R"(if ule(n, 1:i32) { return a; }
        "$1" = call unit(sub(n, 1:i32), add(a, n));
        return "$1";)",
     true},
    {"arguments use each other",
     R"(if ult(100:i32, a) { return n; }
        "$1" = call unit(a, add(n, add(a, 3:i32)));
        return "$1";)",
     true},
    {"sum behind the call",
     R"(if eq(and(n, 31:i32), 0:i32) { return a; }
        "$1" = call unit(sub(n, 1:i32), xor(a, n));
        return add(mul(n, a), "$1");)",
     true},
    {"product behind the call, two calls",
     R"(if eq(and(n, 15:i32), 0:i32) { return 3:i32; }
        if eq(and(n, 1:i32), 0:i32) {
          "$1" = call unit(sub(n, 1:i32), a);
          return mul("$1", 5:i32);
        }
        "$1" = call unit(sub(n, 1:i32), add(a, 1:i32));
        return mul(a, "$1");)",
     true},
    {"another operation in each branch",
     R"(if eq(and(n, 15:i32), 0:i32) { return 3:i32; }
        if eq(and(n, 1:i32), 0:i32) {
          "$1" = call unit(sub(n, 1:i32), a);
          return add("$1", 5:i32);
        }
        "$1" = call unit(sub(n, 1:i32), add(a, 1:i32));
        return mul(a, "$1");)",
     false},
    {"the order matters",
     R"(if eq(and(n, 15:i32), 0:i32) { return 3:i32; }
        "$1" = call unit(sub(n, 1:i32), a);
        return sub(n, "$1");)",
     false},
    {"a check behind the call",
     R"(if eq(and(n, 15:i32), 0:i32) { return 3:i32; }
        "$1" = call unit(sub(n, 1:i32), a);
        check SignedOverflow, not(sadd_overflow(n, "$1"));
        return add(n, "$1");)",
     false},
    {"a local that is set in some turns only",
     R"(if eq(and(n, 7:i32), 0:i32) { return add(a, x); }
        if eq(and(n, 1:i32), 0:i32) { x = n; }
        a = add(a, x);
        "$1" = call unit(sub(n, 1:i32), a);
        return "$1";)",
     true},
    {"in a loop",
     R"(loop L {
          if eq(and(n, 7:i32), 0:i32) { return a; }
          n = sub(n, 1:i32);
          if eq(and(a, 3:i32), 0:i32) {
            "$1" = call unit(n, add(a, 1:i32));
            return "$1";
          }
          a = add(a, 7:i32);
        })",
     true}};

ir::Program make_recursion(ir::Context &context, const Recursion &recursion) {
  std::string text =
      std::string("function unit <function 0/1 \"unsigned (unsigned, "
                  "unsigned)\" of <int 4/4 \"unsigned\">>(n: i32 as n <int 4/4 "
                  "\"unsigned\">, a: i32 as a <int 4/4 \"unsigned\">) -> i32 "
                  "{\n  local x: i32 as x <int 4/4 \"unsigned\">;\n  local "
                  "\"$1\": i32;\n") +
      recursion.body + "\n}\n";
  return ir::parse_program(context, text).value();
}

TEST(InlineLaw, LoopsBehaveLikeTheRecursionTheyWere) {
  for (const Recursion &recursion : recursions) {
    SCOPED_TRACE(recursion.name);
    ir::Context context;
    ir::Program program = make_recursion(context, recursion);
    ASSERT_EQ(ir::verify(program), std::vector<std::string>{});
    ir::Symbol unit = context.symbol("unit");
    auto loop = relational::as_loop(context, program.functions.at(unit));
    ASSERT_EQ(loop.has_value(), recursion.is_loop);
    if (!loop)
      continue;
    ir::Program other = program;
    other.functions.at(unit) = *loop;
    EXPECT_EQ(ir::verify(other), std::vector<std::string>{});
    verdict::Question question = make_question(context, program, other);
    interp::Oracle oracle(question);
    for (std::uint32_t n = 0; n < 40; n++)
      for (std::uint32_t a : {0u, 1u, 2u, 17u, 99u, 4000000000u}) {
        verdict::Witness witness;
        for (std::uint32_t value : {n, a}) {
          verdict::WitnessBytes bytes;
          for (unsigned i = 0; i < 4; i++)
            bytes.bytes.push_back(static_cast<unsigned char>(value >> 8 * i));
          witness.arguments.push_back(bytes);
        }
        auto seen = oracle.observe_all(witness);
        EXPECT_TRUE(seen[0].is_valid) << seen[0].why;
        EXPECT_EQ(seen[0].values, seen[1].values) << "n " << n << " a " << a;
      }
  }
}

} // namespace
} // namespace mergeproof::tests
