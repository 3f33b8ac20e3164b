// uses: frontend/c interp verdict ir source support
//
// Jumps into statements: what they become, which objects live, and what has a
// value behind them. frontend_native_test and the laws run such functions.
#include "frontend/c/parse.h"
#include "interp/machine.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "source/memory_tree.h"

#include <gtest/gtest.h>

namespace mergeproof::frontend::c {
namespace {

class Lowered {
public:
  explicit Lowered(const std::string &text)
      : tree_({{"a.c", text}}),
        unit_(parse(context_,
                    {.tree = &tree_, .path = "a.c", .key_path = "a.c"})) {
    for (const std::string &fault : ir::verify(unit_.program))
      ADD_FAILURE() << fault;
    for (const SkippedFunction &one : unit_.skipped)
      ADD_FAILURE() << "skipped " << one.name << ": " << one.reason;
  }

  const ir::Function &f() const { return *unit_.program.find_function("f"); }
  std::string body() const { return ir::print(f().body); }

  std::string run(int a) const {
    EXPECT_TRUE(f().opaque_reasons.empty());
    interp::Executable executable(unit_.program);
    interp::NoExternals externals;
    interp::Machine machine(executable, externals, {});
    interp::Outcome outcome = machine.run("f", {static_cast<unsigned>(a)});
    if (outcome.value)
      return std::to_string(static_cast<int>(*outcome.value));
    return interp::to_text(outcome);
  }

private:
  ir::Context context_;
  source::MemoryTree tree_;
  ParsedUnit unit_;
};

TEST(FrontendGoto, IntoALoopRunsItsEndFirst) {
  EXPECT_EQ(Lowered("void one(void); void two(void);\n"
                    "void f(int a) {\n"
                    "  goto in;\n"
                    "  while (a) { one(); in: two(); }\n"
                    "}\n")
                .body(),
            "loop loop1 {\n"
            "  call two();\n"
            "  if ne(a, 0:i32) {\n"
            "  } else {\n"
            "    break loop1;\n"
            "  }\n"
            "  call one();\n"
            "}\n");
}

TEST(FrontendGoto, IntoALoopThatIsAlsoEnteredAboveCopiesTheEnd) {
  EXPECT_EQ(Lowered("void one(void); void two(void); void three(void);\n"
                    "void f(int a) {\n"
                    "  if (a) goto in;\n"
                    "  while (a) { one(); in: two(); }\n"
                    "  three();\n"
                    "}\n")
                .body(),
            "block block2 {\n"
            "  block block1 {\n"
            "    if ne(a, 0:i32) {\n"
            "      break block1;\n"
            "    }\n"
            "    break block2;\n"
            "  }\n"
            "  call two();\n"
            "}\n"
            "loop loop1 {\n"
            "  if ne(a, 0:i32) {\n"
            "  } else {\n"
            "    break loop1;\n"
            "  }\n"
            "  call one();\n"
            "  call two();\n"
            "}\n"
            "call three();\n");
}

TEST(FrontendGoto, IntoABranch) {
  EXPECT_EQ(Lowered("void one(void); void two(void); void three(void);\n"
                    "void f(int a) {\n"
                    "  if (a > 5) { one(); fail: two(); }\n"
                    "  three();\n"
                    "  if (a > 9) goto fail;\n"
                    "}\n")
                .body(),
            "block block2 {\n"
            "  block block1 {\n"
            "    if slt(5:i32, a) {\n"
            "      call one();\n"
            "    } else {\n"
            "      call three();\n"
            "      if slt(9:i32, a) {\n"
            "        break block1;\n"
            "      }\n"
            "      break block2;\n"
            "    }\n"
            "  }\n"
            "  loop loop1 {\n"
            "    call two();\n"
            "    call three();\n"
            "    if slt(9:i32, a) {\n"
            "      continue loop1;\n"
            "    }\n"
            "    break loop1;\n"
            "  }\n"
            "}\n");
}

TEST(FrontendGoto, BetweenSegmentsOfASwitch) {
  EXPECT_EQ(Lowered("void one(void); void two(void); void three(void);\n"
                    "void f(int a) {\n"
                    "  switch (a) {\n"
                    "  case 1: one(); if (a) goto common; break;\n"
                    "  case 2: common: two(); break;\n"
                    "  default: three();\n"
                    "  }\n"
                    "}\n")
                .body(),
            "block block2 {\n"
            "  block block1 {\n"
            "    if eq(a, 1:i32) {\n"
            "      call one();\n"
            "      if ne(a, 0:i32) {\n"
            "        break block1;\n"
            "      }\n"
            "      break block2;\n"
            "    }\n"
            "    if eq(a, 2:i32) {\n"
            "      break block1;\n"
            "    }\n"
            "    call three();\n"
            "    break block2;\n"
            "  }\n"
            "  call two();\n"
            "}\n");
}

TEST(FrontendGoto, ListsThatNestStayAsTheyAre) {
  EXPECT_EQ(
      Lowered("void one(void); void two(void);\n"
              "void f(int a) {\n"
              "  if (a) goto out;\n"
              "  while (a) { if (a > 3) goto next; one(); next: two(); }\n"
              "out:\n"
              "  one();\n"
              "}\n")
          .body(),
      "block block1 {\n"
      "  if ne(a, 0:i32) {\n"
      "    break block1;\n"
      "  }\n"
      "  loop loop1 {\n"
      "    if ne(a, 0:i32) {\n"
      "    } else {\n"
      "      break loop1;\n"
      "    }\n"
      "    block block2 {\n"
      "      if slt(3:i32, a) {\n"
      "        break block2;\n"
      "      }\n"
      "      call one();\n"
      "    }\n"
      "    call two();\n"
      "  }\n"
      "}\n"
      "call one();\n");
}

TEST(FrontendGoto, JumpedOverInitialisersDoNotRun) {
  Lowered lowered("int f(int a) {\n"
                  "  if (a) goto in;\n"
                  "  { int x = 3; in: if (a > 1) x = a; return x; }\n"
                  "}\n");
  EXPECT_EQ(lowered.run(0), "3");
  EXPECT_EQ(lowered.run(5), "5");
  EXPECT_EQ(lowered.run(1), "trapped: read of an uninitialised variable");
}

TEST(FrontendGoto, AScopeThatIsEnteredAgainKnowsNothing) {
  Lowered lowered("int f(int a) {\n"
                  "  int round = 0, r = 0;\n"
                  "  goto start;\n"
                  "again: round++;\n"
                  "  {\n"
                  "    int x;\n"
                  "    if (0) { start: x = 1; }\n"
                  "    if (round < a) goto again;\n"
                  "    r = x;\n"
                  "  }\n"
                  "  return r;\n"
                  "}\n");
  EXPECT_EQ(lowered.run(0), "1");
  EXPECT_EQ(lowered.run(1), "trapped: read of an uninitialised variable");
}

TEST(FrontendGoto, ObjectsDieWithTheirScope) {
  Lowered lowered("int f(int a) {\n"
                  "  int *p = 0, r = 0;\n"
                  "  if (a == 1) goto in;\n"
                  "  for (r = 0; r < 3; r++) {\n"
                  "    int v[1];\n"
                  "    if (r == 1 && a == 2) return *p;\n"
                  "  in:\n"
                  "    v[0] = 7; p = v;\n"
                  "    if (a == 1) goto out;\n"
                  "    if (a == 3) break;\n"
                  "    r += *p;\n"
                  "  }\n"
                  "out:\n"
                  "  return a == 4 ? r : *p;\n"
                  "}\n");
  EXPECT_EQ(lowered.run(4), "8");
  for (int a : {1, 3, 0})
    EXPECT_EQ(lowered.run(a), "trapped: invalid memory access") << a;
}

TEST(FrontendGoto, TemporariesDieWithTheirScope) {
  Lowered lowered("int f(int a) {\n"
                  "  int *p = 0, round = 0;\n"
                  "  if (a == 1) goto in;\n"
                  "again: {\n"
                  "    if (round == 1) goto out;\n"
                  "  in:\n"
                  "    p = (int[]){a + 4};\n"
                  "    if (*p != a + 4) return -1;\n"
                  "    if (a == 2) return *p;\n"
                  "  }\n"
                  "  round++;\n"
                  "  goto again;\n"
                  "out:\n"
                  "  return *p;\n"
                  "}\n");
  EXPECT_EQ(lowered.run(2), "6");
  EXPECT_EQ(lowered.run(1), "trapped: invalid memory access");
}

TEST(FrontendGoto, LoopsEnteredInManyPlacesDoNotExplode) {
  std::string text = "int f(int a) {\n  int r = 0, n = 50;\n  switch (a) {\n";
  for (int i = 0; i < 12; i++)
    text += "  case " + std::to_string(i) +
            ": while (n-- > 0) { r += " + std::to_string(i) + ";\n";
  text +=
      "  case 12: r++;\n" + std::string(12, '}') + "\n  }\n  return r;\n}\n";
  Lowered lowered(text);
  EXPECT_LT(lowered.body().size(), 60'000u);
  EXPECT_EQ(lowered.run(12), "601");
  EXPECT_EQ(lowered.run(99), "0");
}

TEST(FrontendGoto, WhatIsNotHandledIsOpaque) {
  Lowered lowered("int f(int a) {\n"
                  "  int r = ({ int k = a; if (k) goto in; in: k; });\n"
                  "  void *to = a ? &&out : &&in2;\n"
                  "  goto *to;\n"
                  "in2: r++;\n"
                  "out: return r;\n"
                  "}\n");
  EXPECT_EQ(lowered.f().opaque_reasons,
            (std::vector<std::string>{
                "label before the value of a statement expression",
                "label as a value", "computed goto"}));
}

} // namespace
} // namespace mergeproof::frontend::c
