// uses: frontend/c impact ir source support
//
// Whom calls through pointers may reach where addresses stay in variables.
#include "frontend/c/parse.h"
#include "impact/call_graph.h"
#include "impact/input_functions.h"
#include "source/memory_tree.h"

#include <deque>
#include <gtest/gtest.h>

namespace mergeproof::impact {
namespace {

class Program {
public:
  explicit Program(const std::string &text, bool is_all_seen = true)
      : tree_({{"a.c", text}}),
        unit_(frontend::c::parse(
            context_, {.tree = &tree_, .path = "a.c", .key_path = "a.c"})),
        graph_(make_call_graph(unit_.program, [=](const ir::Function &) {
          return is_all_seen;
        })) {}

  const ir::Program &program() const { return unit_.program; }
  const CallGraph &graph() const { return graph_; }

  bool reaches(const std::string &caller, const std::string &callee) const {
    const CallNode &node = graph_.nodes.at(find(caller));
    return node.callees.contains(find(callee));
  }
  std::set<ir::Symbol> by_name(const std::string &from) const {
    return reach_by_name(graph_, {find(from)});
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
bool is_let_out(const std::string &text, bool is_all_seen = true) {
  return Program(start + text, is_all_seen).reaches("other", "one");
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
  std::string text = start, use = "void all(void) { run(one); }\n";
  EXPECT_FALSE(is_let_out(use));
  EXPECT_TRUE(is_let_out(use, false));
  text.replace(text.find("static void one"), 6, "");
  EXPECT_TRUE(Program(text + use).reaches("other", "one"));
}

TEST(FunctionFlow, CodeThatIsNotUnderstoodMayTakeIt) {
  EXPECT_TRUE(
      is_let_out("static void odd(void (*t)(void)) { __asm__(\"nop\"); t(); }\n"
                 "void all(void) { odd(one); }\n"));
  EXPECT_FALSE(is_let_out("void all(void) { run(one); }\n"
                          "void odd(void) { __asm__(\"nop\"); }\n"));
}

TEST(FunctionFlow, AnInlineFunctionMayBeAnother) {
  EXPECT_TRUE(is_let_out("inline void put(void (*t)(void)) { t(); }\n"
                         "void all(void) { put(one); }\n"));
  EXPECT_FALSE(is_let_out("static inline void put(void (*t)(void)) { t(); }\n"
                          "void all(void) { put(one); }\n"));
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

// How many functions no input points to, of versions of a file in which one()
// and two() are stored.
std::size_t no_inputs(const std::vector<std::string> &texts) {
  std::deque<Program> versions;
  std::vector<const ir::Program *> programs;
  std::vector<CallGraph> graphs;
  for (const std::string &text : texts) {
    versions.emplace_back(text +
                          "void (*p)(void); void keep(void) { p = one; }\n"
                          "void new_keep(void) { p = two; }\n");
    programs.push_back(&versions.back().program());
    graphs.push_back(versions.back().graph());
  }
  return find_no_inputs(programs, graphs).size();
}

TEST(InputFunctions, WhatOneBranchAddsIsNoInput) {
  std::string one = "static void one(void) {}\n";
  std::string both = one + "static void two(void) {}\n";
  std::string only_one = one + "#define two one\n";
  std::string only_two = "static void two(void) {}\n#define one two\n";
  EXPECT_EQ(no_inputs({both, both, both, both}), 0u);
  EXPECT_EQ(no_inputs({only_one, both, only_one, both}), 1u);
  EXPECT_EQ(no_inputs({only_one, only_one, only_one, both}), 1u);
  // Two parents may have added different ones.
  EXPECT_EQ(no_inputs({only_one, both, both, both}), 0u);
  std::string declared = one + "void two(void);\n";
  EXPECT_EQ(no_inputs({declared, both, declared, both}), 0u);
  // What some version lacks stays, and what may be its new name does.
  EXPECT_EQ(no_inputs({both, both, only_one, only_one}), 0u);
  EXPECT_EQ(no_inputs({only_one, only_two, only_one, only_two}), 0u);
}

} // namespace
} // namespace mergeproof::impact
