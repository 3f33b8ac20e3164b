// Sequences of calls that lead to a unit.
// uses: testgen check verdict interp ir source support
#include "check_versions.h"
#include "ir/verify.h"
#include "testgen/sequence_questions.h"

#include <algorithm>

namespace mergeproof::check {
namespace {

using testgen::UnitSequence;

// list_new() makes a list, list_add() changes it, list_sum() is the unit.
void describe(Declare &d, std::size_t) {
  ir::Type *list = d.record("struct list");
  d.add_field(list, "size", d.i32());
  d.function("list_new", d.pointer(list), {{"limit", d.i32()}});
  d.function("list_add", nullptr, {{"l", d.pointer(list)}, {"n", d.i32()}});
  d.function("list_sum", d.i32(), {{"l", d.pointer(list)}, {"n", d.i32()}});
  d.function("first", d.pointer(list), {{"l", d.pointer(list)}});
  d.external("elsewhere", d.pointer(list), {});
}

struct Made {
  explicit Made(const Versions::Describe &of, std::size_t most = 20)
      : versions("list_sum", {"", "", "", ""}, of),
        sequences(testgen::make_sequences(versions.question, most)),
        questions(versions.question, sequences) {}
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < questions.size(); i++)
      all.push_back(questions[i].whole.unit_text);
    return all;
  }
  Versions versions;
  std::vector<UnitSequence> sequences;
  testgen::SequenceQuestions questions;
};

TEST(Sequence, ObjectsComeFromWhatMakesThem) {
  Made made(describe);
  ASSERT_FALSE(made.sequences.empty());
  EXPECT_EQ(made.texts().front(),
            "int sequence_of_list_sum(int limit, int n) {\n"
            "  struct list *made1 = list_new(limit);\n"
            "  if (!made1)\n"
            "    return 0;\n"
            "  return list_sum(made1, n);\n"
            "}\n");
}

TEST(Sequence, OthersChangeTheObjectBeforeAndLookAtItAfter) {
  auto texts = Made(describe).texts();
  auto has = [&](const std::string &part) {
    return std::any_of(texts.begin(), texts.end(), [&](const auto &text) {
      return text.find(part) != text.npos;
    });
  };
  EXPECT_TRUE(has("  list_add(made1, n);\n  return list_sum(made1, n_);\n"));
  EXPECT_TRUE(has("  list_sum(made1, n);\n  list_add(made1, n_);\n"));
  EXPECT_TRUE(has("  list_sum(made1, n);\n  return made1;\n"));
  EXPECT_FALSE(has("elsewhere")); // nobody knows what it does
}

// Where the other calls show something by themselves, it is not the unit's.
TEST(Sequence, TheSameWithoutTheUnitIsAsked) {
  Made made(describe);
  for (std::size_t i = 0; i < made.questions.size(); i++) {
    ASSERT_FALSE(made.questions[i].without.empty());
    for (const auto &without : made.questions[i].without)
      EXPECT_EQ(without.unit_text.find(" list_sum("), std::string::npos);
    for (const auto &without : made.sequences[i].without)
      EXPECT_EQ(without.parameters, made.sequences[i].whole.parameters);
  }
}

// A parameter of that name would hide the function; "made1" is a result.
TEST(Sequence, ParametersHaveNamesOfTheirOwn) {
  auto texts = Made([](Declare &d, std::size_t) {
                 ir::Type *list = d.record("struct list");
                 d.function("list_new", d.pointer(list), {{"made1", d.i32()}});
                 d.function("list_sum", d.i32(),
                            {{"l", d.pointer(list)}, {"list_new", d.i32()}});
               }).texts();
  EXPECT_EQ(texts.front(),
            "int sequence_of_list_sum(int made1_, int list_new_) {\n"
            "  struct list *made1 = list_new(made1_);\n"
            "  if (!made1)\n"
            "    return 0;\n"
            "  return list_sum(made1, list_new_);\n"
            "}\n");
}

// Two files may have a type of one name each.
TEST(Sequence, ObjectsOfAnotherLayoutAreNotGiven) {
  Made made([](Declare &d, std::size_t) {
    ir::Type *mine = d.record("struct list"), *other = d.record("struct list");
    d.add_field(mine, "size", d.i32());
    d.add_field(other, "text", d.text());
    d.function("list_new", d.pointer(other), {});
    d.function("list_sum", d.i32(), {{"l", d.pointer(mine)}});
  });
  for (const std::string &text : made.texts())
    EXPECT_EQ(text.find("list_new"), std::string::npos) << text;
}

