// uses: frontend/c impact ir source support
//
// One layout for structs that versions declare differently, and who depends on
// how they lie.
#include "frontend/c/parse.h"
#include "impact/common_layouts.h"
#include "source/memory_tree.h"

#include <gtest/gtest.h>
#include <memory>

namespace mergeproof::frontend::c {
namespace {

// Versions of a file.
class Versions {
public:
  explicit Versions(const std::vector<std::string> &texts) {
    for (const std::string &text : texts) {
      trees_.push_back(std::make_unique<source::MemoryTree>(
          std::map<std::string, std::string>{{"a.c", text}}));
      before_.push_back(read(*trees_.back(), nullptr));
    }
    std::vector<const ir::Program *> programs;
    for (const ParsedUnit &unit : before_)
      programs.push_back(&unit.program);
    common = impact::make_common_layouts(programs);
    for (std::size_t v = 0; v < texts.size(); v++)
      after.push_back(read(*trees_[v], &common.of_version[v]));
  }

  const ir::RecordLayout &layout(std::size_t version,
                                 const std::string &name = "struct s") const {
    return common.of_version[version].at(name);
  }
  bool fit() const {
    bool do_fit = !common.names.empty();
    for (const ParsedUnit &unit : after)
      do_fit &= unit.has_fitting_layouts && unit.failure.empty();
    return do_fit;
  }
  const ir::Function &function(std::size_t version, const char *name) {
    return after[version].program.functions.at(context_.symbol(name));
  }

private:
  ParsedUnit read(const source::MemoryTree &tree,
                  const ir::RecordLayouts *layouts) {
    return parse(
        context_,
        {.tree = &tree, .path = "a.c", .key_path = "a.c", .layouts = layouts});
  }

