// uses: frontend/c ir source support
// A unit whose bodies were read with those of another version is the one that
// was read by itself, and the other version is, too.
#include "laws/body_versions.h"

#include <random>

namespace mergeproof::tests {
namespace {

// What surrounds f(), whose body changes.
std::string around(const std::string &body) {
  return "#include <stdio.h>\n#include <assert.h>\n#include <string.h>\n"
         "#define DOUBLE(x) ((x) * 2)\n#define HAND(x) strlen(x)\n"
         "struct s { int a; struct s *next; };\nenum { LIMIT = 3 };\n"
         "static int counter; extern int outside;\n"
         "static int helper(struct s *p, int n) {\n"
         "  static int calls; return calls++ + p->a + n;\n}\n"
         "static inline int unused(int x) { return counter + x; }\n"
         "int f(struct s *p, int n);\n"
         "int f(struct s *p, int n) {" +
         body +
         "}\n"
         "static int table[LIMIT] = {1, 2, 3};\n"
         "#define LATER 5\n"
         "int g(struct s *p) { int u; if (p) u = 2; return f(p, u) + LATER; }\n"
         "int h(const char *t) { return puts(t) + table[counter] +\n"
         "  (int)sizeof \"abc\"; }\n";
}

// How many units of the other body were read with the first one.
unsigned units_with(const std::string &one, const std::string &other) {
  units_between({around(other), around(one)});
  return units_between({around(one), around(other)});
}

constexpr const char *plain = " return n; ";

TEST(Variants, HaveTheirOwnUnit) {
  for (const char *body :
       {" return n + 1; ", "\n  return n;\n", " return\nn - 1; ",
        " if (!p) return -1;\n  return p->a; ",
        " for (int i = 0; i < n; i++) counter += i;\n\n\n  return counter; ",
        " return helper(p, n) + unused(n); ",
        " puts(\"text\"); return outside; ", " return DOUBLE(DOUBLE(n)); ",
        " char t[8] = \"abc\"; memset(t, n, sizeof t); return t[1]; ",
        " struct s local = {n, p}; struct s *q = &local; return q->a; ",
        " struct t { int b[LIMIT]; } v = {{1}}; return v.b[n]; ",
        " again: if (n-- > 0) goto again; return n; ",
        " switch (n) { case 1: case 2: return 4; default: break; } return 5; ",
        " return ({ int y = n; y * 2; }); ", " return (int){n}; ",
        " int a[n]; a[0] = 1; return a[0] + (int)sizeof a; ",
        " int (*called)(struct s *, int) = helper; return called(p, 1); ",
        " return n /* } */ + '}' - \"}\"[0]; // }\n ",
        " return HAND(\"x\") > 1 ? n : LIMIT; "})
    EXPECT_EQ(units_with(plain, body), 1u) << body;
}

// Bodies that are read by themselves, for what they do to others or mean there.
TEST(Variants, ArePartOfNoOther) {
  for (const char *body :
       {" static int calls; return calls++; ",
        " return f(p->next, n - 1); ",
        " int (*called)(struct s *, int) = f; return called(p, 1); ",
        " return __func__[0]; ",
        " assert(n > 0); return n; ",
        " return __LINE__; ",
        " return __builtin_LINE(); ",
        " extern int nowhere; return nowhere; ",
        " int later(int); return later(n); ",
        " return undeclared(n); ",
        " return __builtin_popcount(n); ",
        " return missing; ",
        " return n ",
        " } int more(void) { return 1; ",
        " return n; }} ",
        "\n#ifdef X\n return 1;\n#endif\n return 2; ",
        "\n#define LATER 6\n return LATER; ",
        "\n#undef LATER\n return 7; ",
        " _Pragma(\"GCC diagnostic ignored \\\"-Wreturn-type\\\"\") ",
        " return __COUNTER__; ",
        " ",
        " if (n) return 1; ",
        " int u; return u; ",
        " return p; ",
        " static int *q = (int[]){1, 2}; return *q; ",
        " static const char *const names[] = {\"one\"}; return names[0][n]; "})
    EXPECT_EQ(units_with(plain, body), 0u) << body;
}

TEST(Variants, AreOfAllKindsOfFunctions) {
  struct Kind {
    const char *before, *head;
    unsigned units;
  };
  for (const Kind &kind : std::initializer_list<Kind>{
           {"", "static int f(int n)", 1},
           {"", "static inline int f(int n)", 1},
           {"", "extern inline int f(int n)", 1},
           {"", "int\nf(int n)\n", 1},
           {"", "__attribute__((noinline)) int f(int n)", 1},
           {"", "const char *f(int n)", 0}, // warns
           {"typedef int number;", "number f(number n)", 1},
           {"#define NAME f\n", "int NAME(int n)", 0},
           {"#define FN(x) int x(int n)\n", "FN(f)", 0},
           {"int f(int n) __attribute__((pure));", "int f(int n)", 0},
           {"int f(int) __asm__(\"other\");", "int f(int n)", 0},
           {"", "int f(n) int n;", 0},
           {"", "int (*f(int n))(int)", 0},
           {"", "__attribute__((constructor)) static int f(int n)", 1},
           {"", "int abs(int n)", 0},
           {"", "int main(int n)", 0},
           {"int f(int n); extern int f(int n);", "int f(int n)", 1}}) {
    auto text = [&](const char *body) {
      return std::string(kind.before) + "int a;\n" + kind.head + " {" + body +
             "}\nint b(void) { return a; }\n";
    };
    EXPECT_EQ(units_between({text("return n;"), text("n++;\nreturn n;")}),
              kind.units)
        << kind.head;
  }
}

// What stands in the same line behind a body is somewhere else.
TEST(Variants, KeepWhatIsInTheirLine) {
  EXPECT_EQ(units_between({"int f(void) { return 1; } int x;\n",
                           "int f(void) { return 10; } int x;\n"}),
            0u);
  EXPECT_EQ(units_between({"int x; int f(void) { return 1; }\nint y;",
                           "int x; int f(void) { return 10; }\nint y;"}),
            1u);
}

TEST(Variants, KnowTheNumbersOfLines) {
  auto text = [](const char *body, const char *behind) {
    return std::string("int f(int n) {") + body + "}\n" + behind;
  };
  for (const char *behind :
       {"int g(void) { return __LINE__; }\n", "enum { HERE = __LINE__ };\n"})
    EXPECT_EQ(
        units_between({text("return 1;", behind), text("\nreturn 2;", behind)}),
        0u);
}

TEST(Variants, MayBeSaidMoreOf) {
  std::string before = "int e(int x) { int u; if (x) u = 1; return u; }\n",
              behind = "int g(int x) { int u; if (x) u = 1; return u; }\n"
                       "unsigned h(void) { }\n";
  auto text = [&](const char *body) {
    return "#include \"none.h\"\n" + before + "int f(int x) {" + body + "}\n" +
           behind;
  };
  EXPECT_EQ(units_between({text("return 1;"), text("\n\nreturn 2;"),
                           text("x++;\nreturn x;"), text("int u; return u;")}),
            3u); // behind an error clang says less
  EXPECT_EQ(units_between({text("int u; return u;"), text("\n\nreturn 2;")}),
            1u);
}

TEST(Variants, AreOfTheSameHeaders) {
  std::string text = "#include \"h.h\"\nint f(void) { return A; }\n";
  BodyVersions versions(
      {{{"f.c", text + "int g(void) { return 1; }"}, {"h.h", "#define A 1\n"}},
       {{"f.c", text + "int g(void) { return 2; }"}, {"h.h", "#define A 2\n"}},
       {{"f.c", text + "int g(void) { return 3; }"},
        {"h.h", "#define A 1\n"}}});
  versions.expect_no_difference();
  EXPECT_EQ(versions.units(), 1u);
}

// What a text defines is counted by its braces.
TEST(Variants, AreNotReadWhereBracesMislead) {
  auto text = [](const char *before, const char *value) {
    return std::string(before) + "int f(int n) { return n + " + value +
           "; }\nint g(int n) { return f(n); }\n";
  };
  for (const char *before :
       {"#if 1\nint a(void) {\n#else\nint a(int x) {\n#endif\nreturn 1; }\n",
        "#define OPEN {\nint a(void) OPEN return 1; }\n",
        "#define CLOSE }\nint a(void) { return 1; CLOSE\n",
        "#if 0\nint f(int n) { return n + 1; }\n#endif\n",
        "int table[] = { [0] = 1 };\n", "struct { int (*f)(int n); } s;\n",
        "int later(int), a(int);\n", "__asm__(\"nop {\");\n"})
    units_between({text(before, "1"), text(before, "2"), text(before, "3")});
}

TEST(Variants, ChangeNothingInRandomEdits) {
  std::mt19937 random(11);
  auto pick = [&](unsigned n) { return random() % n; };
  auto statement = [&] {
    const char *const some[] = {"  x += %;\n",
                                "  if (x > %) return g(x);\n",
                                "  puts(\"t%\");\n",
                                "  { int u = x; x = u * %; }\n",
                                "  while (x > %) x /= 2;\n",
                                "\n\n",
                                "  /* { % */ // }\n",
                                "  x = h%(x);\n",
                                "  x = s.a ? s.a : TWICE(%);\n",
                                "  static int n% = 4; x += n%;\n",
                                "  assert(x != %);\n",
                                "  int v% = x; x = v%;\n"};
    std::string text = some[pick(pick(4) == 0 ? 12 : 9)],
                number = std::to_string(pick(4) + 1);
    for (std::size_t i; (i = text.find('%')) != std::string::npos;)
      text.replace(i, 1, number);
    return text;
  };
  unsigned units = 0;
  for (int round = 0; round < 24; round++) {
    std::vector<std::string> bodies(6), texts;
    for (std::string &body : bodies)
      for (unsigned i = 0; i < 3; i++)
        body += statement();
    for (int version = 0; version < 4; version++) {
      std::string text =
          "#include <assert.h>\nint puts(const char *);\nint g(int);\n"
          "#define TWICE(x) ((x) * 2)\nstatic struct s { int a; } s;\n"
          "static int h1(int); static int h2(int x) {\n  return x; }\n"
          "int h3(int), h4(int);\n";
      for (std::size_t i = 0; i < bodies.size(); i++)
        text += (i % 2 ? "static int f" : "int f") + std::to_string(i) +
                "(int x)\n{\n" + bodies[i] + "  return x;\n}\n";
      texts.push_back(text + "static int h1(int x) { return f1(x); }\n");
      std::string &changed = bodies[pick(6)];
      changed = pick(2) ? changed + statement() : statement() + changed;
    }
    units += units_between(texts);
  }
  EXPECT_GT(units, 30u);
}

} // namespace
} // namespace mergeproof::tests
