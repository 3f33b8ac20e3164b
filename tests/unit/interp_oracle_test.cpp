// uses: interp verdict ir source support
//
// Observations of a unit on a witness: names of observables and their values.
#include "interp/oracle.h"
#include "ir/parse.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

namespace mergeproof::interp {
namespace {

using verdict::Witness;
using verdict::WitnessBytes;

#define INT "<int 4/4 signed \"int\">"
#define INT_POINTER "<pointer 8/8 \"int *\" of " INT ">"
#define UNSIGNED "<int 4/4 \"unsigned int\">"
#define CHAR_POINTER "<pointer 8/8 \"char *\" of <int 1/1 signed \"char\">>"
#define RETURNS_INT "<function 0/1 of " INT ">"

WitnessBytes number(std::int32_t value) {
  WitnessBytes bytes;
  for (int i = 0; i < 4; i++)
    bytes.bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  return bytes;
}

WitnessBytes numbers(const std::vector<std::int32_t> &values) {
  WitnessBytes all;
  for (std::int32_t value : values)
    for (unsigned char byte : number(value).bytes)
      all.bytes.push_back(byte);
  return all;
}

WitnessBytes pointer_to(std::uint32_t object, std::int64_t addend = 0) {
  return {std::vector<unsigned char>(8),
          {{.offset = 0, .object = object, .addend = addend}}};
}

class Subject {
public:
  explicit Subject(const std::string &text) { add(text); }