TEST(Sequence, EveryVersionHasItAsAFunction) {
  Made made(describe);
  for (std::size_t i = 0; i < made.questions.size(); i++)
    for (const auto &version : made.questions[i].whole.versions) {
      EXPECT_EQ(version.function->id, made.questions[i].whole.unit);
      EXPECT_EQ(version.program->find_function(version.function->id),
                version.function);
      EXPECT_EQ(ir::verify(*version.function), std::vector<std::string>());
    }
}

// A version in which list_new() takes something else cannot run the same calls.
TEST(Sequence, OnlyWhatAllVersionsHaveIsCalled) {
  auto texts = Made([](Declare &d, std::size_t version) {
                 describe(d, version);
                 if (version == 1)
                   d.function("list_new", d.i64(), {});
               }).texts();
  for (const std::string &text : texts)
    EXPECT_EQ(text.find("list_new"), std::string::npos) << text;
}

// Nobody defines the callback: its calls are events.
TEST(Sequence, AFunctionIsGivenWhereOneIsTaken) {
  Made made([](Declare &d, std::size_t) {
    ir::Type *list = d.record("struct list");
    ir::Type *handler = d.record("int (int)");
    handler->kind = ir::TypeKind::Function;
    handler->element = d.i32();
    handler->params = {d.i32()};
    d.function("list_sum", d.i32(),
               {{"l", d.pointer(list)}, {"each", d.pointer(handler)}});
  });
  ASSERT_EQ(made.texts(), std::vector<std::string>{
                              "__typeof__(int (int)) list_sum_each;\n"
                              "int sequence_of_list_sum(struct list *l) {\n"
                              "  return list_sum(l, list_sum_each);\n"
                              "}\n"});
  const ir::Program &program = *made.questions[0].whole.versions[0].program;
  const ir::Function *callback = program.find_function("list_sum_each");
  ASSERT_TRUE(callback);
  EXPECT_FALSE(callback->is_defined);
  EXPECT_EQ(callback->params.size(), 1u);
}

// What it is called with is all there is to see.
TEST(Sequence, AFunctionIsGivenWhereNothingIsReturned) {
  Made made([](Declare &d, std::size_t) {
    ir::Type *handler = d.record("int (int)");
    handler->kind = ir::TypeKind::Function;
    handler->element = d.i32();
    handler->params = {d.i32()};
    d.function("list_sum", nullptr, {{"each", d.pointer(handler)}});
  });
  EXPECT_EQ(made.texts(),
            std::vector<std::string>{"__typeof__(int (int)) list_sum_each;\n"
                                     "void sequence_of_list_sum(void) {\n"
                                     "  list_sum(list_sum_each);\n"
                                     "}\n"});
}

// A function of the program is not replaced.
TEST(Sequence, ANameThatIsTakenIsNotUsed) {
  Made made([](Declare &d, std::size_t version) {
    describe(d, version);
    if (version == 2)
      d.function("sequence_of_list_sum", d.i32(), {});
  });
  EXPECT_EQ(made.questions[0].whole.unit, "sequence_of_list_sum_");
}

// Who reads what was given back is wrong, and not the merge.
TEST(Sequence, WhatMayReleaseIsNoted) {
  Made made([](Declare &d, std::size_t version) {
    describe(d, version);
    ir::Type *list = d.record("struct list");
    ir::Function &close =
        d.function("list_close", nullptr, {{"l", d.pointer(list)}});
    if (version == 1)
      d.releases(close);
  });
  for (std::size_t i = 0; i < made.questions.size(); i++) {
    const std::string &text = made.questions[i].whole.unit_text;
    EXPECT_EQ(made.questions[i].may_release,
              text.find("list_close(") != text.npos)
        << text;
  }
}

TEST(Sequence, NoMoreThanAskedFor) {
  EXPECT_EQ(Made(describe, 2).sequences.size(), 2u);
  EXPECT_EQ(Made(describe, 0).sequences.size(), 0u);
}

} // namespace
} // namespace mergeproof::check
