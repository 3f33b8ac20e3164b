// Inputs made by search.
// uses: check verdict interp ir source support
#include "check/callers_functions.h"
#include "check/search.h"
#include "check_versions.h"

#include <set>

namespace mergeproof::check {
namespace {

using verdict::Witness;

void list_unit(Declare &d, std::size_t) {
  ir::Type *list = d.record("struct list");
  d.add_field(list, "next", d.pointer(list));
  d.add_field(list, "size", d.i32());
  d.add_field(list, "data", d.pointer(d.i32()));
  d.global("limit", d.i32());
  d.external("ask", d.i32(), {});
  ir::Function &f = d.function(
      "f", d.i32(), {{"l", d.pointer(list)}, {"s", d.text()}, {"n", d.i32()}},
      {"ask", "limit"});
  d.compare_with(f, 77);
  d.allocates(f);
}

std::vector<Witness> candidates(const Versions::Describe &describe,
                                unsigned count, std::uint64_t seed) {
  Versions versions("f", {"", "", "", ""}, describe);
  return make_candidates(versions.question, count, seed);
}

// f takes what visits; `fits` and `also` can be it, `other` cannot.
void visiting_unit(Declare &d, std::size_t version) {
  ir::Function &fits = d.function("fits", d.i32(), {{"x", d.i32()}});
  ir::Function &also = d.function("also", d.i32(), {{"x", d.i32()}});
  d.function("other", d.i32(), {{"x", d.i64()}});
  if (version < 3)
    d.function("lost", d.i32(), {{"x", d.i32()}});
  d.function("f", d.i32(), {{"visit", d.pointer(fits.type)}, {"x", d.i32()}});
  if (version == 0) {
    ir::Global &table = d.global("table", d.pointer(fits.type));
    table.relocations.push_back({.offset = 0, .symbol = also.id});
  }
}

int integer_of(const verdict::WitnessBytes &bytes, std::size_t offset = 0) {
  int value = 0;
  std::memcpy(&value, bytes.bytes.data() + offset, sizeof value);
  return value;
}

TEST(Search, TheSameSeedGivesTheSameInputs) {
  EXPECT_EQ(candidates(list_unit, 100, 5), candidates(list_unit, 100, 5));
  EXPECT_NE(candidates(list_unit, 100, 5), candidates(list_unit, 100, 6));
}

TEST(Search, InputsAreDifferentAndWellFormed) {
  auto made = candidates(list_unit, 300, 1);
  EXPECT_EQ(made.size(), 300u);
  for (const Witness &witness : made) {
    ASSERT_EQ(witness.arguments.size(), 3u);
    EXPECT_EQ(witness.arguments[0].bytes.size(), 8u);
    EXPECT_EQ(witness.arguments[2].bytes.size(), 4u);
    for (const verdict::WitnessObject &object : witness.objects)
      for (const verdict::WitnessPointer &pointer : object.contents.pointers) {
        EXPECT_LT(pointer.object, witness.objects.size());
        EXPECT_LE(pointer.offset + 8, object.contents.bytes.size());
      }
  }
}

// Those first whose address some version takes.
TEST(Search, PointersToFunctionsAreFunctionsOfTheProgram) {
  std::set<std::string> met;
  for (const Witness &witness : candidates(visiting_unit, 100, 3))
    for (const verdict::WitnessPointer &pointer :
         witness.arguments.at(0).pointers) {
      EXPECT_EQ(pointer.addend, 0);
      met.insert(witness.objects.at(pointer.object).named);
    }
  EXPECT_EQ(met, std::set<std::string>{"also"});
}

// A replay finds functions by their names.
TEST(Search, FunctionsOfOneNameAreNoInputs) {
  auto describe = [](Declare &d, std::size_t version) {
    visiting_unit(d, version);
    if (version == 1)
      d.function("other.c:also", d.i32(), {{"x", d.i32()}}).name = "also";
  };
  for (const Witness &witness : candidates(describe, 100, 3))
    EXPECT_TRUE(witness.arguments.at(0).pointers.empty());
}

// Proofs take it that nobody points to one that differs.
TEST(Search, WithoutAddressesThoseThatAreTheSameEverywhereWillDo) {
  std::set<std::string> met;
  auto describe = [](Declare &d, std::size_t version) {
    visiting_unit(d, version == 0 ? 1 : version);
  };
  Versions versions("f", {"", "", "", ""}, describe);
  for (verdict::VersionOfUnit &version : versions.question.versions) {
    auto facts = std::make_shared<verdict::Facts>();
    bool is_base = version.revision.id == "O";
    facts->emplace(versions.context.symbol("fits"),
                   verdict::FunctionFacts{.closure = {1, 1}});
    facts->emplace(versions.context.symbol("also"),
                   verdict::FunctionFacts{.closure = {2, is_base ? 2u : 3u}});
    version.facts = facts;
  }
  for (const Witness &witness : make_candidates(versions.question, 100, 3))
    for (const verdict::WitnessPointer &pointer :
         witness.arguments.at(0).pointers)
      met.insert(witness.objects.at(pointer.object).named);
  EXPECT_EQ(met, std::set<std::string>{"fits"});
}

// f takes a table and a number, `served` is one that other files can name.
void counting_unit(Declare &d, std::size_t) {
  ir::Type *table = d.record("struct table");
  d.add_field(table, "used", d.i32());
  d.add_field(table, "slots", d.array(d.i32(), 3));
  d.global("served", d.i32());
  d.global("hidden", d.i32()).is_static = true;
  d.function("f", d.i32(),
             {{"table", d.pointer(table)}, {"n", d.pointer(d.i32())}},
             {"served", "hidden"});
}

// The struct behind the second parameter of what is called is laid out
// differently in the merge.
void notifying_unit(Declare &d, std::size_t version, bool is_widened) {
  ir::Type *item = d.record("struct item");
  d.add_field(item, "key", is_widened && version == 3 ? d.i64() : d.i32());
  ir::Function &shape = d.external(
      "callback_1", d.i32(), {d.i32(), d.pointer(item)}); // the name is taken
  ir::Type *handler = d.record("struct handler");
  d.add_field(handler, "notify", d.pointer(shape.type));
  d.function("f", d.i32(), {{"h", d.pointer(handler)}});
}

TEST(Search, WhereNoFunctionFitsACallerHasTwo) {
  Versions versions("f", {"", "", "", ""}, [](Declare &d, std::size_t version) {
    notifying_unit(d, version, false);
  });
  versions.question.callers = make_callers_functions(versions.question);
  ASSERT_TRUE(versions.question.callers);
  std::set<std::string> named;
  bool has_result = false;
  for (const Witness &witness : make_candidates(versions.question, 100, 1)) {
    for (const verdict::WitnessObject &object : witness.objects)
      if (!object.named.empty())
        named.insert(object.named);
    for (const verdict::WitnessResult &result : witness.externals)
      has_result |= result.function == "callback_2";
  }
  EXPECT_EQ(named, (std::set<std::string>{"callback_2", "callback_3"}));
  EXPECT_TRUE(has_result);
}

TEST(Search, NoCallerHasAFunctionOfWhatVersionsLayOutDifferently) {
  Versions versions("f", {"", "", "", ""}, [](Declare &d, std::size_t version) {
    notifying_unit(d, version, true);
  });
  EXPECT_FALSE(make_callers_functions(versions.question));
}

TEST(Search, PointersLeadToMembersAndToGlobalsThatOthersCanName) {
  std::set<std::int64_t> places;
  std::set<std::string> named;
  for (const Witness &witness : candidates(counting_unit, 2000, 5))
    for (const verdict::WitnessPointer &pointer :
         witness.arguments.at(1).pointers) {
      const auto &object = witness.objects.at(pointer.object);
      if (!object.named.empty())
        named.insert(object.named);
      else if (object.label == "*table")
        places.insert(pointer.addend);
    }
  for (std::int64_t place : {0, 4, 8, 12}) // of the first table
    EXPECT_TRUE(places.contains(place)) << place;
  EXPECT_EQ(named, std::set<std::string>{"served"});
}

TEST(Search, ConstantsOfTheCodeAreMetWithTheirNeighbours) {
  std::set<int> met;
  for (const Witness &witness : candidates(
           [](Declare &d, std::size_t) {
             d.compare_with(d.function("f", d.i32(), {{"x", d.i32()}}), 123456);
           },
           40, 1))
    met.insert(integer_of(witness.arguments[0]));
  for (int value : {0, 1, -1, 123455, 123456, 123457})
    EXPECT_TRUE(met.count(value)) << value;
}

TEST(Search, EveryKindOfInputIsTried) {
  bool null_list = false, text = false, global = false, result = false,
       failing = false, long_list = false, alias = false;
  for (const Witness &witness : candidates(list_unit, 400, 1)) {
    null_list |= witness.arguments[0].pointers.empty();
    global |= !witness.globals.empty();
    result |= !witness.externals.empty();
    failing |= !witness.failing_allocations.empty();
    std::set<std::uint32_t> targets;
    for (const verdict::WitnessObject &object : witness.objects) {
      long_list |= object.label == "*l->next";
      text |= object.label == "*s" && object.contents.bytes.size() > 2;
      for (const verdict::WitnessPointer &pointer : object.contents.pointers)
        alias |= !targets.insert(pointer.object).second;
    }
  }
  EXPECT_TRUE(null_list && text && global && result && failing && long_list &&
              alias);
}

// Whatever leads to a local variable in some call, and is not const.
TEST(Search, ExternalsLeaveSomethingInLocals) {
  auto describe = [](Declare &d, std::size_t) {
    ir::Function &get = d.external("get", d.i32(), {d.pointer(d.i32())});
    ir::Function &show = d.external("show", d.i32(), {d.const_text()});
    ir::Function &f = d.function("f", d.i32(), {}, {"get", "show"});
    d.call_with_local(f, get);
    d.call_with_local(f, show);
  };
  bool has_two = false, has_left = false;
  for (const Witness &witness : candidates(describe, 200, 1))
    for (const verdict::WitnessResult &external : witness.externals) {
      EXPECT_TRUE(external.function == "get" || external.writes.empty());
      for (const verdict::WitnessWrite &write : external.writes) {
        has_left = true;
        EXPECT_EQ(write.contents.bytes.size(), 4u);
        has_two |= write.contents.bytes[0] == 2;
      }
    }
  EXPECT_TRUE(has_left && has_two);
}

TEST(Search, FindsADifferenceNatively) {
  const std::string record =
      "struct buffer { int used; int data[4]; };\nint f(struct buffer *b, int "
      "x) { if (b->used ";
  const std::string rest = " 4) return -1; b->data[b->used++] = x; return 0; }";
  Versions versions(
      "f",
      {record + ">=" + rest, record + ">=" + rest, record + ">=" + rest,
       record + ">" + rest},
      [](Declare &d, std::size_t) {
        ir::Type *b = d.record("struct buffer");
        d.add_field(b, "used", d.i32());
        d.add_field(b, "data", d.array(d.i32(), 4));
        d.compare_with(
            d.function("f", d.i32(), {{"b", d.pointer(b)}, {"x", d.i32()}}), 4);
      });
  bool is_found = false;
  for (const auto &seen :
       versions.replay_all(make_candidates(versions.question, 100, 1)))
    for (const verdict::Violation &violation : versions.violations(seen))
      is_found |= violation.observable == "outcome" &&
                  violation.values.at("M").starts_with("trapped");
  EXPECT_TRUE(is_found);
}

void options_unit(Declare &d, std::size_t) {
  ir::Type *node = d.record("struct node");
  d.add_field(node, "value", d.i32());
  d.add_field(node, "next", d.pointer(node));
  d.function("f", d.i32(),
             {{"argc", d.i32()},
              {"argv", d.pointer(d.text())},
              {"list", d.pointer(node)}});
}

// What an object's first pointer leads to, again and again.
std::size_t chain_length(const Witness &witness,
                         const verdict::WitnessBytes &from) {
  std::set<std::uint32_t> met;
  const verdict::WitnessBytes *bytes = &from;
  while (!bytes->pointers.empty() &&
         met.insert(bytes->pointers.front().object).second)
    bytes = &witness.objects[bytes->pointers.front().object].contents;
  return met.size();
}

TEST(Search, ArraysOfTextsAndListsAreLong) {
  std::size_t texts = 0, nodes = 0;
  for (const Witness &witness : candidates(options_unit, 300, 1)) {
    for (const verdict::WitnessPointer &pointer :
         witness.arguments.at(1).pointers)
      texts = std::max(
          texts, witness.objects[pointer.object].contents.pointers.size());
    nodes = std::max(nodes, chain_length(witness, witness.arguments.at(2)));
  }
  EXPECT_GE(texts, 4u);
  EXPECT_GE(nodes, 5u);
}

TEST(Search, NumbersCanBeReplaced) {
  Versions versions("f", {"", "", "", ""}, list_unit);
  InputMaker maker(versions.question);
  InputRecipe recipe;
  recipe.mood = 3;
  maker.make(recipe, 5);
  ASSERT_FALSE(recipe.numbers.empty());
  for (const MadeNumber &number : recipe.numbers)
    recipe.replaced[number.place] = number.value ^ 1;
  std::vector<MadeNumber> before = recipe.numbers;
  maker.make(recipe, 5);
  ASSERT_EQ(recipe.numbers.size(), before.size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.size(); i++) {
    EXPECT_EQ(recipe.numbers[i].place, before[i].place);
    changed += recipe.numbers[i].value == (before[i].value ^ 1);
  }
  EXPECT_GE(changed, before.size() / 2); // a length that does not fit stays
}

} // namespace
} // namespace mergeproof::check
