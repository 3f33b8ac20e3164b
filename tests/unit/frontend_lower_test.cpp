// uses: frontend/c ir source support
//
// Lowering of C to IR: shape of what comes out, and that it is well formed.
#include "frontend/c/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "source/memory_tree.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>

namespace mergeproof::frontend::c {
namespace {

class Lowered {
public:
  explicit Lowered(const std::string &text, std::vector<std::string> flags = {})
      : Lowered({{"a.c", text}}, "a.c", std::move(flags)) {}
  Lowered(std::map<std::string, std::string> files, const std::string &path,
          std::vector<std::string> flags = {}, const std::string &key = "")
      : tree_(std::move(files)),
        unit(parse(context_, {.tree = &tree_,
                              .path = path,
                              .key_path = key.empty() ? path : key,
                              .flags = std::move(flags),
                              .wants_preprocessed = true})) {}

  std::string body(const std::string &id) {
    const ir::Function *function = unit.program.find_function(id);
    return function ? ir::print(function->body) : "no such function";
  }
  const ir::Function &function(const std::string &id) {
    return unit.program.functions.at(context_.symbol(id));
  }
  std::string faults() {
    std::string all;
    for (const std::string &one : ir::verify(unit.program))
      all += one + "\n";
    for (const SkippedFunction &one : unit.skipped)
      all += "skipped " + one.name + ": " + one.reason + "\n";
    for (const auto &[id, function] : unit.program.functions)
      for (const std::string &reason : function.opaque_reasons)
        all += "opaque " + std::string(id) + ": " + reason + "\n";
    return all;
  }

private:
  ir::Context context_;
  source::MemoryTree tree_;

public:
  ParsedUnit unit;
};

TEST(FrontendLower, ChecksStandInFrontOfTheOperation) {
  Lowered lowered("int f(int a, int b) { return a + b; }\n"
                  "int g(int *p) { return p[1]; }\n");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_EQ(lowered.body("f"),
            "check SignedOverflow, not(sadd_overflow(a, b));\n"
            "return add(a, b);\n");
  EXPECT_EQ(lowered.body("g"),
            "check NullPointer, ne(p, null);\n"
            "check InvalidAccess, valid(ptradd(p, 4:i64), 4:i64);\n"
            "return typed_load:i32(ptradd(p, 4:i64));\n");
}

// An offset as it was written before there was offsetof: nothing is accessed.
TEST(FrontendLower, MembersOfANullLiteralAreOffsets) {
  Lowered lowered("struct s { long l; struct { int a, b[3]; } in; };\n"
                  "unsigned long f(void) { return (unsigned long)&((struct s "
                  "*)0)->in.b[2]; "
                  "}\n"
                  "int g(void) { return ((struct s *)0)->in.a; }\n"
                  "int *h(struct s *p) { return &p->in.a; }\n");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_EQ(lowered.body("f"), "return 20:i64;\n");
  EXPECT_NE(lowered.body("g").find("check NullPointer, false;\n"),
            std::string::npos);
  EXPECT_NE(lowered.body("h").find("check NullPointer, ne(p, null);\n"),
            std::string::npos);
}

// The last load or store of the function's text.
bool is_typed(Lowered &lowered, const std::string &function) {
  std::string body = lowered.body(function);
  std::size_t load = body.rfind("load:"), store = body.rfind("store");
  std::size_t at = store == std::string::npos ? load : store;
  return at >= 6 && body.substr(at - 6, 6) == "typed_";
}

TEST(FrontendLower, AccessesAreTypedWhereDeclarationsSayWhatIsThere) {
  const char *text =
      "struct s { int n; struct s *next; char c; float f[4]; };\n"
      "struct s all[4];\n"
      "int variable(int *p) { return *p; }\n"
      "int member(struct s *p) { return p->next->n; }\n"
      "float element(struct s *p, int i) { return (p + 1)->f[i]; }\n"
      "int global(int i) { return all[i].n; }\n"
      "int of_void(void *p) { struct s *a = p; return a->n; }\n"
      "void *malloc(unsigned long);\n"
      "int fresh(void) { int *a = malloc(40), *b; b = a; return b[2]; }\n"
      "void store(const struct s *p, int **q) { (*q)[2] = p->n; }\n";
  Lowered lowered(text);
  EXPECT_EQ(lowered.faults(), "");
  for (const char *function :
       {"variable", "member", "element", "global", "of_void", "fresh", "store"})
    EXPECT_TRUE(is_typed(lowered, function)) << lowered.body(function);
  Lowered relaxed(text, {"-fno-strict-aliasing"});
  EXPECT_FALSE(is_typed(relaxed, "variable")) << relaxed.body("variable");
  EXPECT_FALSE(is_typed(relaxed, "store")) << relaxed.body("store");
}

TEST(FrontendLower, FunctionsSayWhetherTheyConvertPointers) {
  Lowered lowered(
      "union u { int i; float f; int a[2]; char c[8]; struct { int n; } s; };\n"
      "struct s { int n; struct s *next; };\n"
      "struct t { int n; };\n"
      "void *malloc(unsigned long); int use(int *p); int text(char *p);\n"
      "int cast(char *p) { return *(int *)p; }\n"
      "int other(struct t *p) { return ((struct s *)p)->n; }\n"
      "int number(long n) { return *(int *)n; }\n"
      "int word(void *p) { int *a = p; return *a; }\n"
      "int two(void *p) { struct s *a = p; struct t *b = p; return a->n+b->n; "
      "}\n"
      "int taken(union u *p) { return use(&p->i); }\n"
      "int inside(union u *p) { int *n = &p->s.n; return *n; }\n"
      "int decayed(union u *p) { return use(p->a); }\n"
      "union v { struct s *s; struct t *t; };\n"
      "int read(union v *p) { struct s *a = p->s; return a->n; }\n"
      "int twice(struct t *p) { return ((struct s *)(void *)p)->n; }\n"
      "int one(void *p) { struct s *a = p; return a->n; }\n"
      "int fresh(void) { int *a = (int *)malloc(4); return *a; }\n"
      "int bytes(struct s *p) { char *c = (char *)p; return c[1]; }\n"
      "int element(union u *p, int i) { return p->a[i] + text(p->c); }\n"
      "int null(struct s *p) { p->next = 0; return use((void *)0); }\n"
      "int constant(struct s *p) { const struct s *q = p; return q->n; }\n");
  EXPECT_EQ(lowered.faults(), "");
  for (const char *function : {"cast", "other", "number", "word", "two",
                               "taken", "inside", "decayed", "read", "twice"})
    EXPECT_TRUE(lowered.function(function).converts_pointers) << function;
  for (const char *function :
       {"one", "fresh", "bytes", "element", "null", "constant"})
    EXPECT_FALSE(lowered.function(function).converts_pointers) << function;
}

TEST(FrontendLower, TypedAccessesSayTheirMember) {
  Lowered lowered("struct s { int a, n; int v[3]; };\n"
                  "typedef struct { struct s in; int last; } t;\n"
                  "int of_s(struct s *p) { return p->n; }\n"
                  "int inside(t *p) { return p->in.n; }\n"
                  "int element(struct s *p, unsigned i) { return p->v[i]; }\n"
                  "void named(t *p) { p->last = 1; }\n"
                  "int pointer(struct s *p) { int *n = &p->n; return *n; }\n");
  EXPECT_EQ(lowered.faults(), "");
  auto says = [&](const char *function, const char *member) {
    return lowered.body(function).find(member) != std::string::npos;
  };
  EXPECT_TRUE(says("of_s", "typed_load:i32[\"struct s+4\"]"));
  EXPECT_TRUE(says("inside", "typed_load:i32[\"struct s+4\"]"));
  EXPECT_TRUE(says("element", "typed_load:i32[\"struct s+8\"]"));
  EXPECT_TRUE(says("named", "typed_store[\"t+20\"]")) << lowered.body("named");
  EXPECT_TRUE(says("pointer", "typed_load:i32(")) << lowered.body("pointer");
}

TEST(FrontendLower, AccessesAreNotTypedWhereSomethingElseMayBeThere) {
  Lowered lowered(
      "union u { int i; float f; struct { int n; } s; int a[2]; };\n"
      "struct b { unsigned low : 20; unsigned high : 12; };\n"
      "struct __attribute__((packed)) p { char c; int n; };\n"
      "struct o { int before; struct p p; };\n"
      "typedef int word __attribute__((may_alias));\n"
      "typedef int bytes __attribute__((aligned(1)));\n"
      "int of_union(union u *p) { return p->i; }\n"
      "int in_union(union u *p) { return p->s.n; }\n"
      "int element(union u *p, int i) { return p->a[i]; }\n"
      "void bits(struct b *p) { p->high = 3; }\n"
      "int packed(struct p *p) { return p->n; }\n"
      "int in_packed(struct o *p) { return p->p.n; }\n"
      "int cast(char *p) { return *(int *)p; }\n"
      "int moved(char *p, int i) { return ((int *)(p + 1))[i]; }\n"
      "int alias(word *p) { return *p; }\n"
      "int unaligned(bytes *p) { return *p; }\n"
      "enum __attribute__((may_alias)) e { A, B = 100000 };\n"
      "typedef struct p __attribute__((may_alias)) any;\n"
      "int of_enum(enum e *p) { return *p; }\n"
      "int of_any(any *p) { return p->n; }\n"
      "int statement(char *p) { return *({ (int *)p; }); }\n");
  EXPECT_EQ(lowered.faults(), "");
  for (const char *function : {"of_union", "in_union", "element", "bits",
                               "packed", "in_packed", "cast", "moved", "alias",
                               "unaligned", "of_enum", "of_any", "statement"})
    EXPECT_FALSE(is_typed(lowered, function)) << lowered.body(function);
}

TEST(FrontendLower, WrappingArithmeticHasNoOverflow) {
  Lowered lowered("int f(int a, int b) { return a + b; }", {"-fwrapv"});
  EXPECT_EQ(lowered.body("f"), "return add(a, b);\n");
}

TEST(FrontendLower, OperandsAreKeptOnlyWhenSomethingMayChangeThem) {
  Lowered lowered("int g(void); int h(int, int);\n"
                  "unsigned a(unsigned x) { return x + (unsigned)g(); }\n"
                  "unsigned b(unsigned *x) { return *x + (unsigned)g(); }\n"
                  "int c(int x) { return h(x, x = 2); }\n");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_EQ(lowered.body("a"), "\"$1\" = call g();\nreturn add(x, \"$1\");\n");
  EXPECT_EQ(lowered.body("b"), "check NullPointer, ne(x, null);\n"
                               "check InvalidAccess, valid(x, 4:i64);\n"
                               "\"$2\" = typed_load:i32(x);\n"
                               "\"$1\" = call g();\n"
                               "return add(\"$2\", \"$1\");\n");
  EXPECT_EQ(lowered.body("c"), "\"$1\" = x;\n"
                               "x = 2:i32;\n"
                               "\"$2\" = call h(\"$1\", x);\n"
                               "return \"$2\";\n");
}

TEST(FrontendLower, CallsWriteTheirVariable) {
  Lowered lowered("int g(int); void *malloc(unsigned long);\n"
                  "int f(int x) { int y = g(x); x = g(y); return x; }\n"
                  "void *m(void) { void *p = malloc(4); return p; }\n");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_EQ(lowered.body("f"), "y = call g(x);\nx = call g(y);\nreturn x;\n");
  EXPECT_EQ(lowered.body("m"), "p = call !malloc(4:i64);\nreturn p;\n");
}

TEST(FrontendLower, OperandsWithoutStatementsStayInTheCondition) {
  Lowered lowered("int f(int a, int *p) { return a > 1 && a < 9 && *p; }");
  EXPECT_EQ(lowered.body("f"), "if and(slt(1:i32, a), slt(a, 9:i32)) {\n"
                               "  check NullPointer, ne(p, null);\n"
                               "  check InvalidAccess, valid(p, 4:i64);\n"
                               "  \"$1\" = ne(typed_load:i32(p), 0:i32);\n"
                               "} else {\n"
                               "  \"$1\" = false;\n"
                               "}\n"
                               "return zext:i32(\"$1\");\n");
}

TEST(FrontendLower, SwitchIsARowOfTests) {
  Lowered lowered("int f(int a) { int r = 0; switch (a) { case 1: r = 1; break;"
                  " case 2: r = 2; case 3: r += 3u; break; default: r = 9; }"
                  " return r; }");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_EQ(lowered.body("f"), "r = 0:i32;\n"
                               "block block1 {\n"
                               "  if eq(a, 1:i32) {\n"
                               "    r = 1:i32;\n"
                               "    break block1;\n"
                               "  }\n"
                               "  if or(eq(a, 2:i32), eq(a, 3:i32)) {\n"
                               "    if eq(a, 2:i32) {\n"
                               "      r = 2:i32;\n"
                               "    }\n"
                               "    r = add(r, 3:i32);\n"
                               "    break block1;\n"
                               "  }\n"
                               "  r = 9:i32;\n"
                               "}\n"
                               "return r;\n");
}

TEST(FrontendLower, ReadsOfUnassignedVariablesAreChecked) {
  Lowered lowered(
      "int f(int a) { int x; if (a) x = 1; return x; }\n"
      "int g(int a) { int x; if (a) x = 1; else x = 2; return x; }\n"
      "int h(int a) { int x; while (1) { if (a) { x = a; break; } "
      "return 0; } return x; }\n");
  EXPECT_EQ(lowered.body("f"), "x$init = false;\n"
                               "if ne(a, 0:i32) {\n"
                               "  x = 1:i32;\n"
                               "  x$init = true;\n"
                               "}\n"
                               "check UninitialisedRead, x$init;\n"
                               "return x;\n");
  EXPECT_EQ(lowered.body("g").find("$init"), std::string::npos);
  EXPECT_EQ(lowered.body("h").find("$init"), std::string::npos);
}

TEST(FrontendLower, AnInitialiserMayReadItsOwnVariable) {
  Lowered lowered("int f(void) { int x = x + 1; return x; }");
  EXPECT_NE(lowered.body("f").find("check UninitialisedRead, x$init"),
            std::string::npos);
}

TEST(FrontendLower, MissingReturnValue) {
  Lowered lowered("int f(int a) { if (a) return 1; }\n"
                  "int g(int a) { for (;;) if (a++) return 1; }\n"
                  "int main(void) {}\n");
  EXPECT_NE(lowered.body("f").find("opaque"), std::string::npos);
  EXPECT_EQ(lowered.body("g").find("MissingReturn"), std::string::npos);
  EXPECT_EQ(lowered.body("main"), "return 0:i32;\n");
}

TEST(FrontendLower, IdsAreTheSameInEveryVersion) {
  Lowered lowered(
      {{"src/a.c", "#include \"inc/h.h\"\n"
                   "static int hidden(void) { static int n; "
                   "{ static int n; n++; } return n++; }\n"
                   "int shown(void) { return hidden() + inlined(); }"
                   "const char *s = \"text\";\n"},
       {"inc/h.h", "static int used_by_none(void) { return 1; }\n"
                   "static inline int inlined(void) { return 2; }"}},
      "src/a.c", {"-I."}, "src/old.c");
  EXPECT_EQ(lowered.faults(), "");
  std::string ids;
  for (const auto &[id, function] : lowered.unit.program.functions)
    ids += std::string(id) + " ";
  for (const auto &[id, global] : lowered.unit.program.globals)
    if (!id.starts_with(".str."))
      ids += std::string(id) + " ";
  EXPECT_EQ(ids, "inc/h.h:inlined shown src/old.c:hidden s src/old.c:hidden.n "
                 "src/old.c:hidden.n.2 ");
  EXPECT_EQ(lowered.unit.includes,
            (std::vector<std::string>{"inc/h.h", "src/a.c"}));
}

TEST(FrontendLower, WhatIsNotHandledIsOpaque) {
  Lowered lowered(
      "int f(int n) { again:; int v[n]; v[0] = n--;\n"
      "  if (v[0]) goto again; return n; }\n"
      "long double g(long double x) { return x; }\n"
      "void h(void) { __asm__(\"nop\"); }\n"
      "int d(int n) { void *p = &&in; goto *p; in: return n; }\n"
      "extern long double volatile v; double r(void) { return v; }\n"
      "void e(void) { __asm__ volatile(\"\" ::: \"memory\"); }\n");
  EXPECT_EQ(lowered.faults(), "opaque d: label as a value\n"
                              "opaque d: computed goto\n"
                              "opaque f: unusual variable length array\n"
                              "opaque h: inline assembly\n"
                              "opaque r: volatile access to an unusual type\n");
}

TEST(FrontendLower, LongDoubleIsThatOfX87) {
  const std::string text = "int f(long double x) { return x < 0.1L; }\n";
  EXPECT_EQ(Lowered(text).faults(), "");
  EXPECT_EQ(Lowered(text, {"-m32"}).faults(), "");
  for (const char *other : {"-mlong-double-64", "-mlong-double-128"})
    EXPECT_TRUE(Lowered(text, {other}).faults().starts_with("opaque f: "))
        << other;
  EXPECT_EQ(Lowered("int f(_Atomic long double *p, long double *e) {\n"
                    "  return __c11_atomic_compare_exchange_strong(p, e, 1.0L, "
                    "5, 5); }\n")
                .faults(),
            "opaque f: compare and swap of a long double, padding and all\n");
}

TEST(FrontendLower, KnowsTheTextThatConditionsLeaveOut) {
  auto left_out = [](const std::string &inside) {
    Lowered lowered("#define ON 1\nint f(int x) {\n" + inside +
                    "\n  return x;\n}\nint g(void) { return 1; }\n");
    EXPECT_EQ(lowered.unit.program.find_function("g")->left_out, 0u);
    return lowered.unit.program.find_function("f")->left_out;
  };
  EXPECT_EQ(left_out("  x++;"), 0u);
  std::uint64_t one = left_out("#ifdef OFF\n  x += 1;\n#endif");
  EXPECT_NE(one, 0u);
  EXPECT_EQ(one, left_out("#ifdef  OFF // why\n\n    x  +=1 ;\n#endif"));
  EXPECT_NE(one, left_out("#ifdef OFF\n  x += 2;\n#endif"));
  EXPECT_NE(one, left_out("#ifdef OTHER\n  x += 1;\n#endif"));
  std::uint64_t taken = left_out("#if ON > 0\n  x += 1;\n#endif");
  EXPECT_EQ(taken, left_out("#if ON > 0\n  x += 2;\n#endif"));
  EXPECT_NE(taken, left_out("#if ON > -1\n  x += 1;\n#endif"));
}

TEST(FrontendLower, KnowsTheTextThatConditionsLeaveOutBetweenFunctions) {
  auto left_out = [](int there, int here) {
    return Lowered("#ifdef OFF\nint there = " + std::to_string(there) +
                   ";\n#endif\nint f(void) {\n#ifdef OFF\n  return " +
                   std::to_string(here) + ";\n#endif\n  return 1;\n}\n")
        .unit.left_out;
  };
  EXPECT_EQ(left_out(1, 1), left_out(1, 2));
  EXPECT_NE(left_out(1, 1), left_out(2, 1));
}

TEST(FrontendLower, PaddingOfAnInitialisedObjectIsUnspecified) {
  Lowered lowered("struct s { char c; int i; char d; };\n"
                  "int f(int x) { struct s a = {x, x}; return a.i; }\n"
                  "struct t { int c, i, d; };\n"
                  "int g(int x) { struct t a = {1, 2}; return a.i + x; }\n");
  std::string f = lowered.body("f"), g = lowered.body("g");
  EXPECT_NE(f.find("0:i8, 1:i64"), f.npos) << f;
  EXPECT_NE(f.find("0:i8, 5:i64"), f.npos) << f;
  EXPECT_EQ(f.find("0:i8, 12:i64"), f.npos) << f;
  EXPECT_NE(g.find("0:i8, 12:i64"), g.npos) << g;
}

TEST(FrontendLower, AFunctionMayEndWithoutAValue) {
  Lowered lowered("int n;\n"
                  "int none(int x) { n += x; }\n"
                  "int some(int x) { if (x) return 1; n++; }\n"
                  "enum e { E };\n"
                  "int all(enum e e) { switch (e) { case E: return 1; } }\n"
                  "int unused(int x) { none(x); return 1; }\n"
                  "int used(int x) { return none(x); }\n");
  EXPECT_EQ(lowered.faults(),
            "opaque some: the end of a function that returns values "
            "elsewhere\n");
  EXPECT_EQ(lowered.body("none").find("MissingReturn"), std::string::npos);
  EXPECT_NE(lowered.body("all").find("check MissingReturn"), std::string::npos)
      << lowered.body("all");
  EXPECT_EQ(lowered.body("unused").find("MissingReturn"), std::string::npos);
  EXPECT_NE(lowered.body("used").find("MissingReturn"), std::string::npos);
}

TEST(FrontendLower, WhatAnInitialiserLeavesUnspecifiedIsNotZero) {
  Lowered lowered("union u { char c; int i; };\n"
                  "struct s { char c; int i; };\n"
                  "int f(int x) { union u a = {x}; return a.c; }\n"
                  "int g(int x) { union u a = {.i = x}; return a.i; }\n"
                  "int h(int x) { struct s t[300] = {{x}}; return t[9].i; }\n");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_NE(lowered.body("f").find("memcopy"), std::string::npos)
      << lowered.body("f");
  EXPECT_NE(lowered.body("h").find("0:i8, 2396:i64"), std::string::npos)
      << lowered.body("h");
}

TEST(FrontendLower, AccessesOfVolatileObjectsAreEvents) {
  Lowered lowered("extern volatile int v;\n"
                  "int twice(void) { return v + v; }\n"
                  "void set(volatile char *p) { *p = 1; }\n"
                  "double add(volatile float *p, double x) {\n"
                  "  return (*p = x) + *p; }\n"
                  "int own(void) { volatile int here = 3; return here; }\n");
  EXPECT_EQ(lowered.faults(), "");
  auto count = [&](const std::string &name, const std::string &what) {
    std::string text = lowered.body(name);
    int found = 0;
    for (auto at = text.find(what); at != text.npos;
         at = text.find(what, at + 1))
      found++;
    return found;
  };
  EXPECT_EQ(count("twice", "!volatile_read"), 2);
  EXPECT_EQ(count("set", "!volatile_write"), 1);
  EXPECT_EQ(count("add", "!volatile_read"), 1);
  EXPECT_EQ(count("add", "!volatile_write"), 1);
  EXPECT_EQ(count("own", "volatile"), 0);
}

TEST(FrontendLower, BrokenFunctionsAreSkippedAndTheOthersLowered) {
  Lowered lowered("#include \"missing.h\"\n"
                  "int good(int a) { return a; }\n"
                  "int bad(int a) { return a + undeclared; }\n"
                  "int worse(struct unknown u) { return u.x; }\n"
                  "int fine(void) { return bad(1); }\n");
  ASSERT_EQ(lowered.unit.skipped.size(), 2u);
  EXPECT_EQ(lowered.unit.skipped[0].name, "bad");
  EXPECT_EQ(lowered.unit.skipped[0].reason,
            "use of undeclared identifier 'undeclared'");
  EXPECT_EQ(lowered.unit.skipped[0].span.line, 3u);
  EXPECT_FALSE(lowered.unit.program.find_function("bad")->is_defined);
  EXPECT_EQ(lowered.body("good"), "return a;\n");
  EXPECT_EQ(lowered.unit.missing_includes,
            std::vector<std::string>{"missing.h"});
  const auto &diagnostics = lowered.unit.diagnostics;
  ASSERT_GE(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[0].category, "pp_file_not_found");
  EXPECT_EQ(diagnostics[1].path, "a.c");
  EXPECT_EQ(diagnostics[1].category, "undeclared_var_use");
  EXPECT_EQ(diagnostics[1].function, "bad");
  EXPECT_EQ(diagnostics[1].line_text,
            "int bad(int a) { return a + undeclared; }");
}

TEST(FrontendLower, WarningsHaveTheirFlagAndFunction) {
  Lowered lowered(
      "int printf(const char *, ...);\n"
      "int f(char *p) { printf(\"%d\", p); int *q = p; return *q; }\n");
  ASSERT_EQ(lowered.unit.diagnostics.size(), 2u);
  EXPECT_EQ(lowered.unit.diagnostics[0].category, "format");
  EXPECT_EQ(lowered.unit.diagnostics[0].function, "f");
  EXPECT_EQ(lowered.unit.diagnostics[1].category, "incompatible-pointer-types");
}

TEST(FrontendLower, PreprocessedTextNeedsNoTree) {
  Lowered lowered({{"src/a.c", "#include \"b.h\"\n#include <stddef.h>\n"
                               "int f(void) { return B + __LINE__; }\n"},
                   {"src/b.h", "#define B 3\nextern int from_b;\n"}},
                  "src/a.c");
  const std::string &text = lowered.unit.preprocessed;
  EXPECT_NE(text.find("int f(void) { return 3 + 3; }"), std::string::npos);
  EXPECT_NE(text.find("\"src/b.h\" 1"), std::string::npos) << text;
  EXPECT_EQ(text.find("mergeproof-src"), std::string::npos);
  Lowered again(text);
  EXPECT_EQ(again.faults(), "");
  EXPECT_EQ(again.body("f"), lowered.body("f"));
}

TEST(FrontendLower, TypesCarryTheirLayout) {
  Lowered lowered(
      "struct n { struct n *next; unsigned a : 3, b : 7; short s[2];"
      " union { int i; char c; }; };\n"
      "int f(struct n *p) { return p->b; }");
  const ir::Type *pointer =
      lowered.unit.program.find_function("f")->params[0].type;
  const ir::Type *type = pointer->element;
  EXPECT_EQ(type->spelling, "struct n");
  EXPECT_EQ(type->size, 24u);
  ASSERT_EQ(type->fields.size(), 5u);
  EXPECT_EQ(type->fields[0].type->element, type);
  EXPECT_EQ(type->fields[2].offset, 8u);
  EXPECT_EQ(type->fields[2].bit_offset, 3u);
  EXPECT_EQ(type->fields[2].bit_width, 7u);
  EXPECT_EQ(type->fields[3].offset, 10u);
  EXPECT_EQ(type->fields[4].offset, 16u);
  EXPECT_EQ(type->fields[4].type->spelling, "");
}

TEST(FrontendLower, DeepNestingDoesNotCrash) {
  auto repeat = [](const std::string &text, int count) {
    std::string all;
    for (int i = 0; i < count; i++)
      all += text;
    return all;
  };
  Lowered parens("int f(int a) { return " + repeat("(", 10000) + "a" +
                 repeat(")", 10000) + "; }");
  EXPECT_EQ(parens.body("f"), "return a;\n");
  Lowered sum("unsigned f(unsigned a) { return a" + repeat(" + a * a", 5000) +
              "; }");
  EXPECT_EQ(sum.faults(), "");
}

// How often it stands there.
std::size_t count_of(const std::string &text, const std::string &part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos;
       at = text.find(part, at + 1))
    count++;
  return count;
}

TEST(FrontendLower, TablesOfCharactersAreCallsAndComparisons) {
  Lowered lowered(
      "#include <ctype.h>\n"
      "int space(int c) { return isspace(c); }\n"
      "int byte(const char *p) { return isspace((unsigned char)*p); "
      "}\n"
      "int plain(char c) { return isspace(c); }\n"
      "int digit(unsigned char c) { return isdigit(c); }\n"
      "int lower(int c) { return tolower(c); }\n"
      "int two(unsigned char c) { return (*__ctype_b_loc())[c] & "
      "(_ISdigit | _ISspace); }\n");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_EQ(lowered.body("space"),
            "check InvalidAccess, ult(add(sext:i64(c), 128:i64), 384:i64);\n"
            "\"$1\" = call isspace(c);\nreturn \"$1\";\n");
  for (const char *name : {"byte", "plain"}) {
    EXPECT_EQ(count_of(lowered.body(name), "call isspace("), 1U);
    EXPECT_EQ(count_of(lowered.body(name), "384"), 0U) << name;
  }
  EXPECT_EQ(lowered.body("digit"),
            "return select(ule(sub(zext:i32(c), 48:i32), 9:i32), 2048:i32, "
            "0:i32);\n");
  EXPECT_EQ(count_of(lowered.body("lower"), "tolower("), 1U);
  // Two classes at once are read from the table.
  EXPECT_EQ(count_of(lowered.body("two"), "call __ctype_b_loc()"), 1U);
}

TEST(FrontendLower, ThoseWhoAreGivenTextsLookAtThem) {
  Lowered lowered("#include <string.h>\n"
                  "int all(const char *a, const char *b)"
                  " { return strcmp(a, b); }\n"
                  "int some(const char *a, const char *b, size_t n)"
                  " { return strncmp(a, b, n); }\n"
                  "char *found(const char *a, const char *b)"
                  " { return strstr(a, b); }\n"
                  "int none(const char *a, const char *b)"
                  " { return strncmp(a, b, 0); }\n");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_EQ(lowered.body("all"), "check NullPointer, ne(a, null);\n"
                                 "check InvalidAccess, valid(a, 1:i64);\n"
                                 "check NullPointer, ne(b, null);\n"
                                 "check InvalidAccess, valid(b, 1:i64);\n"
                                 "\"$1\" = call strcmp(a, b);\n"
                                 "return \"$1\";\n");
  EXPECT_EQ(count_of(lowered.body("some"), "eq(n, 0:i64)"), 4U);
  EXPECT_EQ(count_of(lowered.body("found"), "check"), 4U);
  EXPECT_EQ(count_of(lowered.body("none"), "valid("), 0U);
}

TEST(FrontendLower, AProjectsOwnFunctionsAreItsOwn) {
  const std::string text = "#include <ctype.h>\n#include <string.h>\n"
                           "int f(unsigned char c) { return isdigit(c); }\n"
                           "int g(const char *a, const char *b)"
                           " { return strcmp(a, b); }\n";
  const std::set<std::string> own = {"isdigit", "strcmp"};
  source::MemoryTree tree({{"a.c", text}});
  ir::Context context;
  ParsedUnit unit = parse(
      context,
      {.tree = &tree, .path = "a.c", .key_path = "a.c", .own_functions = &own});
  const ir::Program &program = unit.program;
  std::string f = ir::print(program.find_function("f")->body);
  EXPECT_EQ(count_of(f, "2048:i32, 0:i32"), 0U) << f;
  EXPECT_EQ(ir::print(program.find_function("g")->body),
            "\"$1\" = call strcmp(a, b);\nreturn \"$1\";\n");
}

TEST(FrontendLower, TheSameTextGivesTheSameProgram) {
  const std::string text =
      "#include <stdlib.h>\n#include <string.h>\n"
      "int f(int a) { char *p = malloc(a); strcpy(p, \"x\");"
      " free(p); return a; }";
  Lowered one(text), two(text);
  EXPECT_EQ(ir::print(one.unit.program), ir::print(two.unit.program));
}

// MERGEPROOF_LOWER=file.c prints what becomes of a file: for developers.
TEST(FrontendLower, PrintsAFile) {
  const char *path = std::getenv("MERGEPROOF_LOWER");
  if (!path)
    GTEST_SKIP() << "MERGEPROOF_LOWER names no file";
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  Lowered lowered(text.str());
  for (const source::Diagnostic &one : lowered.unit.diagnostics)
    std::cout << one.path << ":" << one.line << ": " << one.message << " ["
              << one.category << "] in " << one.function << "\n";
  std::cout << ir::print(lowered.unit.program) << lowered.faults();
}

} // namespace
} // namespace mergeproof::frontend::c