  void add(const std::string &text) {
    auto parsed = ir::parse_program(context_, text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    for (const std::string &problem : ir::verify(parsed.value()))
      ADD_FAILURE() << problem;
    programs_.push_back(
        std::make_unique<ir::Program>(std::move(parsed).value()));
    question_.unit = context_.symbol("f");
    question_.context = &context_;
    question_.versions.push_back(
        {{source::Role::Parent, "A", ""},
         programs_.back().get(),
         programs_.back()->find_function(question_.unit)});
  }

  ir::Context &context() { return context_; }
  ir::Program &program() { return *programs_.back(); }
  verdict::Observation run(const Witness &witness, std::size_t version = 0) {
    return observe(question_, version, witness);
  }
  std::vector<verdict::Observation> run_changes(const Witness &witness) {
    std::vector<Witness> each(question_.versions.size(), witness);
    return Oracle(question_).observe_changes(each, nullptr);
  }
  std::string value(const Witness &witness, const std::string &name) {
    verdict::Observation seen = run(witness);
    EXPECT_TRUE(seen.is_valid) << seen.why;
    auto found = seen.values.find(name);
    return found == seen.values.end() ? "missing" : found->second;
  }

private:
  ir::Context context_;
  std::vector<std::unique_ptr<ir::Program>> programs_;
  verdict::Question question_;
};

// Where all versions left it as it was, memory is no observable of theirs.
TEST(Oracle, ChangesOnly) {
  const char *globals = "global kept: 4 align 4 = [4]; "
                        "global counted: 4 align 4 = [4]; ";
  auto function = [&](const std::string &body) {
    return globals +
           ("global begun: 4 align 4 = [\"0" +
            std::to_string(body.size() % 10) + "000000\"]; ") +
           "function f(p: ptr " INT_POINTER ", q: ptr " INT_POINTER
           ") -> i32 { local x: i32; x = load:i32(@kept); x = "
           "load:i32(@begun); " +
           body + " return load:i32(@counted); }";
  };
  Subject subject(function(""));
  subject.add(function("store @counted, 1:i32; store p, 2:i32;"));
  Witness witness{.arguments = {pointer_to(0), pointer_to(1)},
                  .objects = {{"*p", number(7)}, {"*q", number(8)}}};
  auto seen = subject.run_changes(witness);
  ASSERT_EQ(seen.size(), 2u);
  for (const auto &one : seen) {
    ASSERT_TRUE(one.is_valid) << one.why;
    EXPECT_TRUE(one.values.contains("byte 0 of global counted"));
    EXPECT_TRUE(one.values.contains("byte 0 of global begun"));
    EXPECT_TRUE(one.values.contains("*p"));
    EXPECT_FALSE(one.values.contains("byte 0 of global kept"));
    EXPECT_FALSE(one.values.contains("*q"));
  }
  EXPECT_EQ(
      verdict::differing_observables(seen),
      (std::vector<std::string>{"*p", "byte 0 of global begun",
                                "byte 0 of global counted", "return value"}));
}

TEST(Oracle, ReturnValuesByType) {
  Subject with_sign("function f " RETURNS_INT
                    "(x: i32) -> i32 { return neg(x); }");
  EXPECT_EQ(with_sign.value({.arguments = {number(5)}}, "return value"), "-5");
  EXPECT_EQ(with_sign.value({}, "return value"), "0");
  EXPECT_EQ(with_sign.value({}, "outcome"), "returned");
  EXPECT_EQ(with_sign.value({}, "external calls"), "none");
  Subject without_sign("function f <function 0/1 of " UNSIGNED
                       ">(x: i32) -> i32 { return neg(x); }");
  EXPECT_EQ(without_sign.value({.arguments = {number(5)}}, "return value"),
            "4294967291");
  Subject real("function f() -> f64 { return 0x3ff8000000000000:f64; }");
  EXPECT_EQ(real.value({}, "return value"), "1.5");
}

TEST(Oracle, ArgumentsOfAnotherWidth) {
  Subject wide("function f(x: i64 <int 8/8 signed \"long\">) -> i64 "
               "{ return x; }");
  EXPECT_EQ(wide.value({.arguments = {number(-2)}}, "return value"), "-2");
}

TEST(Oracle, PointersHaveNames) {
  Subject subject(R"(
    global g: 8 align 8 = [8];
    global .str.1: 3 align 1 const = ["616200"];
    function f(p: ptr )" INT_POINTER R"(, which: i32) -> ptr {
      local q: ptr;
      if eq(which, 0:i32) { return ptradd(p, 4:i64); }
      if eq(which, 1:i32) { return ptradd(p, -4:i64); }
      if eq(which, 2:i32) { return ptradd(@g, 8:i64); }
      if eq(which, 3:i32) { return $f; }
      if eq(which, 4:i32) { return @.str.1; }
      if eq(which, 5:i32) { return null; }
      if eq(which, 6:i32) { return inttoptr:ptr(7:i64); }
      q = call !malloc(4:i64);
      if eq(which, 7:i32) { return q; }
      call !free(q);
      return q;
    })");
  const char *const names[] = {"&*p+4", "&*p-4",        "&g+8",
                               "&f",    "\"ab\"",       "null",
                               "0x7",   "fresh object", "dangling pointer"};
  for (int i = 0; i < 9; i++) {
    Witness witness{.arguments = {pointer_to(0), number(i)},
                    .objects = {{"*p", numbers({1, 2})}}};
    EXPECT_EQ(subject.value(witness, "return value"), names[i]);
  }
}

TEST(Oracle, ObjectsByCell) {
  Subject subject("function f(p: ptr " INT_POINTER ") {\n"
                  " store ptradd(p, 4:i64), -7:i32; }");
  Witness many{.arguments = {pointer_to(0)},
               .objects = {{"*p", numbers({1, 2, 3})}}};
  EXPECT_EQ(subject.value(many, "p[0]"), "1");
  EXPECT_EQ(subject.value(many, "p[1]"), "-7");
  EXPECT_EQ(subject.value(many, "p[2]"), "3");
  Witness one{.arguments = {pointer_to(0, -4)},
              .objects = {{"*p", numbers({1})}}};
  EXPECT_EQ(subject.value(one, "*p"), "-7");
  Witness none;
  EXPECT_EQ(subject.run(none).outcome(), "trapped: invalid memory access");
}

TEST(Oracle, UntypedObjectsByByte) {
  Subject subject("global g: 4 align 4 = [4];\n"
                  "function f(p: ptr) { store p, @g; }");
  Witness witness{.arguments = {pointer_to(0)},
                  .objects = {{"*p", numbers({1, 2, 3})}}};
  EXPECT_EQ(subject.value(witness, "byte 0 of *p"), "&g");
  EXPECT_EQ(subject.value(witness, "byte 8 of *p"), "0x3");
}

// struct node { struct node *next; int value; unsigned low : 3, high : 5; }
void give_node_type(Subject &subject) {
  ir::Context &context = subject.context();
  ir::Type *node = context.make_type(), *pointer = context.make_type();
  ir::Type *number = context.make_type();
  *number = {.kind = ir::TypeKind::Int, .size = 4, .align = 4};
  ir::Type *with_sign = context.make_type();
  *with_sign = *number;
  with_sign->is_signed = true;
  *pointer = {
      .kind = ir::TypeKind::Pointer, .size = 8, .align = 8, .element = node};
  *node = {.kind = ir::TypeKind::Struct,
           .size = 16,
           .align = 8,
           .fields = {{"next", pointer, 0},
                      {"value", with_sign, 8},
                      {"low", number, 12, 0, 3},
                      {"high", number, 12, 3, 5}},
           .spelling = "struct node"};
  ir::Function &f = subject.program().functions.at(context.symbol("f"));
  f.params[0].type = pointer;
}

TEST(Oracle, StructsByField) {
  Subject subject(R"(function f(p: ptr) {
    local q: ptr;
    store ptradd(load:ptr(p), 8:i64), -1:i32;
    store ptradd(p, 12:i64), 0xfa:i32;
    q = call !malloc(16:i64);
    memset q, 0:i8, 16:i64;
    store ptradd(q, 8:i64), 9:i32;
    store load:ptr(p), q;
  })");
  give_node_type(subject);
  WitnessBytes first = numbers({0, 0, 5, 0});
  first.pointers = {{.offset = 0, .object = 1}};
  Witness witness{
      .arguments = {pointer_to(0)},
      .objects = {{"*p", first}, {"*p->next", numbers({0, 0, 6, 0})}}};
  EXPECT_EQ(subject.value(witness, "p->next"), "&*p->next");
  EXPECT_EQ(subject.value(witness, "p->value"), "5");
  EXPECT_EQ(subject.value(witness, "p->low"), "2");
  EXPECT_EQ(subject.value(witness, "p->high"), "31");
  EXPECT_EQ(subject.value(witness, "p->next->value"), "-1");
  EXPECT_EQ(subject.value(witness, "p->next->next"), "fresh object");
  EXPECT_EQ(subject.value(witness, "p->next->next->value"), "9");
  EXPECT_EQ(subject.value(witness, "p->next->next->next"), "null");
}

TEST(Oracle, FreedObjects) {
  Subject subject("function f(p: ptr " INT_POINTER ") { call !free(p); }");
  Witness witness{.arguments = {pointer_to(0)},
                  .objects = {{"*p", numbers({1, 2})}}};
  EXPECT_EQ(subject.value(witness, "lifetime of *p"), "freed");
  EXPECT_EQ(subject.value(witness, "*p"), "missing");
  witness.arguments = {pointer_to(0, 4)};
  EXPECT_TRUE(subject.run(witness).has_trapped());
}

TEST(Oracle, GlobalsThatCanBeReached) {
  Subject subject(R"(
    global count: 4 align 4 )" INT R"( = ["07000000"];
    global list: 8 align 4 <array 8/4 "int[2]" of )" INT R"( * 2> = [8];
    global unused: 4 align 4 )" INT R"( = [4];
    global fixed: 4 align 4 const )" INT R"( = [4];
    global "f.calls": 4 align 4 name calls local )" INT R"( = [4];
    extern global input: 4 align 4 )" INT R"(;
    function f() {
      store ptradd(@list, 4:i64), add(load:i32(@count), load:i32(@input));
      store @f.calls, load:i32(@fixed);
    })");
  Witness witness;
  witness.globals = {{"input", number(100)}, {"fixed", number(1)}};
  EXPECT_EQ(subject.value(witness, "global list[0]"), "0");
  EXPECT_EQ(subject.value(witness, "global list[1]"), "107");
  EXPECT_EQ(subject.value(witness, "global count"), "7");
  EXPECT_EQ(subject.value(witness, "global input"), "100");
  EXPECT_EQ(subject.value(witness, "global unused"), "missing");
  EXPECT_EQ(subject.value(witness, "global fixed"), "missing");
  EXPECT_EQ(subject.value(witness, "global calls"), "missing");
  witness.globals["count"] = number(-7);
  EXPECT_EQ(subject.value(witness, "global list[1]"), "93");
}

TEST(Oracle, FarCellsOnlyWhenTheyChange) {
  const std::string table = "global t: 800 align 4 <array 800/4 \"int[200]\" "
                            "of " INT " * 200> = ";
  Subject subject(table + "[800];\nfunction f() {"
                          " store ptradd(@t, 400:i64), 3:i32; }");
  subject.add(table + "[600 \"05000000\" 196];\nfunction f() {"
                      " store ptradd(@t, 0:i64), 1:i32; }");
  verdict::Observation one = subject.run({}, 0), other = subject.run({}, 1);
  EXPECT_EQ(one.values["global t[63]"], "0");
  EXPECT_EQ(one.values.count("global t[64]"), 0u);
  EXPECT_EQ(one.values["global t[100]"], "3");
  EXPECT_EQ(one.values.count("global t[150]"), 0u);
  EXPECT_EQ(other.values["global t[150]"], "5");
  EXPECT_EQ(other.values["global t[0]"], "1");
}

TEST(Oracle, ExternalCallsInOrder) {
  Subject subject(R"(
    global .str.1: 4 align 1 const = ["610a2200"];
    global buffer: 4 align 1 = ["68690000"];
    declare log(x: i32 )" INT R"();
    declare send(s: ptr )" CHAR_POINTER R"(, n: i32 )" UNSIGNED R"() -> i32;
    declare open() -> ptr;
    declare set(p: ptr )" INT_POINTER R"();
    function f() -> i32 {
      local r: i32; local p: ptr; object x: 4 align 4;
      call log(-3:i32);
      r = call send(@.str.1, -1:i32);
      r = call send(@buffer, r);
      p = call open();
      begin x;
      store &x, 5:i32;
      call set(&x);
      call unknown(p, 7:i8);
      return r;
    })");
  EXPECT_EQ(subject.value({}, "external calls"),
            "log(-3); send(\"a\\n\\\"\", 4294967295); send(&buffer \"hi\", 0); "
            "open(); set(local object 5); unknown(null, 7)");
}

TEST(Oracle, ExternalResultsFromTheWitness) {
  Subject subject(R"(
    declare read() -> i32;
    declare open() -> ptr;
    function f() -> i32 {
      local a: i32; local b: i32; local p: ptr;
      a = call read();
      b = call read();
      p = call open();
      if ne(p, null) { b = add(b, load:i32(p)); }
      return add(mul(a, 1000:i32), b);
    })");
  Witness witness;
  EXPECT_EQ(subject.value(witness, "return value"), "0");
  witness.externals = {{"read", 1, number(5)}, {"read", 0, number(3)}};
  EXPECT_EQ(subject.value(witness, "return value"), "3005");
  witness.objects = {{"*open", numbers({20})}};
  witness.externals.push_back({"open", 0, pointer_to(0)});
  EXPECT_EQ(subject.value(witness, "return value"), "3025");
  Witness seeded{.external_seed = 7};
  EXPECT_EQ(subject.run(seeded).values, subject.run(seeded).values);
}

TEST(Oracle, ExternalsLeaveWhatTheWitnessSays) {
  Subject subject(
      "declare get(to: ptr " INT_POINTER ", count: i32 " INT ");\n"
      "function f(n: i32) -> i32 { local r: i32; object x: 8 align 4;\n"
      " begin x; call get(&x, n);\n"
      " r = add(mul(load:i32(&x), 1000:i32),"
      " load:i32(ptradd(&x, 4:i64)));\n"
      " call get(null, n); return r; }");
  Witness witness{.arguments = {number(1)}};
  EXPECT_EQ(subject.value(witness, "return value"), "0");
  witness.externals = {{"get", 0, {}, {{.contents = numbers({7, 8})}}},
                       {"get", 1, {}, {{.contents = numbers({1})}}}};
  EXPECT_EQ(subject.value(witness, "return value"), "7008");
  verdict::WitnessWrite &write = witness.externals[0].writes[0];
  write.contents = numbers({7, 8, 9}); // the object has two
  EXPECT_FALSE(subject.run(witness).is_valid);
  write.length = 1;
  write.unit = 4;
  witness.arguments = {number(2)};
  EXPECT_EQ(subject.value(witness, "return value"), "7008");
  witness.arguments = {number(-1)}; // then none
  EXPECT_EQ(subject.value(witness, "return value"), "0");
}

TEST(Oracle, StructsByValue) {
  const std::string pair = "<array 8/4 \"int[2]\" of " INT " * 2>";
  Subject subject("declare make(to: ptr result_address " + pair +
                  ", x: i32);\n"
                  "declare take(from: ptr by_copy " +
                  pair +
                  ");\n"
                  "function f(to: ptr result_address " +
                  pair + ", from: ptr by_copy " + pair +
                  ", x: i32) {\n"
                  " call make(to, x);\n"
                  " call take(from);\n"
                  " store ptradd(to, 4:i64), add(load:i32(from), x); }");
  Witness witness{.arguments = {numbers({4, 5}), number(10)},
                  .externals = {{"make", 0, numbers({8, 9})}}};
  EXPECT_EQ(subject.value(witness, "return value[0]"), "8");
  EXPECT_EQ(subject.value(witness, "return value[1]"), "14");
  EXPECT_EQ(subject.value(witness, "external calls"),
            "make(10); take({[0] = 4, [1] = 5})");
}

TEST(Oracle, AllocationsThatFail) {
  Subject subject(R"(function f() -> i32 {
    local p: ptr; local q: ptr;
    p = call !malloc(1:i64);
    q = call !realloc(p, 2:i64);
    return add(zext:i32(eq(p, null)), mul(2:i32, zext:i32(eq(q, null))));
  })");
  EXPECT_EQ(subject.value({}, "return value"), "0");
  EXPECT_EQ(subject.value({.failing_allocations = {1}}, "return value"), "2");
  EXPECT_EQ(subject.value({.failing_allocations = {0, 1}}, "return value"),
            "3");
}

TEST(Oracle, InvalidObservations) {
  Subject subject("function f() { opaque \"inline assembly\"; }");
  verdict::Observation seen = subject.run({});
  EXPECT_FALSE(seen.is_valid);
  EXPECT_EQ(seen.why, "inline assembly");
  Subject exits("function f() { call !exit(3:i32); }");
  EXPECT_EQ(exits.value({}, "outcome"), "exited(3)");
}

} // namespace
} // namespace mergeproof::interp
