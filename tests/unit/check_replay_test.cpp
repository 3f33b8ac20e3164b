// Witnesses run natively: what is observed, and what a run cannot do.
// uses: check verdict interp ir source support
#include "check_versions.h"

namespace mergeproof::check {
namespace {

using verdict::Observation;
using verdict::Witness;

std::string one(const std::string &text, const Versions::Describe &describe,
                const Witness &witness, const std::string &name) {
  return all(Versions("f", {text}, describe).replay(witness), name);
}

// struct node { struct node *next; short value; unsigned flag : 3; char
// name[8]; }
const ir::Type *node_type(Declare &d) {
  ir::Type *node = d.record("struct node");
  d.add_field(node, "next", d.pointer(node));
  d.add_field(node, "value", d.integer("short", 2));
  d.add_field(node, "name", d.array(d.character(), 8));
  node->fields.insert(node->fields.end() - 1, {.name = "flag",
                                               .type = d.u32(),
                                               .offset = 8,
                                               .bit_offset = 16,
                                               .bit_width = 3});
  node->fields.back().offset = 11;
  node->size = 24;
  return node;
}

TEST(Replay, ReturnValuesDiffer) {
  Versions versions(
      "f",
      {"int f(int x) { return x + 1; }", "int f(int x) { return x + 2; }",
       "int f(int x) { return x + 1; }", "int f(int x) { return x + 1; }"},
      int_of_int);
  auto seen = versions.replay({.arguments = {bytes_of(40)}});
  EXPECT_EQ(all(seen, "return value"), "41 42 41 41");
  auto violations = versions.violations(seen);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(violations[0].kind, verdict::ConflictKind::Lost);
  EXPECT_EQ(violations[0].parent, "A");
}

TEST(Replay, NullDereferenceOnlyInTheMerge) {
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
  auto seen = versions.replay({.arguments = {bytes_of<std::uint64_t>(0)}});
  EXPECT_EQ(all(seen, "outcome"),
            "returned returned returned trapped: null pointer access");
  ASSERT_FALSE(versions.violations(seen).empty());
  EXPECT_EQ(versions.violations(seen)[0].kind,
            verdict::ConflictKind::Unexpected);
}

TEST(Replay, TrapsHaveTheirKinds) {
  // Each body is a case of one function, so that it is compiled once.
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"return 1 / zero;", "division by zero"},
      {"return 2147483647 + (zero + 1);", "signed integer overflow"},
      {"return 1u << (zero + 32);", "shift that C does not define"},
      {"int a[4] = {0}; return a[zero + 4];", "array index out of bounds"},
      {"char *p = malloc(4); return p[zero + 4];", "invalid memory access"},
      {"char *p = malloc(4); free(p); return p[zero];",
       "invalid memory access"},
      {"char *p = malloc(4); free(p); free(p); return 0;",
       "free of a pointer that was not allocated"},
      {"int *p = (int *)(long)zero; return *p;", "null pointer access"},
      {"abort();", "abort"},
      {"assert(x == -1);", "abort"},
      {"int (*g)(void) = (int (*)(void))(long)zero; return g();",
       "call through an invalid function pointer"}};
  std::string text = "void *malloc(unsigned long); void free(void *); void "
                     "abort(void); void __assert_fail(const char *, const char "
                     "*, unsigned, const char *);\n#define assert(e) ((e) ? "
                     "(void)0 : __assert_fail(#e, \"\", 1, \"f\"))\n"
                     "int f(int x) { volatile int zero = 0; switch (x) {\n";
  std::vector<Witness> witnesses;
  for (std::size_t i = 0; i < cases.size(); i++) {
    text += "case " + std::to_string(i) + ": { " + cases[i].first + " }\n";
    witnesses.push_back({.arguments = {bytes_of(static_cast<int>(i))}});
  }
  Versions versions("f", {text + "} return x; }"}, int_of_int);
  auto seen = versions.replay_all(witnesses);
  for (std::size_t i = 0; i < cases.size(); i++)
    EXPECT_EQ(all(seen[i], "outcome"), "trapped: " + cases[i].second)
        << cases[i].first;
}

