// uses: impact align ir source support
#include "impact/closure_hash.h"
#include "impact/effects.h"
#include "unit/impact_program.h"

#include <gtest/gtest.h>

namespace mergeproof {
namespace {

using impact::CallGraph;
using impact::ClosureOptions;
using impact::Closures;
using impact::Effects;
using impact::Hash128;
using ir::Function;
using ir::Global;
using ir::Program;

struct ClosureTest : testing::Test {
  ir::Context context;
  tests::Code c{context};

  static Program program(std::vector<Function> functions,
                         std::vector<Global> globals = {}) {
    Program result;
    for (Function &function : functions)
      result.functions[function.id] = std::move(function);
    for (Global &global : globals)
      result.globals[global.id] = std::move(global);
    return result;
  }
  static Hash128 closure(const Program &program, ir::Symbol id,
                         const ClosureOptions &options = {}) {
    CallGraph graph = impact::make_call_graph(program);
    return compute_closures(program, graph, options).functions.at(id).closure;
  }
  static Effects effects(const Program &program, ir::Symbol id) {
    return summarise_effects(program, impact::make_call_graph(program)).at(id);
  }
  Function constant(const char *id, int value) {
    return c.function(id, {}, {}, {c.ret(c.num(value))});
  }
  Function calling(const char *id, const char *callee) {
    return c.function(id, {}, {"x"}, {c.call("x", callee), c.ret(c.var("x"))});
  }
};

TEST_F(ClosureTest, names_of_locals_and_labels_do_not_count) {
  auto version = [&](const char *local, const char *label) {
    return program(
        {c.function("f", {"p"}, {local},
                    {c.set(local, c.num(0)),
                     c.repeat(label, c.less(c.var(local), c.var("p")),
                              {c.set(local, c.add(c.var(local), c.num(1)))}),
                     c.ret(c.var(local))})});
  };
  EXPECT_TRUE(is_same(closure(version("i", "loop1"), "f"),
                      closure(version("k", "loop7"), "f")));
}

TEST_F(ClosureTest, which_variable_is_used_counts) {
  auto version = [&](const char *result) {
    return program({c.function("f", {"a", "b"}, {}, {c.ret(c.var(result))})});
  };
  EXPECT_NE(closure(version("a"), "f"), closure(version("b"), "f"));
}

TEST_F(ClosureTest, callees_count_and_their_names_do_not) {
  Hash128 one = closure(program({constant("g", 1), calling("f", "g")}), "f");
  EXPECT_TRUE(is_same(
      one, closure(program({constant("h", 1), calling("f", "h")}), "f")));
  EXPECT_NE(one, closure(program({constant("g", 2), calling("f", "g")}), "f"));
  EXPECT_NE(one, closure(program({c.external("g"), calling("f", "g")}), "f"));
}

TEST_F(ClosureTest, externals_count_by_name) {
  EXPECT_NE(closure(program({c.external("g"), calling("f", "g")}), "f"),
            closure(program({c.external("h"), calling("f", "h")}), "f"));
}

TEST_F(ClosureTest, recursion_is_hashed_as_a_whole) {
  auto version = [&](int end) {
    Function even =
        c.function("even", {"n"}, {"r"},
                   {c.branch(c.less(c.var("n"), c.num(1)), {c.ret(c.num(end))}),
                    c.call("r", "odd"), c.ret(c.var("r"))});
    return program({even, calling("odd", "even"), calling("f", "odd")});
  };
  for (const char *id : {"even", "odd", "f"}) {
    EXPECT_TRUE(is_same(closure(version(0), id), closure(version(0), id)));
    EXPECT_NE(closure(version(0), id), closure(version(1), id));
  }
  EXPECT_NE(closure(version(0), "even"), closure(version(0), "odd"));
}

// One function calls through a pointer, table holds the addresses of one(x) and
// two(x, y).
struct PointerClosureTest : ClosureTest {
  Program version(int one, int two) {
    Function takes_one = c.function("one", {"x"}, {}, {c.ret(c.num(one))});
    Function takes_two = c.function("two", {"x", "y"}, {}, {c.ret(c.num(two))});
    Global table =
        tests::make_global(context, "table", std::vector<unsigned char>(16, 0));
    table.relocations = {{.offset = 0, .symbol = context.symbol("one")},
                         {.offset = 8, .symbol = context.symbol("two")}};
    Function f = c.function(
        "f", {"p"}, {},
        {c.call_through(context.cast(ir::Op::IntToPtr, ir::pointer_scalar,
                                     context.cast(ir::Op::ZExt, ir::size_scalar,
                                                  c.var("p"))),
                        {c.num(1)})});
    return program({takes_one, takes_two, f}, {table});
  }
};

TEST_F(PointerClosureTest, pointers_reach_what_fits_the_call) {
  Hash128 old = closure(version(1, 1), "f");
  EXPECT_NE(old, closure(version(2, 1), "f"));
  EXPECT_TRUE(is_same(old, closure(version(1, 2), "f")));
}

// The whole is what it was after one of its parts was asked for.
TEST_F(PointerClosureTest, pointers_do_not_leave_a_part_of_the_program) {
  auto closures = [&](int one, bool has_one) {
    Program made = version(one, 1);
    CallGraph graph = impact::make_call_graph(made);
    impact::ClosureComputer computer(made, graph);
    Closures part = computer.run([](ir::Symbol id) { return id == "one"; });
    return (has_one ? computer.run() : part).functions.at("f").closure;
  };
  EXPECT_TRUE(is_same(closures(1, false), closures(2, false)));
  EXPECT_NE(closures(1, true), closures(2, true));
  EXPECT_TRUE(is_same(closures(1, true), closure(version(1, 1), "f")));
}

TEST_F(ClosureTest, contents_of_globals_count) {
  auto version = [&](unsigned char byte, unsigned char behind) {
    Global table =
        tests::make_global(context, "table", {byte, 0, 0, 0, 0, 0, 0, 0});
    table.relocations = {{.offset = 0, .symbol = context.symbol("text")}};
    return program(
        {c.function("f", {}, {}, {c.ret(c.load(c.global("table")))})},
        {table, tests::make_global(context, "text", {behind})});
  };
  Hash128 old = closure(version(0, 0), "f");
  EXPECT_TRUE(is_same(old, closure(version(0, 0), "f")));
  EXPECT_NE(old, closure(version(1, 0), "f"));
  EXPECT_NE(old, closure(version(0, 1), "f"));
}

TEST_F(ClosureTest, opaque_code_needs_its_text_and_reaches_everything) {
  auto version = [&](int value) {
    return program({c.function("f", {}, {}, {c.opaque("inline assembly")}),
                    calling("g", "f"), constant("other", value)});
  };
  EXPECT_FALSE(closure(version(1), "f").is_comparable());
  EXPECT_FALSE(closure(version(1), "g").is_comparable());
  EXPECT_TRUE(closure(version(1), "other").is_comparable());
  ClosureOptions text{.opaque_hash = [](const Function &) { return 7u; }};
  EXPECT_TRUE(
      is_same(closure(version(1), "g", text), closure(version(1), "g", text)));
  EXPECT_NE(closure(version(1), "g", text), closure(version(2), "g", text));
  text.opaque_references = [](const Function &) {
    return std::vector<ir::Symbol>();
  };
  EXPECT_TRUE(
      is_same(closure(version(1), "g", text), closure(version(2), "g", text)));
}

TEST_F(ClosureTest, words_of_a_text_name_functions) {
  Program p = program({constant("count", 1), constant("counter", 1)});
  EXPECT_EQ(impact::find_mentioned(p, "asm(\"\"); x=counter(1);"),
            std::vector<ir::Symbol>{"counter"});
}

TEST_F(ClosureTest, effects_of_memory) {
  Function f = c.function("f", {}, {}, {});
  f.objects.push_back({.name = context.symbol("x"), .size = 4, .align = 4});
  auto local = context.local_addr("x");
  f.body = {c.store(local, c.load(local))};
  EXPECT_EQ(effects(program({f}), "f"), Effects{});
  auto beyond = context.binary(ir::Op::PtrAdd, local, context.integer(64, 4));
  f.body = {c.store(beyond, c.num(1))};
  EXPECT_TRUE(effects(program({f}), "f").writes_memory);
  f.body = {c.ret(c.load(c.global("g")))};
  EXPECT_TRUE(effects(program({f}), "f").reads_memory);
  EXPECT_FALSE(effects(program({f}), "f").writes_memory);
  EXPECT_EQ(effects(program({f}), "f").globals.all(),
            std::set<ir::Symbol>{"g"});
  f.body = {c.call("", "h")};
  Function h = c.function("h", {}, {}, {c.ret(c.load(c.global("k")))});
  EXPECT_EQ(effects(program({f, h}), "f").globals.all(),
            std::set<ir::Symbol>{"k"});
}

// qsort(p, n, size, order) with a variable `order`, and with a function.
TEST_F(ClosureTest, an_external_given_a_computed_function_may_call_any) {
  ir::Type called{.kind = ir::TypeKind::Function};
  ir::Type order{.kind = ir::TypeKind::Pointer, .element = &called};
  ir::Type sorting{.kind = ir::TypeKind::Function, .params = {&order}};
  Function sort = c.external("qsort");
  sort.type = &sorting;
  auto version = [&](int value, const ir::Expr *argument) {
    Function f = c.function("f", {"gc"}, {}, {c.call("", "qsort", {argument})});
    Function init =
        c.function("init", {}, {},
                   {c.store(c.global("kept"), context.function_addr("order"))});
    return program({sort, f, init, constant("order", value)});
  };
  EXPECT_NE(closure(version(1, c.var("gc")), "f"),
            closure(version(2, c.var("gc")), "f"));
  EXPECT_EQ(closure(version(1, context.function_addr("other")), "f"),
            closure(version(2, context.function_addr("other")), "f"));
}

TEST_F(ClosureTest, effects_pass_through_calls_and_recursion) {
  Function leaf = c.function(
      "leaf", {}, {}, {c.check(context.boolean(true)), c.call("", "printf")});
  Program p = program({leaf, calling("a", "b"), calling("b", "a"),
                       calling("c", "leaf"), c.external("printf")});
  EXPECT_TRUE(effects(p, "c").may_trap);
  EXPECT_TRUE(effects(p, "c").has_events);
  EXPECT_FALSE(effects(p, "c").may_exit);
  EXPECT_FALSE(effects(p, "c").is_recursive);
  EXPECT_TRUE(effects(p, "a").is_recursive);
  EXPECT_TRUE(effects(p, "a").may_not_return);
  EXPECT_FALSE(effects(p, "a").has_events);
}

TEST_F(ClosureTest, effects_of_intrinsics_and_opaque_code) {
  Program p = program(
      {c.function("f", {}, {}, {c.intrinsic(ir::Intrinsic::Exit, {c.num(1)})}),
       c.function("g", {}, {}, {c.opaque("inline assembly")})});
  EXPECT_TRUE(effects(p, "f").may_exit);
  EXPECT_FALSE(effects(p, "f").writes_memory);
  EXPECT_TRUE(effects(p, "g").has_opaque);
  EXPECT_TRUE(effects(p, "g").writes_memory);
}

} // namespace
} // namespace mergeproof