  ir::Context context_;
  std::vector<std::unique_ptr<source::MemoryTree>> trees_;
  std::vector<ParsedUnit> before_;

public:
  impact::CommonLayouts common;
  std::vector<ParsedUnit> after;
};

const std::string small = "struct s { int a; char *b; };\n";
const std::string large =
    "struct s { long more; int a; int also; char *b; };\n";

TEST(FrontendLayouts, MembersComeToLieAtTheSamePlaces) {
  const std::string use = "int f(struct s *p) { return p->a + *p->b; }\n";
  Versions versions({small + use, large + use});
  ASSERT_TRUE(versions.fit());
  EXPECT_EQ(versions.layout(0).size, versions.layout(1).size);
  EXPECT_EQ(versions.layout(0).size, 24u);
  EXPECT_EQ(versions.layout(0).offsets.at("a"),
            versions.layout(1).offsets.at("a"));
  EXPECT_FALSE(versions.layout(0).offsets.contains("more"));
  std::vector<std::uint64_t> hashes[2];
  for (std::size_t v : {0, 1})
    for (const ir::Stmt *stmt : versions.function(v, "f").body)
      hashes[v].push_back(stmt->hash);
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(FrontendLayouts, MembersOfAnotherTypeAreOtherMembers) {
  const std::string use = "long f(struct s *p) { return p->a; }\n";
  Versions versions({"struct s { int a; int z; };\n" + use,
                     "struct s { long a; int z; };\n" + use});
  ASSERT_TRUE(versions.fit());
  EXPECT_NE(versions.layout(0).offsets.at("a"),
            versions.layout(1).offsets.at("a"));
  EXPECT_EQ(versions.layout(0).offsets.at("z"),
            versions.layout(1).offsets.at("z"));
}

TEST(FrontendLayouts, StructsInsideOfOthersGrowWithThem) {
  const std::string use = "struct t { char c; struct s in[2]; int last; };\n"
                          "int f(struct t *p) { return p->last; }\n";
  Versions versions({small + use, large + use});
  ASSERT_TRUE(versions.fit());
  EXPECT_EQ(versions.layout(0, "struct t").size, 64u);
  EXPECT_EQ(versions.layout(0, "struct t"), versions.layout(1, "struct t"));
}

TEST(FrontendLayouts, MembersWithoutANameAreThoseThatTheyHold) {
  const std::string use = "int f(struct s *p) { return p->b; }\n";
  Versions versions(
      {"struct s { union { int a; float x; }; union { int b; float y; }; };\n" +
           use,
       "struct s { union { long n; char c; }; union { int a; float x; };\n"
       "           union { int b; float y; }; };\n" +
           use});
  ASSERT_TRUE(versions.fit());
  EXPECT_EQ(versions.layout(0).offsets.at("#b"),
            versions.layout(1).offsets.at("#b"));
}

TEST(FrontendLayouts, WhatIsTheSameOrCannotBeLaidOutIsLeftAlone) {
  const std::string use = "int f(struct s *p) { return p->a; }\n";
  for (auto [one, other] : std::vector<std::pair<std::string, std::string>>{
           {small, small},
           {"struct s { int a; };\n", "struct s { int a; int bit : 3; };\n"},
           {"struct s { int a; };\n", "struct s { int a; char end[]; };\n"},
           {"struct s { int a, b; char end[4]; };\n",
            "struct s { int b, a; char end[4]; };\n"}})
    EXPECT_TRUE(Versions({one + use, other + use}).common.names.empty())
        << one << other;
}

TEST(FrontendLayouts, RecordsWithALayoutOfTheirOwnDoNotFit) {
  const std::string use = "int f(struct s *p) { return p->a; }\n";
  for (const char *more :
       {"union u { struct s s; int a; }; int g(union u *p) { return p->a; }\n",
        ""})
    for (const char *own : {"__attribute__((packed)) ", ""})
      if (*more || *own) {
        std::string one = std::string("struct ") + own + "s { int a; };\n";
        std::string other =
            std::string("struct ") + own + "s { char c; int a; };\n";
        EXPECT_FALSE(Versions({one + use + more, other + use + more}).fit())
            << own << more;
      }
}

// In two versions of what is declared before `code`, the same functions: those
// whose names begin with "good" do not depend on layouts, all others do.
void expect_good(const std::string &one, const std::string &other,
                 const std::string &code) {
  Versions versions({one + code, other + code});
  ASSERT_TRUE(versions.fit());
  for (std::size_t v : {0, 1})
    for (const auto &[id, function] : versions.after[v].program.functions) {
      if (!function.is_defined || function.is_allocator)
        continue;
      const ir::LayoutDependence &found = function.on_layout;
      bool is_use = found.is_possible ||
                    (found.compares_pointers && found.members.size() > 1) ||
                    (found.numbers_pointers && !found.members.empty());
      EXPECT_EQ(is_use, std::string_view(id).substr(0, 4) != "good")
          << std::string(id) << " in version " << v;
    }
}

const std::string prelude =
    "#include <stdlib.h>\n#include <string.h>\n#include <stddef.h>\n"
    "#include <stdio.h>\ntypedef struct s S;\n";

TEST(FrontendLayouts, SizesAndOffsets) {
  const std::string code =
      "enum { N = sizeof(S), M = N + 1 };\n"
      "static const unsigned long size = sizeof(S); extern int *a, *b;\n"
      "unsigned long f1(void) { return sizeof(S); }\n"
      "unsigned long f2(void) { return offsetof(S, b); }\n"
      "int f3(void) { return M; }\n"
      "int f4(void) { char all[sizeof(S) + 1]; all[0] = 1; return all[0]; }\n"
      "int f5(void) { static int t[] = {(int)sizeof(S)}; return t[0]; }\n"
      "int f6(int x) { switch (x) { case sizeof(S): return 1; } return 0; }\n"
      "int f7(void) { typedef char bytes[sizeof(S)]; return sizeof(bytes); }\n"
      "unsigned long f8(void) { return size; }\n"
      "unsigned long f9(S *p) { return (unsigned long)&((S *)0)->b; }\n"
      "int f10(S *p) { __typeof__(char[sizeof *p]) c; return sizeof c; }\n"
      "int f11(void) { return _Alignof(S); }\n"
      "enum { BASE = sizeof(S), NEXT };\n"
      "int f17(void) { return NEXT; }\n"
      "static char t[] = {[sizeof(S)] = 1};\n"
      "int f18(void) { return sizeof t / sizeof t[0]; }\n"
      "int f19(void) { return sizeof(char[sizeof(S)]) / sizeof(char); }\n"
      "int f20(void) { return sizeof(struct { char b[sizeof(S)]; }); }\n"
      "int f22(void) { return sizeof(_Atomic(S)); }\n"
      "int f23(void) { typedef char v "
      "__attribute__((vector_size(sizeof(long))));\n"
      "  return sizeof(v); }\n"
      "int f12(void) { int t[] = {[sizeof(S)] = 1}; return t[1]; }\n"
      "int f13(S *p) { return __builtin_object_size(p, 0); }\n"
      "int f15(S (*p)[2]) { return sizeof *p; }\n"
      "char **f16(void) { return &((S *)0)->b; }\n"
      "int good1(void) { static S all[3]; return sizeof all / sizeof all[0]; "
      "}\n"
      "int good2(S *p, S *q) { return p - q; }\n"
      "int good3(S *p) { return sizeof p + sizeof p->a; }\n";
  expect_good(prelude + small, prelude + large, code);
}

TEST(FrontendLayouts, Allocations) {
  const std::string code =
      "void *own(unsigned long); unsigned long k;\n"
      "S *f1(void) { return own(sizeof(S)); }\n"
      "S *f2(void) { return malloc(k = sizeof(S)); }\n"
      "S *f3(void) { return malloc(sizeof(S) > 16 ? 64 : 32); }\n"
      "S *f4(void) { return malloc(24); }\n"
      "S *f5(void) { return malloc(sizeof(S) + 8); }\n"
      "char *f6(void) { return malloc(sizeof(S)); }\n"
      "S *f7(void) { void *p = malloc(sizeof(S)); return p; }\n"
      "S *f8(int c) { return calloc(1, k = sizeof(S)); }\n"
      "S *f9(char *p) { return realloc(p, sizeof(S)); }\n"
      "void f10(S *p) { void *v = p; free(v); }\n"
      "int *f11(int n) { return calloc(n, sizeof(S)); }\n"
      "S *f12(void) { return malloc(sizeof(S[sizeof(S)])); }\n"
      "void *f13(void) { return (S(*)[sizeof(S)])malloc(sizeof(S)); }\n"
      "S *good1(void) { S *p = malloc(sizeof *p); return p; }\n"
      "S *good2(int n) { return (S *)malloc(n * sizeof(S)); }\n"
      "S *good3(int n) { return calloc(n, sizeof(struct s)); }\n"
      "S *good4(S *p, int n) { return realloc(p, sizeof *p * n); }\n"
      "S **good5(S **p, int n) { return realloc(p, sizeof *p * n); }\n"
      "void good6(S *p) { free(p); }\n"
      "S *good7(void) { return realloc(NULL, sizeof(S)); }\n"
      "S *good8(void) { return calloc(sizeof(S), 2); }\n";
  expect_good(prelude + small, prelude + large, code);
}

TEST(FrontendLayouts, AllocationsWithATail) {
  const std::string code = "S *good1(int n) { return malloc(sizeof(S) + n); }\n"
                           "S *f1(int n) { return malloc(sizeof(S) - n); }\n"
                           "S *f2(int n) { return malloc(n); }\n";
  expect_good(prelude + "struct s { int n; char d[]; };\n",
              prelude + "struct s { int n, k; char d[]; };\n", code);
  // What is allocated may end behind the last element that was asked for.
  EXPECT_TRUE(
      Versions({"struct s { long k; int n; char d[]; };\nstruct s *p;\n",
                "struct s { int n; char d[]; };\nstruct s *p;\n"})
          .common.names.empty());
}

TEST(FrontendLayouts, Memory) {
  const std::string code =
      "void f1(S *p) { memset(p, 0, 4); }\n"
      "void f2(S *p) { memset(p, 0, sizeof *p - 4); }\n"
      "void f3(S *p, char *q) { memcpy(p, q, sizeof *p); }\n"
      "void f4(S *p) { memset(&p->a, 0, 12); }\n"
      "void f5(S *p, S *q) { memcpy(&p->a, &q->a, 2 * sizeof(int)); }\n"
      "int f6(S *p, S *q) { return memcmp(p, q, sizeof *p); }\n"
      "int f7(S *p, S *q) { return memcmp(&p->a, &q->a, 8); }\n"
      "void f8(S *p, FILE *o) { fwrite(p, sizeof *p, 1, o); }\n"
      "void f9(S **p, void *q) { memcpy(p, &q, sizeof q); }\n"
      "void f10(S *p, S *q, int n) { memcpy(p, q, n); }\n"
      "void good1(S *p, S *q) { *p = *q; memcpy(p, q, 2 * sizeof(S)); }\n"
      "void good2(S *p) { memset(p, 0, sizeof *p); }\n"
      "void good3(S *p) { S all[2]; memset(all, 0, sizeof all); *p = *all; }\n"
      "void good4(S *p) { memset(&p->a, 0, sizeof p->a); }\n"
      "void good5(S **p, S **q, int n) { memcpy(p, q, n * sizeof *p); }\n";
  expect_good(prelude + small, prelude + large, code);
}

TEST(FrontendLayouts, Conversions) {
  const std::string code =
      "union two { S *s; char *c; int n; }; union one { int n; float x; };\n"
      "struct holder { S *s; }; struct like { char *c; };\n"
      "struct first { S s; int n; }; void old(); void any(void *);\n"
      "char *f1(S *p) { return (char *)p; }\n"
      "int f2(void *data) { S *p = data; return p->a; }\n"
      "void f3(S *p) { any(p); }\n"
      "S *f4(struct first *p) { return (S *)p; }\n"
      "struct first *f5(S *p) { return (struct first *)p; }\n"
      "long f6(S *p) { return (long)p; }\n"
      "S *f7(long n) { return (S *)n; }\n"
      "int f8(union two *u) { return u->s->a; }\n"
      "void f9(S *p) { old(p); }\n"
      "void f10(S **p) { any(p); }\n"
      "int f11(struct like *p) { return ((struct holder *)p)->s->a; }\n"
      "int f12(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);\n"
      "  int a = __builtin_va_arg(l, S *)->a; __builtin_va_end(l); return a; "
      "}\n"
      "void f13(S *p) { printf(\"%p\", p); }\n"
      "typedef int take_s(S *); typedef int take_c(char *);\n"
      "take_c *f14(take_s *p) { return (take_c *)p; }\n"
      "int f15(union two u) { u = (union two){.c = 0}; return u.n; }\n"
      "int f16(p) S *p; { return p->a; }\n"
      "int f17(struct first *p) { return ((char *)p)[20]; }\n"
      "S *f18(char *b) { return (S *)(void *)b; }\n"
      "int f19(struct holder *p) { any(p); return p->s->a; }\n"
      "void f20(void *to, struct holder *p) { memcpy(to, p, sizeof *p); }\n"
      "int f21(void *data) { return *(int *)data; }\n"
      "void f24(int *to, void *data) { memcpy(to, data, 4); }\n"
      "void done(void *); int f22(void) { S s __attribute__((cleanup(done)));\n"
      "  s.a = 1; return s.a; }\n"
      "int good1(S *p) { return p == NULL || !p || p->b != (void *)0; }\n"
      "struct last { int n; S s; };\n"
      "S *good2(struct last *p) { return &p->s; }\n"
      "S *f23(struct first *p) { return &p->s; }\n"
      "int good3(union one *u) { return u->n; }\n"
      "const S *good4(S *p, int c) { return c ? p : NULL; }\n"
      "struct holder *good5(void) { struct holder *p = malloc(sizeof *p);\n"
      "  memset(p, 0, sizeof *p); return p; }\n"
      "S good6(S s, S *p) { *p = s; return (S){.a = 1}; }\n"
      "int good7(S *p) { return p[1].a + (p + 2)->a + (*p).a; }\n";
  expect_good(prelude + small, prelude + large, code);
}

TEST(FrontendLayouts, AddressesOfMembers) {
  const std::string one =
      prelude + "struct in { int u; };\n"
                "struct s { long first; int a; char n[8], m[8]; struct in i;\n"
                "           short x, y; struct s *next; char *end; };\n";
  const std::string other =
      prelude +
      "struct in { int u; };\n"
      "struct s { long first; char more; int a; char n[8], m[8];\n"
      "           struct in i; short x, y; struct s *next; char *end;\n"
      "};\n";
  const std::string code =
      "void num(int *), sh(short *), two(char *, char *), any(void *);\n"
      "void in(struct in *);\n"
      "int *f1(S *p) { return &p->a; }\n"
      "int f2(S *p) { int *q = &p->a; return q[1]; }\n"
      "int f3(S *p) { return (&p->a)[1]; }\n"
      "int f4(S *p) { return (char *)&p->i - (char *)&p->a; }\n"
      "int f5(S *p) { return p->m < p->n; }\n"
      "int f6(S *p) { char *a = p->m, *b = p->n; return a < b; }\n"
      "void f7(S *p) { two(p->m, p->n); }\n"
      "int f8(S *p) { return p->n[8]; }\n"
      "void f9(S *p) { any(p->n); }\n"
      "void f10(S *p) { any(&p->a); }\n"
      "int f11(S *p) { return (&p->i + 1)->u; }\n"
      "int f12(S *p) { return (&p->i)[1].u; }\n"
      "void f13(S *p) { sh(&p->x); }\n"
      "int f14(S *p) { return *(int *)p->n; }\n"
      "int f15(S *p) { return *(int *)(p->n + 4); }\n"
      "void good1(S *p) { num(&p->a); in(&p->i); }\n"
      "int good2(S *p) { char *q = p->n; while (*q) q++; return q - p->n; }\n"
      "int good3(S *p, int i) { return p->n[i] + strlen(p->m) + p->n[7]; }\n"
      "S **good4(S *p) { S **q = &p->next; while (*q) q = &(*q)->next;\n"
      "  return q; }\n"
      "void l(long *); void f16(S *p) { l(&p->first); }\n"
      "int f17(S *p) { char *a = p->m; return (long)a & 3; }\n"
      "int f18(S *p) { char *a = p->m, *b = p->n; return (void *)a < (void "
      "*)b; "
      "}\n"
      "int f19(S *p) { return p->m == p->n + 8; }\n"
      "int f21(S *p) { int *q = &*&p->a; return q[1]; }\n"
      "int f22(S *p) { char *a = &*p->m, *b = &*p->n; return a < b; }\n"
      "int f23(S *p) { char *a = p->m; unsigned long n; memcpy(&n, &a, 8);\n"
      "  return n & 3; }\n"
      "int f24(S *p) { char *a = p->m; return *(unsigned long *)&a & 3; }\n"
      "int good10(S *p) { return *p->n + *&p->a; }\n"
      "S **saved; int f20(S *p) { saved = &p->next; char **end = &p->end;\n"
      "  return (char **)0 != end && end > (char **)0 + 1; }\n"
      "int good5(S *p) { struct in *q = &p->i; return q->u; }\n"
      "int good6(S *p) { return (int)strtol(p->n, &p->end, 10) + *&p->next->a; "
      "}\n"
      "int good7(S *p, char *q) { return q < p->n + sizeof p->n; }\n"
      "void good8(S *p) { snprintf(p->n, sizeof p->n, \"%d %s\", p->a, p->m); "
      "}\n"
      "void good9(S *p) { strcpy(p->n, p->m); }\n";
  expect_good(one, other, code);
}

TEST(FrontendLayouts, TypesOfTheFileThatDependOnThem) {
  for (const char *type :
       {"typedef char bytes[sizeof(struct s)];\n",
        "extern char bytes[sizeof(struct s)];\n",
        "struct t { char pad[64 - sizeof(struct s)]; };\n",
        "struct t { unsigned n : sizeof(struct s); };\n",
        "enum { N = sizeof(struct s) }; int all[N];\n",
        "_Alignas(sizeof(struct s) & 8) char c;\n",
        "char (*raw(void))[sizeof(struct s)];\n",
        "int f(struct w { char b[sizeof(struct s)]; } *w) { return 1; }\n",
        "int f(char (*p)[sizeof(struct s)]) { return (*p)[0]; }\n",
        "int as(struct s *) __asm__(\"raw\");\n",
        "typedef char v __attribute__((vector_size(8)));\n"})
    EXPECT_FALSE(Versions({small + type + "struct s *p;\n",
                           large + type + "struct s *p;\n"})
                     .fit())
        << type;
}

TEST(FrontendLayouts, StructsThatHoldEachOtherTheOtherWayRound) {
  Versions versions({"struct a { int v; }; struct b { struct a i; int w; };\n"
                     "struct b *p;\n",
                     "struct b { int w; }; struct a { struct b i; int v; };\n"
                     "struct a *p;\n"});
  EXPECT_TRUE(versions.common.names.empty());
}

} // namespace
} // namespace mergeproof::frontend::c