TEST(Replay, ExitsAndWhatDoesNotEnd) {
  const std::string text =
      "void exit(int); int deep(int x) { char b[100]; b[0] = x; return "
      "deep(x + 1) + b[0]; }\nint f(int x) { if (x == 0) exit(3); if (x == 1) "
      "for (;;) ; if (x == 2) return deep(0); return x; }";
  Versions versions("f", {text}, int_of_int);
  std::vector<Witness> witnesses;
  for (int x = 0; x < 4; x++)
    witnesses.push_back({.arguments = {bytes_of(x)}});
  auto seen = versions.replay_all(witnesses, {.seconds = 1});
  EXPECT_EQ(all(seen[0], "outcome"), "exited(3)");
  EXPECT_EQ(all(seen[1], "outcome"), "invalid: ran out of time");
  EXPECT_EQ(all(seen[2], "outcome"), "invalid: ran out of stack");
  EXPECT_EQ(all(seen[3], "return value"), "3");
}

TEST(Replay, StructsInAndOut) {
  const std::string text =
      "struct node { struct node *next; short value; unsigned flag : 3; "
      "char name[8]; };\n"
      "void f(struct node *p) { p->next->value += p->value; p->flag = 5; "
      "p->name[1] = 'x'; p->next->next = p; }";
  Versions versions("f", {text}, [](Declare &d, std::size_t) {
    d.function("f", nullptr, {{"p", d.pointer(node_type(d))}});
  });
  verdict::WitnessBytes first, second;
  first.bytes.resize(24);
  first.bytes[8] = 7;
  std::memcpy(&first.bytes[11], "ab", 2);
  first.pointers.push_back({0, 1, 0});
  second.bytes.resize(24);
  second.bytes[8] = 0xfe, second.bytes[9] = 0xff;
  auto seen =
      versions.replay({.arguments = {pointer_to(0)},
                       .objects = {{"*p", first}, {"*p->next", second}}});
  EXPECT_EQ(all(seen, "p->next->value"), "5");
  EXPECT_EQ(all(seen, "p->flag"), "5");
  EXPECT_EQ(all(seen, "p->name[0]"), "97");
  EXPECT_EQ(all(seen, "p->name[1]"), "120");
  EXPECT_EQ(all(seen, "p->next"), "p->next");
  EXPECT_EQ(all(seen, "p->next->next"), "p");
}

TEST(Replay, FreshMemoryIsSeenThroughItsPath) {
  const std::string text =
      "void *malloc(unsigned long); struct list { struct list *next; int v; "
      "};\n"
      "struct list *f(int n) { struct list *l = 0; while (n--) { struct list "
      "*m = malloc(sizeof *m); m->v = n; m->next = l; l = m; } return l; }";
  Versions versions("f", {text}, [](Declare &d, std::size_t) {
    ir::Type *list = d.record("struct list");
    d.add_field(list, "next", d.pointer(list));
    d.add_field(list, "v", d.i32());
    d.function("f", d.pointer(list), {{"n", d.i32()}});
  });
  auto seen = versions.replay({.arguments = {bytes_of(2)}});
  EXPECT_EQ(all(seen, "return value"), "new object");
  EXPECT_EQ(all(seen, "return value->v"), "0");
  EXPECT_EQ(all(seen, "return value->next->v"), "1");
  EXPECT_EQ(all(seen, "return value->next->next"), "null");
}

TEST(Replay, FailingAllocation) {
  const std::string text =
      "void *malloc(unsigned long); void free(void *);\n"
      "int f(int x) { int *a = malloc(4); int *b = malloc(4); if (!b) { "
      "free(a); return -1; } *a = *b = x; int r = *a; free(a); free(b); "
      "return r; }";
  Versions versions("f", {text}, int_of_int);
  Witness first{.arguments = {bytes_of(6)}, .failing_allocations = {0}};
  Witness second{.arguments = {bytes_of(6)}, .failing_allocations = {1}};
  auto seen =
      versions.replay_all({{.arguments = {bytes_of(6)}}, first, second});
  EXPECT_EQ(all(seen[0], "return value"), "6");
  EXPECT_EQ(all(seen[1], "outcome"), "trapped: null pointer access");
  EXPECT_EQ(all(seen[2], "return value"), "-1");
}

