// uses: verdict frontend/c ir source support
//
// What functions come to, and what is known of a copy of a program.
#include "frontend/c/parse.h"
#include "source/memory_tree.h"
#include "verdict/code_index.h"

#include <gtest/gtest.h>

namespace mergeproof::verdict {
namespace {

using Names = std::set<std::string>;

const std::string text =
    "static int kept = 41, written, shown, far;\n"
    "void give(int *p);\n"
    "static int leaf(int x) { return x == 1234 ? far : kept; }\n"
    "static int step(int x) { written = x; return leaf(x); }\n"
    "int (*table[])(int) = {step};\n"
    "int f(int x) { give(&shown); return table[0](x); }\n"
    "int apart(int x) { return x - 7; }\n";

class Programs : public testing::Test {
protected:
  Programs()
      : tree_({{"a.c", text}}),
        unit_(frontend::c::parse(
            context_, {.tree = &tree_, .path = "a.c", .key_path = "a.c"})) {}

  const ir::Function &function(const std::string &id) const {
    return *unit_.program.find_function(id);
  }
  static Names names(const CodeIndex::Reach &reach) {
    Names found;
    for (const ir::Function *function : reach.functions)
      found.insert(std::string(function->name));
    for (const ir::Global *global : reach.globals)
      found.insert(std::string(global->name));
    return found;
  }

  ir::Context context_;
  source::MemoryTree tree_;
  frontend::c::ParsedUnit unit_;
};

TEST_F(Programs, WhatAFunctionComesTo) {
  CodeIndex index(unit_.program);
  EXPECT_EQ(names(index.reach(function("f"))),
            (Names{"f", "give", "shown", "table", "step", "written", "leaf",
                   "kept", "far"}));
  EXPECT_EQ(names(index.reach(function("apart"))), Names{"apart"});
  auto is_step = [](const ir::Function &function) {
    return function.name == "step";
  };
  EXPECT_EQ(names(index.reach(function("f"), is_step)),
            (Names{"f", "give", "shown", "table"}));
}

TEST_F(Programs, WhatIsDoneWithGlobals) {
  CodeIndex index(unit_.program);
  EXPECT_TRUE(index.is_only_read("a.c:kept"));
  EXPECT_TRUE(index.is_only_read("a.c:far"));
  EXPECT_FALSE(index.is_only_read("a.c:written"));
  EXPECT_FALSE(index.is_only_read("a.c:shown"));
  EXPECT_EQ(index.address_taken(), (std::set<ir::Symbol>{"a.c:step"}));
}

TEST_F(Programs, NumbersOfAFunction) {
  const std::vector<std::int64_t> integers =
      CodeIndex(unit_.program).code_of(function("a.c:leaf")).integers;
  EXPECT_EQ(std::count(integers.begin(), integers.end(), 1234), 1);
  EXPECT_EQ(std::count(integers.begin(), integers.end(), 7), 0);
}

TEST_F(Programs, ACopyWithAnotherFunction) {
  CodeIndex index(unit_.program);
  index.look_at_all();
  ir::Program copy = unit_.program;
  copy.functions.at("f").body = function("apart").body;
  ir::Function more = function("apart");
  more.id = more.name = "more";
  copy.functions.emplace(more.id, more);
  EXPECT_FALSE(index.is_of(copy));
  CodeIndex other(copy, index);
  EXPECT_TRUE(other.is_of(copy));
  EXPECT_EQ(names(other.reach(*copy.find_function("f"))), Names{"f"});
  EXPECT_EQ(names(other.reach(*copy.find_function("a.c:step"))),
            (Names{"step", "written", "leaf", "kept", "far"}));
  EXPECT_EQ(names(other.reach(*copy.find_function("more"))), Names{"more"});
}

} // namespace
} // namespace mergeproof::verdict
