// uses: frontend/c ir source support
// A unit that was read with the bodies of other versions is the one that was
// read as a whole.
#include "laws/body_versions.h"

#include <random>

namespace mergeproof::tests {
namespace {

// `same` in three versions behind and before a function that changes.
unsigned shared_around(const std::string &same) {
  std::vector<std::string> texts;
  for (const char *body : {"return 1;", "\n  int x = 2;\n  return x;\n", "{}"})
    texts.push_back(std::string("int before(void) {") + body + "}\n" + same +
                    "\nint behind(void) {" + body + "}\n");
  return shared_between(texts);
}

TEST(SharedBodies, ChangeNothing) {
  const char *const same =
      "#include <stdio.h>\n#include <assert.h>\n#include <string.h>\n"
      "struct s { int a; struct s *next; };\n"
      "static const char *const names[] = {\"one\", \"two\"};\n"
      "static inline int half(int x) { return x / 2; }\n"
      "int counter;\nextern int outside;\nint other(int);\n"
      "static int helper(struct s *p, int n) {\n"
      "  static int calls = 3; static const char *last = \"none\";\n"
      "  assert(n > 0);\n"
      "  struct s local = {n, p};\n"
      "  char text[8] = \"abc\";\n"
      "  last = names[n & 1]; memset(text, 0, strlen(last));\n"
      "  return calls++ + half(local.a) + outside + other(counter);\n}\n"
      "int f(struct s *p, const char *t) {\n"
      "  int (*called)(struct s *, int) = helper, u;\n"
      "  if (t) u = 1;\n"
      "  printf(\"%s %d\\n\", t, u);\n"
      "  return called(p, 1) + (u ? 'x' : u);\n}\n"
      "old(a, b) char *b; { return a + *b; }\n"
      "noisy(x) { counter += x; }\n"
      "int twice(int x) { return noisy(x), x; } int same_line(void) { return "
      "7; "
      "}\n";
  EXPECT_EQ(shared_around(same), 13u); // assert() names its line
}

// What lies outside of bodies is another thing.
TEST(SharedBodies, AreNotSharedWhereOtherTextDiffers) {
  std::string use = "int f(void) { return A; }\n";
  EXPECT_EQ(shared_between({"#define A 1\n" + use, "#define A 2\n" + use}), 0u);
  EXPECT_EQ(shared_between({"#define A 1\n" + use, "int A;\n" + use}), 0u);
  EXPECT_EQ(shared_between({"int A;\n" + use, "int A;\n" + use + "int more;"}),
            1u);
  EXPECT_EQ(
      shared_between({"int g(void){return 1;}\nint A;\n" + use,
                      "int g(void){\n#define A 3\nreturn 1;}\nint A;\n" + use}),
      0u);
  EXPECT_EQ(shared_between({"int g(void){return 1;}\nint A;\n" + use,
                            "int g(void){\n#if 0\nreturn 1;}\nint A;\n" + use +
                                "\n#endif\n;}"}),
            0u);
}

TEST(SharedBodies, AreNotSharedWhereHeadersDiffer) {
  std::string text = "#include \"h.h\"\nint f(void) { return A; }\n";
  BodyVersions versions(
      {{{"f.c", text + "int g(void) { return 1; }"}, {"h.h", "#define A 1\n"}},
       {{"f.c", text + "int g(void) { return 2; }"}, {"h.h", "#define A 2\n"}},
       {{"f.c", text + "int g(void) { return 3; }"},
        {"h.h", "#define A 1\n"},
        {"sub/h.h", ""}}});
  EXPECT_EQ(versions.expect_no_difference(), 0u);
}

// Bodies that mean another thing where they stand, or where another one is.
TEST(SharedBodies, MayHoldAnything) {
  const char *const bodies[] = {
      R"(int f(void) { return __LINE__; })",
      R"(int f(void) { return __COUNTER__; } int g(void) { return __COUNTER__; })",
      R"(int f(void) { return undeclared(1); } int g(void) { return undeclared(2); })",
      R"(int f(void) { return missing; } int g(void) { return 1; })",
      R"(int f(void) {
#ifdef X
 return 1;
#else
 return 2;
#endif
})",
      R"(int f(void) {
#define LATER 4
 return 1; }
int g(void) { return LATER; })",
      R"(int f(void) { extern int nowhere; return nowhere; })",
      R"(int f(void) { int later(int); return later(1); } int later(int x) { return x; })",
      R"(#define MAKE(n) int n(void) { return 5; }
MAKE(f) MAKE(g))",
      R"(#define OPEN {