// What a test framework registers its tests with.
TEST(Replay, ConstructorsMayAllocateBeforeAnythingRuns) {
  const std::string text =
      "void *realloc(void *, unsigned long); static int *table;\n"
      "__attribute__((constructor)) static void start(void) { table = "
      "realloc(table, 4); *table = 1; }\n"
      "int f(int *p) { int *more = realloc(0, 4); return more ? *p : -1; }";
  Versions versions("f", {text}, [](Declare &d, std::size_t) {
    d.function("f", d.i32(), {{"p", d.pointer(d.i32())}});
  });
  Witness usual{.arguments = {bytes_of<std::int64_t>(0)}};
  usual.arguments[0].pointers.push_back({0, 0, 0});
  usual.objects.push_back({"*p", bytes_of(7)});
  Witness failing = usual;
  failing.failing_allocations = {0}; // of the unit's own
  auto seen = versions.replay_all({usual, failing});
  EXPECT_EQ(all(seen[0], "return value"), "7");
  EXPECT_EQ(all(seen[1], "return value"), "-1");
}

TEST(Replay, ExternalsAreStubsWithATrace) {
  const std::string text =
      "int printf(const char *, ...); int ask(const char *what, int n);\n"
      "int f(int x) { int r = ask(\"size\", x); printf(\"%d of %s\\n\", r, "
      "\"all\"); return r + ask(\"more\", r); }";
  Versions versions("f", {text}, [](Declare &d, std::size_t) {
    d.external("ask", d.i32(), {d.text(), d.i32()});
    d.external("printf", d.i32(), {d.text()}, true);
    d.function("f", d.i32(), {{"x", d.i32()}}, {"ask", "printf"});
  });
  Witness witness{.arguments = {bytes_of(3)}};
  witness.externals = {{"ask", 0, bytes_of(10)}, {"ask", 1, bytes_of(20)}};
  auto seen = versions.replay(witness);
  EXPECT_EQ(all(seen, "return value"), "30");
  EXPECT_EQ(all(seen, "external calls"),
            "ask(\"size\", 3); printf(\"10 of all\\n\"); ask(\"more\", 10)");
}

TEST(Replay, ExternalsLeaveWhatTheWitnessSays) {
  const std::string text =
      "int get(int *to, short count);\n"
      "int f(short n) { int x[2] = {1, 2}; get(x, n); get(0, n);\n"
      "return x[0] * 1000 + x[1]; }";
  Versions versions("f", {text}, [](Declare &d, std::size_t) {
    d.external("get", d.i32(), {d.pointer(d.i32()), d.integer("short", 2)});
    d.function("f", d.i32(), {{"n", d.integer("short", 2)}}, {"get"});
  });
  verdict::WitnessBytes two{{7, 0, 0, 0, 8, 0, 0, 0}, {}};
  Witness witness{.arguments = {bytes_of<std::int16_t>(1)}};
  witness.externals = {{"get", 0, bytes_of(0), {{.contents = two}}},
                       {"get", 1, bytes_of(0), {{.contents = two}}}};
  EXPECT_EQ(all(versions.replay(witness), "return value"), "7008");
  verdict::WitnessWrite &write = witness.externals[0].writes[0];
  write.length = 1;
  write.unit = 4;
  EXPECT_EQ(all(versions.replay(witness), "return value"), "7002");
  witness.arguments = {bytes_of<std::int16_t>(-1)}; // -1: none
  EXPECT_EQ(all(versions.replay(witness), "return value"), "1002");
  write.length.reset();
  write.contents.bytes.resize(12); // more than there is
  EXPECT_FALSE(versions.replay(witness).front().is_valid);
}

