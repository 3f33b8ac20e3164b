// uses: impact align ir source support
#include "impact/order.h"
#include "impact/private_units.h"
#include "impact/triage.h"
#include "unit/impact_program.h"

#include <gtest/gtest.h>

namespace mergeproof {
namespace {

using impact::Unit;
using impact::UnitKind;
using ir::Function;

struct TriageTest : testing::Test {
  ir::Context context;
  tests::Code c{context};
  tests::Merge merge;

  Function limit(int value) {
    return c.function("limit", {}, {}, {c.ret(c.num(value))});
  }
  Function caller(const char *id, std::vector<std::string> callees) {
    ir::Seq body;
    for (const std::string &callee : callees)
      body.push_back(c.call("$1", callee));
    body.push_back(c.ret(c.var("$1")));
    return c.function(id, {}, {"$1"}, body);
  }
};

// tests/golden/limit_raised_buffer_added: A raises limit(), B adds sum().
TEST_F(TriageTest, a_new_caller_of_a_changed_function) {
  Function sum = caller("sum", {"clamp"}), clamp = caller("clamp", {"limit"});
  merge.add("O", {limit(8), clamp});
  merge.add("A", {limit(16), clamp});
  merge.add("B", {limit(8), clamp, sum});
  merge.add("M", {limit(16), clamp, sum});
  EXPECT_EQ(merge.unit("limit").kind, UnitKind::Identity);
  EXPECT_EQ(merge.unit("limit").reason, "equal to A");
  EXPECT_EQ(merge.unit("clamp").kind, UnitKind::Identity);
  Unit unit = merge.unit("sum");
  EXPECT_EQ(unit.kind, UnitKind::Analyse);
  EXPECT_EQ(unit.influenced_by, std::vector<std::string>{"B"});
  EXPECT_EQ(unit.reason, "not in the base; the merge differs from B");
}

// A renames limit() to most(), B changes it, the merge has A's: matched by name
// alone, most() would be "equal to A" and B's change gone without a word.
TEST_F(TriageTest, a_function_that_may_be_renamed_is_not_proved) {
  auto most = [&](int value) {
    return c.function("most", {}, {}, {c.ret(c.num(value))});
  };
  merge.add("O", {limit(8)});
  merge.add("A", {most(8)});
  merge.add("B", {limit(16)});
  merge.add("M", {most(8)});
  Unit unit = merge.unit("most");
  EXPECT_EQ(unit.kind, UnitKind::Renamed);
  EXPECT_NE(unit.reason.find("another name of limit(), which B changed"),
            std::string::npos);
  ASSERT_EQ(merge.triage().removed.size(), 1u);
  EXPECT_TRUE(merge.triage().removed[0].is_renamed);
}

// A removes limit() and adds a function that has nothing of it.
TEST_F(TriageTest, a_new_function_unlike_the_removed_one_is_another_one) {
  Function sum = caller("sum", {"read", "send", "wait", "log"});
  Function old = caller("limit", {"open", "seek", "tell", "close"});
  Function changed = caller("limit", {"open", "seek", "close", "close"});
  merge.add("O", {old});
  merge.add("A", {sum});
  merge.add("B", {changed});
  merge.add("M", {sum});
  EXPECT_EQ(merge.unit("sum").kind, UnitKind::Identity);
  ASSERT_EQ(merge.triage().removed.size(), 1u);
  EXPECT_FALSE(merge.triage().removed[0].is_renamed);
  EXPECT_EQ(merge.triage().removed[0].changed_by,
            std::vector<std::string>{"B"});
}

// B does not touch limit() itself, but what it calls.
TEST_F(TriageTest, a_renamed_function_whose_callee_changes_is_not_compared) {
  Function most = caller("most", {"clamp"}), limit = caller("limit", {"clamp"});
  auto clamp = [&](int value) {
    return c.function("clamp", {}, {}, {c.ret(c.num(value))});
  };
  merge.add("O", {limit, clamp(1)});
  merge.add("A", {most, clamp(1)});
  merge.add("B", {limit, clamp(2)});
  merge.add("M", {most, clamp(2)});
  EXPECT_EQ(merge.unit("most").kind, UnitKind::Renamed);
  EXPECT_EQ(merge.unit("clamp").kind, UnitKind::Identity);
  EXPECT_TRUE(merge.triage().removed[0].changed_by.empty());
}

// B gives limit() a new name and another value; the merge is A, which only
// rewrote it.
TEST_F(TriageTest, a_function_that_a_parent_changed_under_a_new_name) {
  auto top = [&](int value) {
    return c.function("top", {}, {}, {c.ret(c.num(value))});
  };
  merge.add("O", {limit(8)});
  merge.add("A", {limit(9)});
  merge.add("B", {top(8)});
  merge.add("M", {limit(9)});
  EXPECT_EQ(merge.unit("limit").kind, UnitKind::Identity) << "only renamed";
  merge.versions.clear();
  merge.add("O", {limit(8)});
  merge.add("A", {limit(9)});
  merge.add("B", {top(7)});
  merge.add("M", {limit(9)});
  EXPECT_EQ(merge.unit("limit").kind, UnitKind::Renamed);
  EXPECT_NE(merge.unit("limit").reason.find("B changed it under another name"),
            std::string::npos);
}

// A renames limit() and makes it read what B changes: most() is as in A, but
// nobody compared it with limit().
TEST_F(TriageTest, a_renamed_function_that_newly_reaches_a_change) {
  Function most = caller("most", {"clamp"});
  auto clamp = [&](int value) {
    return c.function("clamp", {}, {}, {c.ret(c.num(value))});
  };
  merge.add("O", {limit(8), clamp(1)});
  merge.add("A", {most, clamp(1)});
  merge.add("B", {limit(8), clamp(2)});
  merge.add("M", {most, clamp(2)});
  EXPECT_EQ(merge.unit("most").kind, UnitKind::Renamed);
  Function other = c.function("limit", {"x"}, {}, {c.ret(c.num(8))});
  merge.versions.clear();
  merge.add("O", {other, clamp(1)});
  merge.add("A", {most, clamp(1)});
  merge.add("B", {other, clamp(2)});
  merge.add("M", {most, clamp(2)});
  EXPECT_EQ(merge.unit("most").kind, UnitKind::Analyse);
}

// Text that #if leaves out is in no program, and has to be kept as well.
TEST_F(TriageTest, text_that_conditions_leave_out) {
  auto left_out = [&](std::uint64_t hash) {
    Function function = limit(8);
    function.left_out = hash;
    return function;
  };
  auto ask = [&](std::uint64_t a, std::uint64_t b, std::uint64_t m) {
    merge.versions.clear();
    merge.add("O", {left_out(1)});
    merge.add("A", {left_out(a)});
    merge.add("B", {left_out(b)});
    merge.add("M", {left_out(m)});
    return merge.unit("limit");
  };
  EXPECT_FALSE(ask(1, 1, 1).has_other_left_out);
  EXPECT_EQ(ask(1, 1, 1).left_out_problem, "");
  EXPECT_TRUE(ask(2, 1, 2).has_other_left_out);
  EXPECT_EQ(ask(2, 1, 2).left_out_problem, "");
  EXPECT_EQ(ask(2, 2, 2).left_out_problem, "");
  EXPECT_TRUE(ask(2, 1, 1).left_out_problem.starts_with("A changed")) << "lost";
  EXPECT_TRUE(ask(1, 1, 2).left_out_problem.starts_with("the merge changed"));
  EXPECT_TRUE(ask(2, 3, 4).left_out_problem.starts_with("A and B changed"));
  EXPECT_TRUE(ask(2, 3, 3).left_out_problem.starts_with("A and B changed"));
}

// A and B rename limit() alike, A changes it as well, and a hand-made merge has
// the text of B.
TEST_F(TriageTest, a_function_that_all_parents_renamed_and_one_changed) {
  auto top = [&](int value) {
    return c.function("top", {}, {}, {c.ret(c.num(value))});
  };
  merge.add("O", {limit(8)});
  merge.add("A", {top(9)});
  merge.add("B", {top(8)});
  merge.add("M", {top(8)});
  EXPECT_EQ(merge.unit("top").kind, UnitKind::Renamed);
  merge.versions.clear();
  merge.add("O", {limit(8)});
  merge.add("A", {top(9)});
  merge.add("B", {top(8)});
  merge.add("M", {top(9)});
  EXPECT_EQ(merge.unit("top").kind, UnitKind::Identity) << "B only renamed it";
}

// A deletes what B changed, and nothing could be it under another name.
TEST_F(TriageTest, a_removed_function_remembers_who_changed_it) {
  merge.add("O", {limit(8)});
  merge.add("A", {});
  merge.add("B", {limit(16)});
  merge.add("M", {});
  auto removed = merge.triage().removed;
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_EQ(removed[0].changed_by, std::vector<std::string>{"B"});
  EXPECT_FALSE(removed[0].is_renamed);
}

// A hand-made merge drops what A added: no function of it need show that.
TEST_F(TriageTest, a_function_that_a_parent_added_and_the_merge_lacks) {
  merge.add("O", {});
  merge.add("A", {limit(8)});
  merge.add("B", {});
  merge.add("M", {});
  auto removed = merge.triage().removed;
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_TRUE(removed[0].is_new);
  EXPECT_EQ(removed[0].changed_by, std::vector<std::string>{"A"});
}

struct LostGlobalTest : TriageTest {
  void add(const char *id, std::vector<unsigned char> bytes) {
    merge.add(id, {}, {tests::make_global(context, "table", bytes)});
  }
  std::vector<std::string> losers() const {
    auto lost = merge.triage().lost_globals;
    return lost.empty() ? std::vector<std::string>{} : lost[0].changed_by;
  }
};

TEST_F(LostGlobalTest, a_byte_that_the_merge_has_as_the_base) {
  add("O", {1, 2, 3}), add("A", {9, 2, 3}), add("B", {1, 2, 8});
  add("M", {1, 2, 8});
  EXPECT_EQ(losers(), std::vector<std::string>{"A"});
}

TEST_F(LostGlobalTest, changes_of_different_bytes_are_both_kept) {
  add("O", {1, 2, 3}), add("A", {9, 2, 3}), add("B", {1, 2, 8});
  add("M", {9, 2, 8});
  EXPECT_EQ(losers(), std::vector<std::string>{});
}

TEST_F(LostGlobalTest, a_byte_that_only_the_merge_has) {
  add("O", {1, 2}), add("A", {4, 2}), add("B", {1, 2}), add("M", {4, 3});
  EXPECT_EQ(losers(), std::vector<std::string>{"M"});
}

TEST_F(LostGlobalTest, both_changed_one_byte) {
  add("O", {1}), add("A", {2}), add("B", {3}), add("M", {3});
  EXPECT_EQ(losers(), std::vector<std::string>{"A"});
}

TEST_F(LostGlobalTest, a_table_of_another_size_is_compared_as_a_whole) {
  add("O", {1, 2}), add("A", {1, 2, 3}), add("B", {7, 2}), add("M", {7, 2, 3});
  EXPECT_EQ(losers(), (std::vector<std::string>{"A", "B"}));
}

TEST_F(LostGlobalTest, a_global_that_the_merge_lacks) {
  add("O", {1}), add("A", {2}), merge.add("B", {}), merge.add("M", {});
  EXPECT_EQ(losers(), std::vector<std::string>{"A"});
}

// static char text[] = ...; char *shown = text;
TEST_F(LostGlobalTest, data_behind_a_visible_pointer) {
  auto add = [&](const char *id, unsigned char byte) {
    ir::Global text = tests::make_global(context, "text", {byte});
    text.is_static = true;
    ir::Global shown = tests::make_global(context, "shown", {0});
    shown.relocations = {{.offset = 0, .symbol = context.symbol("text")}};
    merge.add(id, {}, {text, shown});
  };
  add("O", 1), add("A", 2), add("B", 1), add("M", 1);
  EXPECT_EQ(losers(), std::vector<std::string>{"A"});
}

// The functions in a table are units of their own.
TEST_F(LostGlobalTest, changed_functions_of_a_table_that_did_not_change) {
  auto add = [&](const char *id, int value) {
    ir::Global table = tests::make_global(context, "table", {0});
    table.relocations = {{.offset = 0, .symbol = context.symbol("limit")}};
    merge.add(id, {limit(value)}, {table});
  };
  add("O", 1), add("A", 2), add("B", 1), add("M", 1);
  EXPECT_EQ(losers(), std::vector<std::string>{});
}

// TOM, Fig. 2: getSum() is unchanged; its two callees are changed by two
// parents.
TEST_F(TriageTest, changes_in_two_callees_meet_in_an_unchanged_caller) {
  auto set = [&](const char *id, int plus) {
    return c.function(
        id, {"x"}, {},
        {c.store(c.global("state"), c.add(c.var("x"), c.num(plus)))});
  };
  Function get = caller("getSum", {"setX", "setY"});
  merge.add("O", {set("setX", 0), set("setY", 0), get});
  merge.add("A", {set("setX", 1), set("setY", 0), get});
  merge.add("B", {set("setX", 0), set("setY", 1), get});
  merge.add("M", {set("setX", 1), set("setY", 1), get});
  EXPECT_EQ(merge.unit("setX").kind, UnitKind::Identity);
  EXPECT_EQ(merge.unit("setY").kind, UnitKind::Identity);
  Unit unit = merge.unit("getSum");
  EXPECT_EQ(unit.kind, UnitKind::Analyse);
  EXPECT_EQ(unit.influenced_by, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(unit.reason, "unchanged here, but calls setX() changed by A and "
                         "setY() changed by B");
}

// near() calls both changes, far() calls near(), left() meets others.
struct OrderTest : TriageTest {
  OrderTest() {
    for (auto [id, a, b] :
         {std::tuple{"O", 1, 1}, {"A", 2, 1}, {"B", 1, 2}, {"M", 2, 2}}) {
      auto value = [&](const char *name, int what) {
        return c.function(name, {}, {}, {c.ret(c.num(what))});
      };
      merge.add(id, {value("x", a), value("y", b), value("z", b),
                     caller("near", {"x", "y"}), caller("far", {"near"}),
                     caller("left", {"x", "z"}), value("own", 10 * a + b)});
    }
    triage = merge.triage();
  }
  std::vector<ir::Symbol> asked(std::size_t max_callers, unsigned depth = ~0u) {
    std::vector<const Unit *> open;
    for (const Unit &unit : triage.units)
      if (unit.kind == UnitKind::Analyse)
        open.push_back(&unit);
    impact::UnitOrder order =
        impact::order_units(open, merge.versions.back().graph,
                            {.most = max_callers, .depth = depth});
    EXPECT_EQ(order.asked.size() + order.left.size(), open.size());
    std::vector<ir::Symbol> ids;
    for (const Unit *unit : order.asked)
      ids.push_back(unit->id);
    return ids;
  }
  impact::Triage triage;
};

TEST_F(OrderTest, distance_is_that_of_the_nearest_changes) {
  EXPECT_EQ(merge.unit("near").distance, 1u);
  EXPECT_EQ(merge.unit("far").distance, 2u);
  EXPECT_TRUE(merge.unit("far").is_unchanged);
  EXPECT_EQ(merge.unit("far").culprits, (std::vector<ir::Symbol>{"x", "y"}));
  EXPECT_FALSE(merge.unit("own").is_unchanged);
}

TEST_F(OrderTest, every_meeting_has_its_turn) {
  using Ids = std::vector<ir::Symbol>;
  EXPECT_EQ(asked(0), Ids{"own"});
  EXPECT_EQ(asked(2), (Ids{"own", "left", "near"}));
  EXPECT_EQ(asked(9), (Ids{"own", "left", "near", "far"}));
  EXPECT_EQ(asked(9, 1), (Ids{"own", "left", "near"}));
}

// all() and some(), which comes first in the file, bring own() and others
// together that have changes of their own.
TEST_F(TriageTest, what_others_are_made_of_comes_before_them) {
  auto value = [&](const char *name, int what) {
    return c.function(name, {}, {}, {c.ret(c.num(what))});
  };
  auto sum = [&](const char *name, std::vector<std::string> callees, int more) {
    Function function = caller(name, std::move(callees));
    function.body.insert(function.body.begin(), c.set("$1", c.num(more)));
    return function;
  };
  for (auto [id, a, b] :
       {std::tuple{"O", 1, 1}, {"A", 2, 1}, {"B", 1, 2}, {"M", 2, 2}})
    merge.add(id, {sum("all", {"some", "own"}, 10 * a + b),
                   sum("some", {"own"}, 10 * a + b), value("own", 10 * a + b)});
  impact::Triage triage = merge.triage();
  std::vector<const Unit *> open;
  for (const Unit &unit : triage.units)
    open.push_back(&unit);
  ASSERT_EQ(open.front()->id, "all");
  impact::UnitOrder order =
      impact::order_units(open, merge.versions.back().graph, {});
  std::vector<ir::Symbol> ids;
  for (const Unit *unit : order.asked)
    ids.push_back(unit->id);
  EXPECT_EQ(ids, (std::vector<ir::Symbol>{"own", "some", "all"}));
}

// A makes a helper of a part of user(), whose callees B changes.
struct PrivateTest : TriageTest {
  Function helper() {
    Function function = caller("helper", {"limit"});
    function.is_static = true;
    function.span.file = files.intern("points.c");
    return function;
  }
  std::vector<impact::PrivateUnit> found(Function function,
                                         std::vector<Function> others = {}) {
    Function user = caller("user", {"limit"});
    Function now = caller("user", {std::string(function.id)});
    std::vector<Function> a = {limit(1), now, function};
    std::vector<Function> m = {limit(2), now, function};
    for (const Function &other : others)
      m.push_back(other);
    merge.add("O", {limit(1), user});
    merge.add("A", a);
    merge.add("B", {limit(2), user});
    merge.add("M", m);
    return found_in_merge();
  }
  std::vector<impact::PrivateUnit> found_in_merge() {
    triage = merge.triage(files);
    std::vector<const Unit *> open;
    std::vector<impact::AnalysedVersion> versions;
    for (const Unit &unit : triage.units)
      open.push_back(&unit);
    for (const tests::Merge::Version &version : merge.versions)
      versions.push_back({version.revision, &version.program, &version.graph,
                          &version.closures});
    return impact::find_private_units(
        versions, open, files,
        [&](std::size_t, const std::string &) { return hides_names; });
  }
  source::FileTable files;
  impact::Triage triage;
  bool hides_names = false;
};

TEST_F(PrivateTest, what_nobody_sees_may_call_it) {
  hides_names = true;
  EXPECT_EQ(found(helper()).size(), 0u);
}

TEST_F(PrivateTest, another_name_may_be_linked_to_it) {
  Function declared;
  declared.id = declared.name = "helper";
  Function here = helper();
  here.id = "points.c:helper";
  EXPECT_EQ(found(here, {declared}).size(), 0u);
  merge.versions.clear();
  EXPECT_EQ(found(here).size(), 1u);
}

TEST_F(PrivateTest, a_new_static_helper_is_its_callers_matter) {
  auto units = found(helper());
  ASSERT_EQ(units.size(), 1u);
  EXPECT_EQ(units[0].unit->id, "helper");
  EXPECT_EQ(units[0].callers, std::vector<ir::Symbol>{"user"});
  EXPECT_EQ(impact::find_kept(units, {"user"}).size(), 1u);
  EXPECT_EQ(impact::find_kept(units, {}).size(), 0u);
}

TEST_F(PrivateTest, who_takes_something_else_is_its_callers_matter) {
  Function user = caller("user", {"limit"});
  Function small = limit(1), wide = limit(2);
  small.is_static = wide.is_static = true;
  small.span.file = wide.span.file = files.intern("points.c");
  wide.result = ir::size_scalar;
  merge.add("O", {small, user});
  merge.add("A", {wide, user});
  merge.add("B", {small, user});
  merge.add("M", {wide, user});
  auto units = found_in_merge();
  ASSERT_EQ(units.size(), 1u);
  EXPECT_EQ(units[0].unit->id, "limit");
  EXPECT_FALSE(units[0].is_new);
  EXPECT_EQ(units[0].callers, std::vector<ir::Symbol>{"user"});
}

TEST_F(PrivateTest, what_others_can_see_is_not_private) {
  Function shown = helper();
  shown.is_static = false;
  EXPECT_EQ(found(shown).size(), 0u);
}

TEST_F(PrivateTest, what_starts_by_itself_is_not_private) {
  Function entry = helper();
  entry.is_entry = true;
  EXPECT_EQ(found(entry).size(), 0u);
}

TEST_F(PrivateTest, what_a_header_has_is_not_private) {
  Function in_header = helper();
  in_header.span.file = files.intern("points.h");
  EXPECT_EQ(found(in_header).size(), 0u);
}

TEST_F(PrivateTest, a_pointer_may_lead_to_it) {
  Function giver =
      c.function("giver", {}, {"$1"},
                 {c.call("$1", "take", {context.function_addr("helper")}),
                  c.ret(c.var("$1"))});
  EXPECT_EQ(found(helper(), {giver}).size(), 0u);
}

TEST_F(PrivateTest, helpers_that_call_each_other_are_kept_together) {
  Function deeper = caller("deeper", {"helper"});
  deeper.is_static = true;
  deeper.span.file = files.intern("points.c");
  auto units = found(helper(), {deeper, caller("top", {"deeper"})});
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(impact::find_kept(units, {"user", "top"}).size(), 2u);
  EXPECT_EQ(impact::find_kept(units, {"user"}).size(), 0u);
}

TEST_F(PrivateTest, functions_that_only_call_each_other_have_no_judge) {
  std::vector<impact::PrivateUnit> units = found(helper());
  Unit other = *units.at(0).unit;
  other.id = "other";
  units[0].callers = {"other"};
  units.push_back({&other, {"helper"}});
  EXPECT_EQ(impact::find_kept(units, {"user"}).size(), 0u);
}

TEST_F(TriageTest, both_parents_changed_the_function) {
  merge.add("O", {limit(1)});
  merge.add("A", {limit(2)});
  merge.add("B", {limit(3)});
  merge.add("M", {limit(4)});
  EXPECT_EQ(merge.unit("limit").kind, UnitKind::Analyse);
  EXPECT_EQ(merge.unit("limit").reason, "changed by A and B");
}

TEST_F(TriageTest, a_change_that_the_merge_lost_or_altered) {
  merge.add("O", {limit(1), caller("f", {"limit"})});
  merge.add("A", {limit(2), caller("f", {"limit"})});
  merge.add("B", {limit(1), caller("f", {"limit"})});
  merge.add("M", {limit(1), caller("f", {"limit", "limit"})});
  EXPECT_EQ(merge.unit("limit").reason,
            "changed by A; the merge has the base's version");
  EXPECT_EQ(merge.unit("f").reason,
            "unchanged here, but calls limit() changed by "
            "A; the merge has another version than A");
}

TEST_F(TriageTest, only_the_merge_changed_it) {
  merge.add("O", {limit(1)});
  merge.add("A", {limit(1)});
  merge.add("B", {limit(1)});
  merge.add("M", {limit(2)});
  EXPECT_EQ(merge.unit("limit").kind, UnitKind::Analyse);
  EXPECT_EQ(merge.unit("limit").reason, "changed only in the merge");
}

TEST_F(TriageTest, octopus_merges_are_identical_when_one_parent_changed) {
  merge.add("O", {limit(1)});
  merge.add("A", {limit(1)});
  merge.add("B", {limit(2)});
  merge.add("C", {limit(2)});
  merge.add("M", {limit(2)});
  EXPECT_EQ(merge.unit("limit").kind, UnitKind::Identity);
  EXPECT_EQ(merge.unit("limit").reason, "equal to B and C");
}

TEST_F(TriageTest, without_a_base_one_equal_parent_suffices) {
  merge.add("A", {limit(1)});
  merge.add("B", {limit(2)});
  merge.add("M", {limit(2)});
  EXPECT_EQ(merge.unit("limit").kind, UnitKind::Identity);
}

TEST_F(TriageTest, functions_of_the_merge_alone_and_removed_ones) {
  merge.add("O", {limit(1), caller("old", {})});
  merge.add("A", {limit(1), caller("old", {})});
  merge.add("B", {limit(1)});
  merge.add("M", {limit(1), caller("new", {})});
  EXPECT_EQ(merge.unit("new").kind, UnitKind::OnlyInMerge);
  ASSERT_EQ(merge.triage().removed.size(), 1u);
  EXPECT_EQ(merge.triage().removed[0].id, "old");
  EXPECT_EQ(merge.triage().removed[0].versions,
            (std::vector<std::string>{"O", "A"}));
}

TEST_F(TriageTest, changed_tables_and_functions_behind_them) {
  auto table = [&](unsigned char first) {
    ir::Global global = tests::make_global(
        context, "table", {first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    global.relocations = {{.offset = 8, .symbol = context.symbol("limit")}};
    return global;
  };
  Function f = c.function("f", {}, {}, {c.ret(c.load(c.global("table")))});
  merge.add("O", {limit(1), f}, {table(1)});
  merge.add("A", {limit(1), f}, {table(2)});
  merge.add("B", {limit(2), f}, {table(1)});
  merge.add("M", {limit(2), f}, {table(2)});
  EXPECT_EQ(merge.unit("f").reason,
            "unchanged here, but uses table changed by A, "
            "reaches limit() changed by B");
}

TEST_F(TriageTest, code_that_was_not_understood_is_never_identical) {
  Function f = c.function("f", {}, {}, {c.opaque("inline assembly")});
  Function g = caller("g", {"f"});
  for (const char *version : {"O", "A", "B", "M"})
    merge.add(version, {f, g});
  EXPECT_EQ(merge.unit("f").kind, UnitKind::Analyse);
  EXPECT_EQ(merge.unit("f").reason, "contains code that was not understood");
  EXPECT_EQ(merge.unit("g").reason,
            "unchanged here, but calls f() with code that "
            "was not understood");
}

TEST_F(TriageTest, units_are_sorted_by_place) {
  Function late = limit(1), early = caller("zero", {});
  late.span.line = 20, early.span.line = 10;
  for (const char *version : {"O", "A", "B", "M"})
    merge.add(version, {late, early});
  impact::Triage triage = merge.triage();
  ASSERT_EQ(triage.units.size(), 2u);
  EXPECT_EQ(triage.units[0].id, "zero");
}

} // namespace
} // namespace mergeproof