#define CLOSE }
int f(void) OPEN return 1; CLOSE)",
      R"(static int used(void) { return 1; } int f(void) { return used(); })",
      R"(static int lost(void); int f(void) { return lost(); })",
      R"(int f(void) { if (1) { _Pragma("GCC diagnostic ignored \\"-Wreturn-type\\"") } }
int g(void) { })",
      R"(int f(void) { } int f(void) { return 2; })",
      R"(struct s { int a; }; int *f(void) { static struct s s = {2}; static int *p = &s.a; return p; })",
      R"(int *f(void) { static int *p = (int[]){1, 2}; return p; })",
      R"(int f(int x) { const char *t = "}"; /* } */ return t[x] == '}'; })",
      R"(inline int f(int x) { return x; } extern inline int f(int);)",
      R"(__attribute__((constructor)) static void f(void) { })",
      R"(int f(int n) { switch (n) { case 1: return 2; } })",
      R"(int table[]; int f(void) { return table[1]; } int table[3] = {1};)",
      R"(int f(void) { return sizeof(int[__builtin_constant_p(1) ? 2 : 3]); })",
      R"(void f(void) { __builtin_memcpy((char[4]){0}, "abc", 4); })",
      R"(double f(double x) { return __builtin_fabs(x) + __func__[0]; })",
      R"(int f(void) { enum { A = 3 }; struct t { int b[A]; } v = {{1}}; return v.b[0]; })",
      R"(int f(int x) { goto out; out: return ({ int y = x; y; }); })",
      R"(int f(int x) __asm__("other"); int f(int x) { return x; })",
      R"(#pragma redefine_extname f other
int f(int x) { return x; })",
      R"(int g(int) __attribute__((alias("f"))); int f(int x) { return x; })",
      R"(int a() { return 1; } int f(void) { return a(1); })"};
  unsigned shared = 0;
  for (const char *body : bodies)
    shared += shared_around(body);
  EXPECT_GT(shared, 30u);
}

// What a missing header declares is missing in every version.
TEST(SharedBodies, AreSharedInSpiteOfMissingHeaders) {
  EXPECT_GT(shared_around("#include \"none.h\"\n"
                          "int f(int x) { return x; }\n"
                          "int g(struct gone *p) { return p->a + GONE; }\n"
                          "int h(gone_t x) { int y; return y + x; }\n"
                          "int i(int x) { int y; if (x) y = 1; return y; }\n"),
            2u);
}

// What one body does to others.
TEST(SharedBodies, AreNotSharedWhereAnotherBodyReachesThem) {
  auto around = [](const std::string &before, const std::string &body,
                   const std::string &behind) {
    return before + "int g(int x) {" + body + "}\n" + behind;
  };
  const char *const cases[][3] = {
      {"void die(void);\n",
       " extern void die(void) __attribute__((noreturn)); return x; ",
       "int f(int x) { if (x) die(); return 1; }\n"},
      {"", " _Pragma(\"pack(1)\") return x; ",
       "struct s { char a; int b; };\nint f(void) { return sizeof(struct s); "
       "}\n"},
      {"", " _Pragma(\"push_macro(\\\"A\\\")\") return x; ",
       "#define A 2\n#pragma pop_macro(\"A\")\n#ifndef A\n#define A 3\n"
       "#endif\nint f(void) { return A; }\n"},
      {"#define OPEN if (x) {\n", " OPEN x++; } return x; ",
       "int f(void) { return 1; }\n"}};
  for (const auto &[before, body, behind] : cases) {
    shared_between(
        {around(before, body, behind), around(before, " return x; ", behind)});
    shared_between(
        {around(before, " return x; ", behind), around(before, body, behind)});
  }
}

// Two bodies in front of "#line" and behind it change, and f() stays in its
// line.
TEST(SharedBodies, KnowTheNumbersOfTheirLines) {
  auto text = [](const char *first, const char *second) {
    return std::string("int a(void) {") + first + "return 1; }\n#line 50\n" +
           "int b(void) {" + second +
           "return 1; }\nint f(void) { return __LINE__; }\n";
  };
  shared_between({text("", "\n"), text("\n", "")});
}

// What the second version was given it does not give with other lines.
TEST(SharedBodies, KnowTheNumbersOfTheirLinesAtSecondHand) {
  auto text = [](const char *first) {
    return std::string("int a(void) {") + first +
           "}\nint f(void) { return __LINE__; }\nint g(void) { return 0; }\n";
  };
  shared_between({text("return 1;"), text("return 2;"), text("\nreturn 2;")});
}