TEST(Replay, UnlistedExternalsGiveWhatTheSeedSays) {
  Versions versions("f",
                    {"unsigned ask(void); unsigned f(void) { return ask(); }"},
                    [](Declare &d, std::size_t) {
                      d.external("ask", d.u32(), {});
                      d.function("f", d.u32(), {}, {"ask"});
                    });
  EXPECT_EQ(all(versions.replay({.external_seed = 11}), "return value"),
            std::to_string(static_cast<std::uint32_t>(
                verdict::default_external_result(11, "ask", 0))));
}

TEST(Replay, GlobalsAreInputsAndObservables) {
  const std::string text =
      "static int count = 5; int limit; extern int outside; int unrelated = 9; "
      "static int unused = 3;\n"
      "int f(void) { count += limit; return outside; }";
  Versions versions("f", {text}, [](Declare &d, std::size_t) {
    d.global("count", d.i32(), true);
    d.global("unused", d.i32(), true).bytes[0] = 3;
    d.global("limit", d.i32());
    d.global("unrelated", d.i32());
    d.global("outside", d.i32()).is_defined = false;
    d.function("f", d.i32(), {},
               {"unit.c:count", "limit", "outside", "unit.c:unused"});
  });
  Witness witness;
  witness.globals = {{"limit", bytes_of(2)}, {"outside", bytes_of(30)}};
  auto seen = versions.replay(witness);
  EXPECT_EQ(all(seen, "return value"), "30");
  EXPECT_EQ(all(seen, "global count"), "7");
  EXPECT_EQ(all(seen, "global limit"), "2");
  EXPECT_EQ(all(seen, "global unused"), "3"); // the compiler dropped it
  EXPECT_EQ(all(seen, "global unrelated"), "-");
}

TEST(Replay, StaticUnitsAndMainCanBeCalled) {
  EXPECT_EQ(one("static int f(int x) { return x; }\n"
                "int main(void) { return f(1); }",
                static_int_of_int, {.arguments = {bytes_of(8)}},
                "return value"),
            "8");
  EXPECT_EQ(one("inline int f(int x) { return x; }", int_of_int,
                {.arguments = {bytes_of(9)}}, "return value"),
            "9");
  Versions versions("main", {"int g; int main(void) { g = 4; }"},
                    [](Declare &d, std::size_t) {
                      d.global("g", d.i32());
                      d.function("main", d.i32(), {}, {"g"});
                    });
  EXPECT_EQ(all(versions.replay({}), "global g"), "4");
  EXPECT_EQ(all(versions.replay({}), "return value"), "0");
}

TEST(Replay, StructsByValueAndFloats) {
  struct Pair {
    double x;
    int n;
  };
  EXPECT_EQ(one(
                "struct p { double x; int n; }; struct p f(struct p a) { "
                "a.x *= 2; a.n++; return a; }",
                [](Declare &d, std::size_t) {
                  ir::Type *p = d.record("struct p");
                  d.add_field(p, "x", d.f64());
                  d.add_field(p, "n", d.i32());
                  d.function("f", p, {{"a", p}});
                },
                {.arguments = {bytes_of(Pair{1.25, 3})}}, "return value.x"),
            "2.5");
}

TEST(Replay, LongDoubles) {
  auto scale = [](Declare &d, std::size_t) {
    d.function("f", d.f80(), {{"x", d.f80()}});
  };
  const std::string text = "long double f(long double x) { return x / 3; }";
  EXPECT_EQ(one(text, scale, {.arguments = {bytes_of(1.0L)}}, "return value"),
            "0.333333333333333333342");
  EXPECT_EQ(
      one(text, scale, {.arguments = {bytes_of(-3e4000L)}}, "return value"),
      "-9.99999999999999999997e+3999");
}

