// Witnesses written as C tests that pass and fail where they promise.
// uses: check verdict interp ir source support
#include "check/test_writer.h"
#include "check_versions.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace mergeproof::check {
namespace {

using verdict::Witness;

// Replays, writes a test of the first violation that looks at `observable`, and
// runs it. Gives "O- A+ B- M-" and whether that is as promised.
std::string written(Versions &versions, const Witness &witness,
                    const std::string &observable,
                    std::string *text = nullptr) {
  auto seen = versions.replay(witness);
  for (const verdict::Violation &violation : versions.violations(seen)) {
    if (violation.observable != observable)
      continue;
    auto made =
        write_test(versions.question, witness, violation, seen,
                   versions.sources, {versions.directory->path() + "/tests"});
    if (!made)
      return made.error().message;
    const std::string &path = made.value().path;
    std::ostringstream read;
    read << std::ifstream(path).rdbuf();
    if (text)
      *text = read.str();
    auto run =
        run_written_test(versions.question, violation, versions.sources, path);
    if (!run)
      return run.error().message;
    std::string result = run.value().is_as_promised ? "" : "not as promised: ";
    for (std::size_t v = 0; v < run.value().passed.size(); v++)
      result += versions.question.versions[v].revision.id +
                (run.value().passed[v] ? "+" : "-");
    return run.value().is_as_promised ? result : result + "\n" + read.str();
  }
  std::string all_seen;
  for (const auto &one : seen)
    all_seen += value_of(one, observable) + " ";
  return "no violation of " + observable + ": " + all_seen;
}

TEST(TestWriter, LostReturnValue) {
  const std::string base = "int f(int x) { return x + 1; }";
  Versions versions("f", {base, "int f(int x) { return x + 2; }", base, base},
                    int_of_int);
  std::string text;
  EXPECT_EQ(
      written(versions, {.arguments = {bytes_of(40)}}, "return value", &text),
      "O-A+B-M-");
  EXPECT_NE(text.find("result = f(40);"), std::string::npos) << text;
  EXPECT_NE(text.find("expect_int(\"return value\", result, 42);"),
            std::string::npos)
      << text;
}

TEST(TestWriter, NeverOverwrites) {
  const std::string base = "int f(int x) { return x + 1; }";
  Versions versions("f", {base, "int f(int x) { return x + 2; }", base, base},
                    int_of_int);
  Witness witness{.arguments = {bytes_of(-5)}};
  for (int i = 0; i < 2; i++)
    EXPECT_EQ(written(versions, witness, "return value"), "O-A+B-M-");
  for (const char *folder : {"f_lost_A", "f_lost_A-2"})
    EXPECT_TRUE(std::filesystem::exists(versions.directory->path() + "/tests/" +
                                        folder + "/test_f_lost_A.c"));
}

TEST(TestWriter, TrapInTheMergeOnly) {
  const std::string record = "struct s { int a, b; };\n";
  const std::string guarded =
      record + "int f(struct s *p) { return p ? p->b : -1; }";
  Versions versions("f",
                    {guarded, guarded, guarded,
                     record + "int f(struct s *p) { return p->b; }"},
                    [](Declare &d, std::size_t) {
                      ir::Type *s = d.record("struct s");
                      d.add_field(s, "a", d.i32());
                      d.add_field(s, "b", d.i32());
                      d.function("f", d.i32(), {{"p", d.pointer(s)}});
                    });
  EXPECT_EQ(
      written(versions, {.arguments = {bytes_of<std::uint64_t>(0)}}, "outcome"),
      "O+A+B+M-");
}

void list_unit(Declare &d, std::size_t) {
  ir::Type *list = d.record("struct list");
  d.add_field(list, "next", d.pointer(list));
  d.add_field(list, "v", d.i32());
  d.add_field(list, "name", d.text());
  d.function("f", d.pointer(list), {{"l", d.pointer(list)}});
}

TEST(TestWriter, StructsPointersAndText) {
  const std::string record =
      "struct list { struct list *next; int v; char *name; };\n"
      "struct list *f(struct list *l) { ";
  const std::string base = record + "return l; }";
  verdict::WitnessBytes first, second, text;
  first.bytes.resize(24), second.bytes.resize(24);
  first.pointers = {{0, 1, 0}, {16, 2, 0}};
  second.bytes[8] = 0xfd;
  std::fill_n(second.bytes.begin() + 9, 3, 0xff);
  text.bytes = {'a', '"', 'c', 0};
  Witness witness{
      .arguments = {pointer_to(0)},
      .objects = {{"*l", first}, {"*l->next", second}, {"*l->name", text}}};
  Versions value("f",
                 {base, record + "l->next->v *= 2; return l; }", base, base},
                 list_unit);
  EXPECT_EQ(written(value, witness, "l->next->v"), "O-A+B-M-");
  Versions pointer("f", {base, record + "return l->next; }", base, base},
                   list_unit);
  EXPECT_EQ(written(pointer, witness, "return value"), "O-A+B-M-");
  Versions string(
      "f", {base, record + "l->name[0] = '\\\\'; return l; }", base, base},
      list_unit);
  EXPECT_EQ(written(string, witness, "l->name[0]"), "O-A+B-M-");
}

TEST(TestWriter, ObjectsThatNothingLeadsTo) {
  const std::string record =
      "struct list { struct list *next; int v; char *name; };\n"
      "struct list *f(struct list *l) { ";
  const std::string base = record + "return l; }";
  verdict::WitnessBytes first, second, third;
  first.bytes.resize(24), second.bytes.resize(24), third.bytes.resize(24);
  first.pointers = {{0, 2, 0}};
  second.pointers = {{16, 3, 0}};
  Witness witness{.arguments = {pointer_to(0)},
                  .objects = {{"*l", first},
                              {"*l->next->next", second},
                              {"*l->next", third},
                              {"*l->next->next->name", third}}};
  Versions value("f",
                 {base, record + "l->next->v = 2; return l; }", base, base},
                 list_unit);
  std::string text;
  EXPECT_EQ(written(value, witness, "l->next->v", &text), "O-A+B-M-");
  EXPECT_NE(text.find("in_l_next "), std::string::npos) << text;
  EXPECT_EQ(text.find("in_l_next_next"), std::string::npos) << text;
}

TEST(TestWriter, GlobalsAndFunctionsOfOtherFiles) {
  const std::string head = "extern int outside; static int count = 1; int "
                           "elsewhere(int); int unrelated(void) { return "
                           "elsewhere(3); }\nint f(int x) { ";
  const std::string base = head + "count += outside; return x; }";
  Versions versions(
      "f", {base, head + "count += 2 * outside; return x; }", base, base},
      [](Declare &d, std::size_t) {
        d.global("count", d.i32(), true);
        d.global("outside", d.i32()).is_defined = false;
        d.external("elsewhere", d.i32(), {d.i32()});
        d.function("f", d.i32(), {{"x", d.i32()}}, {"unit.c:count", "outside"});
      });
  Witness witness{.arguments = {bytes_of(0)},
                  .globals = {{"outside", bytes_of(5)}}};
  EXPECT_EQ(written(versions, witness, "global count"), "O-A+B-M-");
}

TEST(TestWriter, CalleesOfOtherFiles) {
  const std::string text = "int twice(int); int f(int x) { return twice(x); }";
  Versions versions("f", {text, text, text, text}, [](Declare &d, std::size_t) {
    d.function("twice", d.i32(), {{"x", d.i32()}});
    d.function("f", d.i32(), {{"x", d.i32()}}, {"twice"});
  });
  const std::string head = "int twice(int x) { return x ";
  const char *const tails[] = {"* 2; }", "* 3; }", "* 2; }", "* 2; }"};
  for (std::size_t v = 0; v < 4; v++)
    versions.sources[v].others = {head + tails[v]};
  EXPECT_EQ(written(versions, {.arguments = {bytes_of(1)}}, "return value"),
            "O-A+B-M-");
}

TEST(TestWriter, ExternalsWithResultsAndTrace) {
  const std::string head =
      "int printf(const char *, ...); int ask(const char *, int);\n"
      "int f(int x) { ";
  const std::string base = head + "return ask(\"a\", x) + ask(\"b\", x); }";
  auto describe = [](Declare &d, std::size_t) {
    d.external("ask", d.i32(), {d.const_text(), d.i32()});
    d.external("printf", d.i32(), {d.const_text()}, true);
    d.function("f", d.i32(), {{"x", d.i32()}}, {"ask", "printf"});
  };
  Witness witness{.arguments = {bytes_of(3)}, .external_seed = 3};
  witness.externals = {{"ask", 0, bytes_of(10)}, {"ask", 1, bytes_of(20)}};
  Versions value(
      "f", {base, head + "return ask(\"a\", x) - ask(\"b\", x); }", base, base},
      describe);
  EXPECT_EQ(written(value, witness, "return value"), "O-A+B-M-");
  Versions trace(
      "f", {base, head + "return ask(\"a\", x) + ask(\"c\", x); }", base, base},
      describe);
  EXPECT_EQ(written(trace, witness, "external calls"), "O-A+B-M-");
}

TEST(TestWriter, ExternalsThatLeaveSomething) {
  const std::string head = "int get(char *to, int count);\n"
                           "int f(int n) { char x[4]; get(x, n); ";
  const std::string base = head + "return x[0] == '\"' && x[1] == '\\\\'; }";
  auto describe = [](Declare &d, std::size_t) {
    d.external("get", d.i32(), {d.text(), d.i32()});
    d.function("f", d.i32(), {{"n", d.i32()}}, {"get"});
  };
  Witness witness{.arguments = {bytes_of(2)}};
  witness.externals = {
      {"get",
       0,
       bytes_of(0),
       {{.contents = {{'"', '\\', '?', 200, 0, 1}, {}}, .length = 1}}}};
  Versions changed("f", {base, head + "return x[0] == 'x'; }", base, base},
                   describe);
  EXPECT_EQ(written(changed, witness, "return value"), "O-A+B-M-");
}

// Of the file, and of another one that the file does not declare.
TEST(TestWriter, PointersToFunctions) {
  const std::string head =
      "struct ops { int (*own)(int); int (*other)(int); };\n"
      "static int own(int x) { return x + 1; }\n"
      "int use(void) { return own(2); }\n"
      "int f(struct ops *o, int x) { return ";
  const std::string base = head + "o->own(x) + o->other(x); }";
  Versions versions(
      "f", {base, head + "o->own(x) - o->other(x); }", base, base},
      [](Declare &d, std::size_t) {
        ir::Function &own = d.function("own", d.i32(), {{"x", d.i32()}});
        d.function("other", d.i32(), {{"x", d.i32()}});
        ir::Type *ops = d.record("struct ops");
        d.add_field(ops, "own", d.pointer(own.type));
        d.add_field(ops, "other", d.pointer(own.type));
        d.function("f", d.i32(), {{"o", d.pointer(ops)}, {"x", d.i32()}},
                   {"other"});
      });
  for (ReplaySource &source : versions.sources)
    source.others = {"int other(int x) { return 2 * x; }"};
  verdict::WitnessObject ops{"*o", {}};
  ops.contents.bytes.resize(16);
  ops.contents.pointers = {{0, 1, 0}, {8, 2, 0}};
  Witness witness{
      .arguments = {{std::vector<unsigned char>(8), {{0, 0, 0}}}, bytes_of(3)},
      .objects = {ops, {"own", {}, "unit.c:own"}, {"other", {}, "other"}}};
  EXPECT_EQ(written(versions, witness, "return value"), "O-A+B-M-");
}

TEST(TestWriter, FloatsWithoutALiteral) {
  const std::string base = "double f(int x) { return x; }";
  for (const char *value :
       {"__builtin_inf()", "-__builtin_inf()", "__builtin_nan(\"\")"}) {
    Versions versions("f",
                      {base,
                       "double f(int x) { return " + std::string(value) + "; }",
                       base, base},
                      [](Declare &d, std::size_t) {
                        d.function("f", d.f64(), {{"x", d.i32()}});
                      });
    EXPECT_EQ(written(versions, {.arguments = {bytes_of(3)}}, "return value"),
              "O-A+B-M-")
        << value;
  }
}

// What is passed, returned and expected keeps all its digits.
TEST(TestWriter, LongDoublesKeepTheirDigits) {
  const std::string text = "long double f(long double x) { return x";
  Versions versions("f",
                    {text + "; }", text + " * 1e4900L + 1 / 3.0L; }",
                     text + "; }", text + "; }"},
                    [](Declare &d, std::size_t) {
                      d.function("f", d.f80(), {{"x", d.f80()}});
                    });
  for (long double x : {0.0L, 0.1L, 1e-4900L, -0x1.8p3L, 1e4000L / 3})
    EXPECT_EQ(written(versions, {.arguments = {bytes_of(x)}}, "return value"),
              "O-A+B-M-")
        << double(x);
}

TEST(TestWriter, FloatsAreExpectedAsFloats) {
  const std::string text = "float f(float x) { return x";
  Versions versions(
      "f", {text + "; }", text + " + 0.1f; }", text + "; }", text + "; }"},
      [](Declare &d, std::size_t) {
        d.function("f", d.real("float", 4), {{"x", d.real("float", 4)}});
      });
  for (float x : {0.0F, -3.0F, 0.7F, 100.0F / 3})
    EXPECT_EQ(written(versions, {.arguments = {bytes_of(x)}}, "return value"),
              "O-A+B-M-")
        << x;
}

TEST(TestWriter, BitsThatNoLiteralHas) {
  const std::string head = "int f(long double x) { unsigned long n; "
                           "__builtin_memcpy(&n, &x, 8); return n == ";
  Versions versions(
      "f", {head + "5; }", head + "6; }", head + "5; }", head + "5; }"},
      [](Declare &d, std::size_t) {
        d.function("f", d.i32(), {{"x", d.f80()}});
      });
  verdict::WitnessBytes bits;
  bits.bytes = {6, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x3f, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(written(versions, {.arguments = {bits}}, "return value"),
            "O-A+B-M-");
}

TEST(TestWriter, FailingAllocationsAndExits) {
  const std::string head = "void *malloc(unsigned long); void exit(int);\n"
                           "int f(int x) { int *p = malloc(4); ";
  const std::string base = head + "if (!p) return 1; *p = x; return *p; }";
  Versions versions(
      "f", {base, head + "if (!p) exit(7); *p = x; return *p; }", base, base},
      int_of_int);
  EXPECT_EQ(written(versions,
                    {.arguments = {bytes_of(3)}, .failing_allocations = {0}},
                    "outcome"),
            "O-A+B-M-");
}

TEST(TestWriter, ArraysOfNumbers) {
  const std::string head = "void f(int *p) { p[1] = ";
  Versions versions(
      "f", {head + "0; }", head + "5; }", head + "0; }", head + "0; }"},
      [](Declare &d, std::size_t) {
        d.function("f", nullptr, {{"p", d.pointer(d.i32())}});
      });
  verdict::WitnessBytes three;
  three.bytes.resize(12);
  three.bytes[8] = 9;
  EXPECT_EQ(written(versions,
                    {.arguments = {pointer_to(0)}, .objects = {{"*p", three}}},
                    "p[1]"),
            "O-A+B-M-");
}

TEST(TestWriter, UnexpectedValueWhereParentsDisagree) {
  const std::string head = "int f(int x) { return ";
  Versions versions(
      "f", {head + "1; }", head + "1; }", head + "2; }", head + "3; }"},
      int_of_int);
  EXPECT_EQ(written(versions, {.arguments = {bytes_of(0)}}, "return value"),
            "O-A-B+M-"); // lost comes first
}

} // namespace
} // namespace mergeproof::check