// What has the number of its line stands between bodies, or is no macro.
TEST(SharedBodies, KnowWhatHasTheNumberOfItsLine) {
  for (const char *line : {"__LINE__", "__builtin_LINE()"}) {
    auto text = [&](const char *first) {
      return std::string("int a(void) {") + first +
             "return 1; }\nenum { NUMBER = __LINE__ };\n" +
             "int f(void) { return NUMBER; }\nint g(void) { return " + line +
             "; }\n";
    };
    shared_between({text(""), text("\n")});
  }
}

// A definition and its header are at odds behind what is said of a body.
TEST(SharedBodies, AreSpokenOfInOrder) {
  auto text = [](const char *last) {
    return std::string("#include \"h.h\"\nint g(void) { return f(1); }\n"
                       "int f(int x) { return x; }\nint h(void) {") +
           last + "}\n";
  };
  EXPECT_GT(
      shared_between({text("return 1;"), text("return 2;")}, "int f();\n"), 0u);
}

// A body whose braces only the preprocessor can count hides what follows.
TEST(SharedBodies, AreNotSharedWhereBracesMislead) {
  std::string f = "int f(void) { return sizeof(T); }\n";
  shared_between({"typedef int T;\nint g(int x) { return x; }\n" + f,
                  "typedef int T;\nint g(int x) {\n#if 1\n{\n#else\n{\n"
                  "#endif\n}\nreturn x; }\n#define T long\nint k(void) {\n"
                  "#if 0\n}\n#endif\nreturn 1; }\n" +
                      f});
  shared_between({"typedef int T;\nint g(int x) { return x; }\n" + f,
                  "typedef int T;\nint g(int x) {\n#if 1\n{\n#else\n{\n"
                  "#endif\n}\nreturn x; }\nlong f(void);\nint k(void) {\n"
                  "#if 0\n}\n#endif\nreturn 1; }\n" +
                      f});
}

// Nobody says that they are not declared.
TEST(SharedBodies, MayCallWhatNobodyDeclared) {
  auto text = [](const char *body) {
    return std::string("int f(void) { return later(1); }\n"
                       "#define CALL later(2)\nint g(void) { return ") +
           body +
           "; }\nint h(void) { return CALL; }\nchar *later(int x) { "
           "return 0; }\n";
  };
  BodyVersions versions({{{"f.c", text("1")}}, {{"f.c", text("2")}}},
                        {"-std=gnu89", "-Wno-implicit-function-declaration"});
  versions.expect_no_difference();
  auto measure = [](const char *body) {
    return std::string("unsigned long f(const char *t) {") + body +
           "}\nunsigned long g(const char *t) { return strlen(t); }\n";
  };
  shared_between({measure("return strlen(t);"), measure("return 1;")});
}

// Functions of a file whose bodies change at random.
TEST(SharedBodies, ChangeNothingInRandomEdits) {
  std::mt19937 random(7);
  auto pick = [&](unsigned n) { return random() % n; };
  auto statement = [&](unsigned at) {
    const char *const some[] = {"  x += %;\n",
                                "  if (x > %) return g(x);\n",
                                "  puts(\"t%\");\n",
                                "  static int n% = 4; x += n%;\n",
                                "  int u%; x = u%;\n",
                                "  for (int i = 0; i < %; i++) x ^= i;\n",
                                "\n\n",
                                "  /* { % */ // }\n",
                                "  x = h%(x);\n",
                                "  assert(x != %);\n"};
    std::string text = some[pick(10)], number = std::to_string(at % 4 + 1);
    for (std::size_t i; (i = text.find('%')) != std::string::npos;)
      text.replace(i, 1, number);
    return text;
  };
  unsigned shared = 0;
  for (int round = 0; round < 12; round++) {
    std::vector<std::string> bodies(6), texts;
    for (std::string &body : bodies)
      for (unsigned i = 0; i < 4; i++)
        body += statement(pick(9));
    for (int version = 0; version < 4; version++) {
      std::string text = "#include <assert.h>\nint puts(const char *);\n"
                         "int g(int);\n"
                         "static int h1(int); static int h2(int x) {\n"
                         "  return x; }\nint h3(int), h4(int);\n";
      for (std::size_t i = 0; i < bodies.size(); i++)
        text += "int f" + std::to_string(i) + "(int x)\n{\n" + bodies[i] +
                "  return x;\n}\n";
      texts.push_back(text + "static int h1(int x) { return x + 1; }\n");
      bodies[pick(6)] += statement(pick(9));
    }
    shared += shared_between(texts);
  }
  EXPECT_GT(shared, 100u);
}

} // namespace
} // namespace mergeproof::tests