TEST(Replay, VersionsMayHaveOtherParametersAndLayouts) {
  struct Merged {
    long n;
    int a;
  };
  Versions versions(
      "f",
      {"struct s { int a; }; int f(struct s *p) { return p->a; }",
       "struct s { long n; int a; }; int f(struct s *p, int more) { "
       "return p->a + more + (int)p->n; }"},
      [](Declare &d, std::size_t version) {
        ir::Type *s = d.record("struct s");
        if (version == 1)
          d.add_field(s, "n", d.i64());
        d.add_field(s, "a", d.i32());
        std::vector<std::pair<std::string, const ir::Type *>> params = {
            {"p", d.pointer(s)}};
        if (version == 1)
          params.push_back({"more", d.i32()});
        d.function("f", d.i32(), params);
      });
  auto seen = versions.replay({.arguments = {pointer_to(0), bytes_of(1)},
                               .objects = {{"*p", bytes_of(Merged{100, 20})}}});
  EXPECT_EQ(all(seen, "return value"), "20 121");
  EXPECT_EQ(all(seen, "p->a"), "20 20");
}

TEST(Replay, CalleesOfOtherFiles) {
  Versions versions("f",
                    {"static int count; int twice(int); int f(int x) { "
                     "count++; return twice(x) + count; }"},
                    [](Declare &d, std::size_t) {
                      d.function("twice", d.i32(), {{"x", d.i32()}});
                      d.function("f", d.i32(), {{"x", d.i32()}}, {"twice"});
                    });
  versions.sources[0].others = {
      "static int count; int twice(int x) { count += 5; return 2 * x; }"};
  EXPECT_EQ(all(versions.replay({.arguments = {bytes_of(4)}}), "return value"),
            "9");
}

TEST(Replay, FunctionsWithoutSourceSayNothing) {
  Versions versions("f",
                    {"int elsewhere(int); int never(void); int g(void) { "
                     "return never(); } int f(int x) { return x ? "
                     "elsewhere(x) : 7; }"},
                    [](Declare &d, std::size_t) {
                      d.function("elsewhere", d.i32(), {{"x", d.i32()}});
                      d.function("f", d.i32(), {{"x", d.i32()}}, {"elsewhere"});
                    });
  auto seen = versions.replay_all(
      {{.arguments = {bytes_of(0)}}, {.arguments = {bytes_of(1)}}});
  EXPECT_EQ(all(seen[0], "return value"), "7");
  EXPECT_EQ(all(seen[1], "return value"),
            "invalid: called elsewhere, whose source was not given");
}

TEST(Replay, TheSandboxHolds) {
  // The calls are made directly: by name they would be stubs.
  const std::string text = R"c(
long raw(long n, long a, long b, long c) { long r;
  __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c)
                   : "rcx", "r11", "memory"); return r; }
int f(int what) {
  if (what == 0) { int n = 0; while (raw(57, 0, 0, 0) > 0) n++; return n; }
  if (what == 1) return raw(41, 2, 1, 0);
  if (what == 2) return raw(2, (long)"/mergeproof-was-here", 0101, 0600);
  return raw(62, -1, 9, 0); }
)c";
  std::vector<Witness> witnesses;
  for (int what = 0; what < 4; what++)
    witnesses.push_back({.arguments = {bytes_of(what)}});
  auto seen = Versions("f", {text}, int_of_int).replay_all(witnesses);
  EXPECT_EQ(all(seen[0], "return value"), "0");   // fork: not even one
  EXPECT_EQ(all(seen[1], "return value"), "-1");  // socket
  EXPECT_EQ(all(seen[2], "return value"), "-30"); // the root is read-only
  EXPECT_EQ(all(seen[3], "return value"), "-1");  // kill(-1, SIGKILL)
}

TEST(Replay, ErrorsNameTheVersion) {
  Versions versions(
      "f", {"int f(int x) { return 0; }", "int f(int x) { return nowhere; }"},
      int_of_int);
  auto replayer = versions.prepare();
  ASSERT_FALSE(replayer);
  EXPECT_TRUE(replayer.error().message.starts_with(
      "version A does not compile for a run: "))
      << replayer.error().message;
}

} // namespace
} // namespace mergeproof::check
