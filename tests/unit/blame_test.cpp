// uses: blame verdict ir source support
//
// Which edits a conflict needs, on programs where that is plain to see.
#include "blame/blame.h"
#include "blame/smallest.h"
#include "ir/parse.h"

#include <gtest/gtest.h>

namespace mergeproof::blame {
namespace {

// Traps when first + second >= 14; the others do not matter.
struct Numbers {
  int first = 8, idle = 0, second = 4, late = 0;
};

std::string text_of(const Numbers &n) {
  auto number = [](int value) { return std::to_string(value) + ":i32"; };
  return "function f(x: i32) -> i32 {\n"
         "  local a: i32;\n  local b: i32;\n  local c: i32;\n"
         "  a = " +
         number(n.first) +
         ";\n"
         "  x = call g(x);\n"
         "  c = add(x, " +
         number(n.idle) +
         ");\n"
         "  x = call g(c);\n"
         "  b = " +
         number(n.second) +
         ";\n"
         "  x = call g(x);\n"
         "  check DivisionByZero, slt(add(a, b), 14:i32);\n"
         "  c = add(x, " +
         number(n.late) +
         ");\n"
         "  return c;\n}\n"
         "function g(x: i32) -> i32 {\n  return x;\n}\n";
}

class Subject {
public:
  void add(const source::Revision &revision, const Numbers &numbers) {
    auto parsed = ir::parse_program(context_, text_of(numbers));
    ASSERT_TRUE(parsed) << parsed.error().message;
    programs_.push_back(
        std::make_unique<ir::Program>(std::move(parsed).value()));
    question_.context = &context_;
    question_.unit = context_.symbol("f");
    question_.versions.push_back(
        {revision, programs_.back().get(),
         programs_.back()->find_function(question_.unit), nullptr});
  }
  void add_merge(const Numbers &a, const Numbers &b, const Numbers &merge) {
    add({source::Role::Base, "O", ""}, {});
    add({source::Role::Parent, "A", ""}, a);
    add({source::Role::Parent, "B", ""}, b);
    add({source::Role::Merge, "M", ""}, merge);
  }
  const verdict::Question &question() const { return question_; }

private:
  ir::Context context_;
  std::vector<std::unique_ptr<ir::Program>> programs_;
  verdict::Question question_;
};

const verdict::Violation merge_traps{.kind = verdict::ConflictKind::Unexpected,
                                     .parent = "",
                                     .is_inherent = false,
                                     .observable = "outcome",
                                     .values = {}};

verdict::Witness zero() {
  verdict::Witness witness;
  witness.arguments.push_back({{0, 0, 0, 0}, {}});
  return witness;
}

// Whose edits, and of which of the numbers that changed: "A:0 B:2".
std::string blame_of(const Subject &subject) {
  EditSpace space(subject.question());
  auto found = find_enough(space, subject.question(), zero(), merge_traps);
  if (!found.has_value())
    return "not known";
  std::set<std::uint32_t> places;
  for (const Edit &edit : space.edits())
    places.insert(edit.hole);
  std::string text;
  for (const Edit &edit : *found)
    text +=
        subject.question().versions[edit.version].revision.id + ":" +
        std::to_string(std::distance(places.begin(), places.find(edit.hole))) +
        " ";
  return text;
}

TEST(Blame, NamesTheTwoThatMeet) {
  Subject subject;
  subject.add_merge({.first = 9, .idle = 1}, {.second = 5, .late = 2},
                    {.first = 9, .idle = 1, .second = 5, .late = 2});
  EXPECT_EQ(blame_of(subject), "A:0 B:2 ");
}

// Either of the merge's own edits traps alone.
TEST(Blame, WithTwoReasonsNoEditIsNeeded) {
  verdict::Violation violation = merge_traps;
  violation.values["M"] = "trapped: division by zero";
  Subject one, two;
  one.add_merge({.idle = 1}, {.late = 2}, {.first = 20, .idle = 1, .late = 2});
  EXPECT_TRUE(find_blame(one.question(), zero(), violation).is_needed);
  two.add_merge({.idle = 1}, {.late = 2},
                {.first = 20, .idle = 1, .second = 20, .late = 2});
  EXPECT_FALSE(find_blame(two.question(), zero(), violation).is_needed);
}

TEST(Blame, NamesWhatTheMergeDidItself) {
  Subject subject;
  subject.add_merge({.first = 9}, {.late = 2},
                    {.first = 9, .second = 5, .late = 2});
  EXPECT_EQ(blame_of(subject), "A:0 M:1 ");
}

TEST(Blame, IsNotKnownWhereTheInputShowsNothing) {
  Subject subject;
  subject.add_merge({.first = 9}, {.late = 2}, {.first = 9, .late = 2});
  EXPECT_EQ(blame_of(subject), "not known");
}

TEST(Blame, OfTwoVersions) {
  Subject subject;
  subject.add({source::Role::Parent, source::old_id, ""}, {});
  subject.add({source::Role::Merge, source::new_id, ""},
              {.first = 12, .idle = 5, .late = 7});
  EXPECT_EQ(blame_of(subject), "new:0 ");
}

// In the merge an edit that is taken back leaves what the other parent did.
TEST(EditSpace, TakesBackFromParentAndMerge) {
  Subject subject;
  subject.add_merge({.first = 9}, {.first = 10, .second = 5},
                    {.first = 9, .second = 5});
  EditSpace space(subject.question());
  Edit of_a;
  for (const Edit &edit : space.edits())
    if (edit.version == 1)
      of_a = edit;
  EXPECT_EQ(space.edits().size(), 3u);
  auto variant = space.without({of_a});
  ASSERT_TRUE(variant.has_value());
  auto body_of = [&](std::size_t version) {
    return variant->question.versions[version].function->body;
  };
  const auto &before = subject.question().versions;
  EXPECT_TRUE(ir::is_same(body_of(1), before[0].function->body));
  EXPECT_TRUE(ir::is_same(body_of(2), before[2].function->body));
  EXPECT_TRUE(ir::is_same(body_of(3), before[2].function->body));
}

Edits numbered(std::uint32_t count) {
  Edits edits;
  for (std::uint32_t hole = 0; hole < count; hole++)
    edits.insert({1, ir::Symbol("f"), hole});
  return edits;
}

TEST(Smallest, FindsEveryPair) {
  for (std::uint32_t a = 0; a < 9; a++)
    for (std::uint32_t b = a; b < 9; b++) {
      auto needs = [&](const Edits &taken_back) {
        return std::none_of(
            taken_back.begin(), taken_back.end(),
            [&](const Edit &edit) { return edit.hole == a || edit.hole == b; });
      };
      auto found = find_smallest(numbered(9), needs, 100);
      Edits pair{{1, ir::Symbol("f"), a}, {1, ir::Symbol("f"), b}};
      EXPECT_EQ(found, pair);
    }
}

TEST(Smallest, GivesUpAfterItsTrials) {
  auto all = [](const Edits &taken_back) { return taken_back.empty(); };
  EXPECT_EQ(find_smallest(numbered(30), all, 10), std::nullopt);
  EXPECT_EQ(find_smallest(numbered(5), all, 100), numbered(5));
  EXPECT_EQ(find_smallest(
                numbered(5), [](const Edits &) { return false; }, 9),
            std::nullopt);
}

} // namespace
} // namespace mergeproof::blame
