// uses: frontend/c impact ir source support
//
// Whom calls through pointers may reach where addresses stay in variables.
#include "frontend/c/parse.h"
#include "impact/call_graph.h"
#include "impact/input_functions.h"
#include "source/memory_tree.h"

#include <gtest/gtest.h>

namespace mergeproof::impact {
namespace {

class Program {
public:
  explicit Program(const std::string &text, const Unseen &unseen = {})
      : tree_({{"a.c", text}}),
        unit_(frontend::c::parse(
            context_, {.tree = &tree_, .path = "a.c", .key_path = "a.c"})),
        graph_(make_call_graph(unit_.program, unseen)) {}

  const ir::Program &program() const { return unit_.program; }
  const CallGraph &graph() const { return graph_; }

  bool reaches(const std::string &caller, const std::string &callee) const {
    const CallNode &node = graph_.nodes.at(find(caller));
    return node.callees.contains(find(callee));
  }
  std::set<ir::Symbol> by_name(const std::string &from) const {
    return reach_by_name(unit_.program, graph_, {find(from)});
  }
  ir::Symbol find(const std::string &name) const {
    for (const auto &[id, function] : unit_.program.functions)
      if (function.name == name)
        return id;
    ADD_FAILURE() << name;
    return {};
  }

private:
  ir::Context context_;
  source::MemoryTree tree_;
  frontend::c::ParsedUnit unit_;
  CallGraph graph_;
};

const char *const start = "struct hooks { void (*call)(void); };\n"
                          "int n;\n"
                          "static void one(void) { n++; }\n"
                          "static void run(void (*test)(void)) { test(); }\n"
                          "void other(struct hooks *h) { h->call(); }\n";

// Whether other(), which calls what memory holds, may reach one().
bool is_let_out(const std::string &text, const Unseen &unseen = {}) {
  return Program(start + text, unseen).reaches("other", "one");
}

TEST(FunctionFlow, AnArgumentIsCalledWhereItGoes) {
  Program program(std::string(start) + "void all(void) { run(one); }\n");
  EXPECT_TRUE(program.reaches("run", "one"));
  EXPECT_TRUE(program.reaches("all", "one"));
  EXPECT_FALSE(program.reaches("other", "one"));
}

TEST(FunctionFlow, VariablesAndParametersCarryIt) {
  Program program(
      std::string(start) +
      "static void twice(void (*a)(void), void (*b)(void), int x) {\n"
      "  void (*c)(void) = x ? a : 0; if (c && c != b) run(c); b(); }\n"
      "static void two(void) { n--; }\n"
      "void all(int x) { void (*t)(void); t = one; twice(t, two, x); }\n");
  EXPECT_TRUE(program.reaches("run", "one"));
  EXPECT_FALSE(program.reaches("run", "two"));
  EXPECT_FALSE(program.reaches("twice", "one"));
  EXPECT_TRUE(program.reaches("twice", "two"));
  EXPECT_FALSE(program.reaches("other", "one"));
}

TEST(FunctionFlow, WhatLeavesTheVariablesMayBeCalledAnywhere) {
  for (
      const char *text : {
          "void all(struct hooks *h) { h->call = one; }\n",
          "struct hooks usual = {one};\n",
          "void (*all(void))(void) { return one; }\n",
          "void keep(void (*)(void)); void all(void) { keep(one); }\n",
          "void all(struct hooks *h) { void (*t)(void) = one; h->call = t; }\n",
          "static void put(struct hooks *h, void (*t)(void)) { h->call = t; }\n"
          "void all(struct hooks *h) { put(h, one); }\n",
          "static void put(void (*t)(void)) { void (**p)(void) = &t; (*p)(); "
          "}\n"
          "void all(void) { put(one); }\n",
          "void all(void (*f)(void (*)(void))) { f(one); }\n",
          "void all(struct hooks *h) {\n"
          "  h->call = (void (*)(void))((unsigned long)one + n); }\n",
          "void put(int k, ...); void all(void) { put(1, one); }\n",
          "static void put(int k, ...) { n = k; }\n"
          "void all(void) { put(1, one); }\n",
      })
    EXPECT_TRUE(is_let_out(text)) << text;
}

TEST(FunctionFlow, OnlyOfStaticFunctionsEverythingIsSeen) {
  std::string text = start;
  text.replace(text.find("static void one"), 6, "");
  EXPECT_TRUE(
      Program(text + "void all(void) { run(one); }\n").reaches("other", "one"));
  EXPECT_TRUE(is_let_out("void all(void) { run(one); }\n",
                         {.is_in_assembly = [](const ir::Function &function) {
                           return function.name == "one";
                         }}));
}

TEST(FunctionFlow, CodeThatIsNotUnderstoodMayTakeIt) {
  const char *named = "void all(void) { run(one); }\n"
                      "void odd(void) { __asm__(\"nop\"); }\n";
  EXPECT_TRUE(is_let_out(named));
  Unseen none{.mentions = [](const ir::Function &) {
    return std::vector<ir::Symbol>();
  }};
  EXPECT_FALSE(is_let_out(named, none));
  const char *through =
      "static void odd(void (*t)(void)) { __asm__(\"nop\"); t(); }\n"
      "void all(void) { odd(one); }\n";
  EXPECT_TRUE(is_let_out(through, none));
  Program known(start + std::string(through));
  Unseen all{.mentions = [&](const ir::Function &) {
    return std::vector<ir::Symbol>{known.find("one")};
  }};
  EXPECT_TRUE(is_let_out(named, all));
}

// What runs behind setjmp is written there, in whatever order; a weak function
// may be another one.
TEST(FunctionFlow, SetjmpTakesNothingAndAWeakFunctionItsArguments) {
  EXPECT_FALSE(is_let_out("#include <setjmp.h>\njmp_buf b;\n"
                          "__attribute__((weak)) void setup(void) {}\n"
                          "static void odd(void (*t)(void)) {\n"
                          "  setup(); if (!setjmp(b)) t(); }\n"
                          "void all(void) { odd(one); }\n"));
  EXPECT_TRUE(
      is_let_out("__attribute__((weak)) void start(void (*t)(void)) { t(); }\n"
                 "void all(void) { start(one); }\n"));
}

TEST(FunctionFlow, ByNameACallThroughAPointerReachesNothing) {
  Program program(std::string(start) + "struct hooks usual = {one};\n"
                                       "void all(void) { other(&usual); }\n");
  EXPECT_TRUE(program.reaches("other", "one"));
  EXPECT_FALSE(program.by_name("other").contains(program.find("one")));
  EXPECT_TRUE(program.by_name("all").contains(program.find("one")));
}

std::size_t no_inputs(const std::string &base, const std::string &merge) {
  std::string keep = "void (*p)(void); void keep(void) { p = one; }\n"
                     "void new_keep(void) { p = two; }\n";
  Program o(base + keep), m(merge + keep);
  std::vector<const ir::Program *> programs = {&o.program(), &m.program()};
  return find_no_inputs(programs, {o.graph(), m.graph()}).size();
}

TEST(InputFunctions, OneThatAVersionLacksIsNoInput) {
  std::string one = "static void one(void) {}\n";
  std::string two = "static void two(void) {}\n";
  EXPECT_EQ(no_inputs(one + two, one + two), 0u);
  EXPECT_EQ(no_inputs(one + "#define two one\n", one + two), 1u);
  EXPECT_EQ(no_inputs(one + "void two(void);\n", one + "void two(void) {}\n"),
            0u);
  // One went and another came that takes the same: perhaps a new name.
  EXPECT_EQ(no_inputs(one + "#define two one\n", two + "#define one two\n"),
            0u);
}

} // namespace
} // namespace mergeproof::impact
