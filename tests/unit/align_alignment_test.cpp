// uses: align ir source support
#include "align/alignment.h"
#include "align/rename.h"
#include "unit/align_program.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace mergeproof {
namespace {

using align::Alignment;
using ir::Function;
using ir::Seq;

struct AlignmentTest : testing::Test {
  ir::Context context;
  tests::Code c{context};
  using E = const ir::Expr *;
  using S = const ir::Stmt *;

  Alignment align_checked(const std::vector<Function> &versions) {
    std::vector<const Function *> pointers;
    for (const Function &version : versions)
      pointers.push_back(&version);
    Alignment alignment = align::align(context, pointers);
    EXPECT_EQ(alignment.verify(context, pointers), std::vector<std::string>{});
    return alignment;
  }
  std::uint32_t holes(const std::vector<Function> &versions) {
    return align::count_holes(align_checked(versions).skeleton);
  }
  Function body(Seq statements) {
    return c.function("f", {"p", "q"}, {"x", "y", "z"}, std::move(statements));
  }
  S inc(std::string_view name) {
    return c.set(name, c.add(c.var(name), c.num(1)));
  }
};

TEST_F(AlignmentTest, identical_versions_have_no_holes) {
  auto f = [&] { return body({c.set("x", c.var("p")), c.ret(c.var("x"))}); };
  EXPECT_EQ(holes({f(), f(), f(), f()}), 0u);
  EXPECT_EQ(holes({f()}), 0u);
}

// SafeMerge, Appendix E.
TEST_F(AlignmentTest, appendix_e_has_three_holes) {
  auto version = [&](int x, int y, bool has_z) {
    Seq seq{c.branch(c.less(c.num(0), c.var("p")), {c.set("x", c.num(x))},
                     {c.set("y", c.num(y))})};
    if (has_z)
      seq.push_back(c.set("z", c.num(3)));
    return body(seq);
  };
  Alignment alignment =
      align_checked({version(1, 2, true), version(2, 2, false),
                     version(1, 3, true), version(2, 3, false)});
  EXPECT_EQ(align::count_holes(alignment.skeleton), 3u);
  EXPECT_TRUE(alignment.edits[3][2].empty());
  EXPECT_TRUE(is_same(alignment.edits[2][1], Seq{c.set("y", c.num(3))}));
}

// SafeMerge, Example 4.2: both parents insert the same statement.
TEST_F(AlignmentTest, example_4_2_has_at_most_two_holes) {
  auto out = c.store(c.global("out"), c.var("p"));
  EXPECT_LE(holes({body({out}), body({inc("p"), out}), body({inc("p"), out}),
                   body({inc("p"), inc("p"), out})}),
            2u);
}

// SafeMerge, Fig. 3 and 4: A moves the assignment of `time` behind the loop, B
// guards the call. The inserted call shifts the temporaries.
TEST_F(AlignmentTest, trigger_actions_has_three_holes) {
  auto version = [&](bool is_moved, bool is_guarded) {
    S set_time = c.store(c.global("time"), c.var("p"));
    S act = c.call("", "action", {c.var("x")});
    E late = c.less(c.var("p"), c.load(c.global("queue")));
    Seq stop =
        is_moved ? Seq{c.leave("loop1")} : Seq{set_time, c.leave("loop1")};
    std::string peek = is_guarded ? "$3" : "$2";
    Seq loop{c.call("$1", "is_empty"),
             c.branch(c.less(c.var("$1"), c.num(1)), {}, {c.leave("loop1")}),
             c.call(peek, "peek"),
             c.set("x", c.var(peek)),
             c.branch(late, stop),
             c.store(c.global("time"), c.load(c.global("queue"))),
             c.call("", "remove")};
    if (is_guarded) {
      loop.push_back(c.call("$2", "is_cancelled", {c.var("x")}));
      loop.push_back(c.branch(c.less(c.var("$2"), c.num(1)), {act}));
    } else {
      loop.push_back(act);
    }
    Seq all{c.loop("loop1", loop)};
    if (is_moved)
      all.push_back(set_time);
    return c.function("f", {"p"}, {"x", "$1", "$2", "$3"}, all);
  };
  EXPECT_LE(holes({version(false, false), version(true, false),
                   version(false, true), version(true, true)}),
            3u);
}

TEST_F(AlignmentTest, renamed_locals_are_no_difference) {
  auto version = [&](const std::string &index, const std::string &sum) {
    Seq loop{c.set(sum, c.add(c.var(sum), c.var(index))), inc(index)};
    return c.function(
        "f", {"p"}, {index, sum},
        {c.set(index, c.num(0)), c.set(sum, c.num(0)),
         c.repeat("loop1", c.less(c.var(index), c.var("p")), loop),
         c.ret(c.var(sum))});
  };
  EXPECT_EQ(holes({version("i", "s"), version("k", "s"), version("i", "total"),
                   version("k", "total")}),
            0u);
}

TEST_F(AlignmentTest, renamed_and_reordered_parameters_correspond) {
  Function o =
      c.function("f", {"a", "b"}, {}, {c.ret(c.add(c.var("a"), c.var("b")))});
  Function a =
      c.function("f", {"a", "n"}, {}, {c.ret(c.add(c.var("a"), c.var("n")))});
  Function b =
      c.function("f", {"b", "a"}, {}, {c.ret(c.add(c.var("a"), c.var("b")))});
  Alignment alignment = align_checked({o, a, b});
  EXPECT_EQ(align::count_holes(alignment.skeleton), 0u);
  EXPECT_EQ(alignment.renames[1].at("n"), "b");
}

// The new local takes a name of the base that means something else there.
TEST_F(AlignmentTest, colliding_names_get_a_suffix) {
  Function o = c.function("f", {"p"}, {"t"},
                          {c.set("t", c.num(5)),
                           c.call("", "log", {c.var("t")}), c.ret(c.var("p"))});
  Function a = o;
  a.locals[0].scalar = ir::make_int(64);
  E wide = context.var("t", ir::make_int(64));
  a.body = {c.set("t", context.integer(64, 5)), c.call("", "log", {wide}),
            c.ret(c.var("p"))};
  Alignment alignment = align_checked({o, a});
  EXPECT_EQ(alignment.renames[1].at("t"), "t'2");
  EXPECT_EQ(align::count_holes(alignment.skeleton), 1u);
}

TEST_F(AlignmentTest, an_object_of_another_size_is_another_object) {
  auto version = [&](std::uint64_t size) {
    Function f = c.function("f", {}, {}, {});
    f.objects.push_back({.name = context.symbol("buffer"),
                         .source_name = context.symbol("buffer"),
                         .size = size,
                         .align = 1});
    f.body = {context.stmt(ir::LocalBegin{context.symbol("buffer")}),
              c.call("", "fill", {context.local_addr("buffer")})};
    return f;
  };
  EXPECT_EQ(holes({version(8), version(8)}), 0u);
  EXPECT_EQ(holes({version(8), version(16)}), 1u);
}

TEST_F(AlignmentTest, a_moved_statement_costs_two_holes) {
  S moved = c.call("", "log", {c.var("p")});
  Seq between{inc("x"), inc("y"), c.set("z", c.var("x"))};
  Seq first{moved}, last = between;
  first.insert(first.end(), between.begin(), between.end());
  last.push_back(moved);
  EXPECT_EQ(holes({body(first), body(last)}), 2u);
}

TEST_F(AlignmentTest, a_loop_inserted_in_front_leaves_the_other_shared) {
  auto old_loop = [&](const std::string &label) {
    return c.repeat(label, c.less(c.var("x"), c.var("p")),
                    {inc("x"), c.call("", "log", {c.var("x")})});
  };
  S new_loop = c.repeat("loop1", c.less(c.var("y"), c.var("q")),
                        {inc("y"), c.call("", "warn", {c.var("y")})});
  Alignment alignment =
      align_checked({body({old_loop("loop1"), c.ret(c.var("x"))}),
                     body({new_loop, old_loop("loop2"), c.ret(c.var("x"))})});
  EXPECT_EQ(align::count_holes(alignment.skeleton), 1u);
  EXPECT_EQ(alignment.renames[1].at("loop2"), "loop1");
  EXPECT_EQ(alignment.renames[1].at("loop1"), "loop1'2");
  ASSERT_EQ(alignment.skeleton.size(), 3u);
  EXPECT_TRUE(alignment.skeleton[1]->as<ir::Loop>());
}

TEST_F(AlignmentTest, a_change_in_a_large_loop_beats_a_moved_small_statement) {
  auto loop = [&](int step) {
    return c.repeat("loop1", c.less(c.var("x"), c.var("p")),
                    {c.set("x", c.add(c.var("x"), c.num(step))), inc("y"),
                     c.call("", "log", {c.var("x")})});
  };
  S small = c.set("z", c.num(0));
  Alignment alignment =
      align_checked({body({small, loop(1)}), body({loop(2), small})});
  EXPECT_TRUE(
      std::any_of(alignment.skeleton.begin(), alignment.skeleton.end(),
                  [](S stmt) { return stmt->as<ir::Loop>() != nullptr; }));
}

TEST_F(AlignmentTest, a_wrapped_statement_is_one_hole) {
  Seq inner{inc("x"), inc("y")};
  Function o =
      body({c.set("x", c.num(0)), inner[0], inner[1], c.ret(c.var("x"))});
  Function a =
      body({c.set("x", c.num(0)), c.block("block1", inner), c.ret(c.var("x"))});
  Alignment alignment = align_checked({o, a, o, a});
  EXPECT_EQ(align::count_holes(alignment.skeleton), 1u);
  EXPECT_EQ(alignment.edits[0][0].size(), 2u);
  EXPECT_EQ(alignment.edits[3][0].size(), 1u);
}

TEST_F(AlignmentTest, verify_finds_what_is_broken) {
  Function o = body({inc("x"), c.ret(c.var("x"))});
  Function a = body({inc("x"), c.ret(c.var("p"))});
  Alignment alignment = align_checked({o, a});
  Alignment wrong = alignment;
  wrong.edits[1][0] = wrong.edits[0][0];
  EXPECT_FALSE(wrong.verify(context, {&o, &a}).empty());
  wrong = alignment;
  wrong.renames[1]["x"] = "y";
  EXPECT_FALSE(wrong.verify(context, {&o, &a}).empty());
  wrong = alignment;
  wrong.edits[0].push_back({});
  EXPECT_FALSE(wrong.verify(context, {&o, &a}).empty());
}

TEST_F(AlignmentTest, rename_gives_the_plugged_version) {
  Function o = body({inc("x"), c.ret(c.var("x"))});
  Function a =
      c.function("f", {"p", "q"}, {"k"}, {inc("k"), c.ret(c.var("k"))});
  Alignment alignment = align_checked({o, a});
  Function renamed = align::rename(context, a, alignment.renames[1]);
  EXPECT_TRUE(is_same(renamed.body, align::plug(context, alignment.skeleton,
                                                alignment.edits[1])));
  EXPECT_EQ(renamed.locals[0].name, "x");
}

} // namespace
} // namespace mergeproof
