// uses: frontend/c ir source support
// Bodies are shared with versions whose text differs outside of bodies, and
// only where every name means the same.
#include "laws/body_versions.h"

#include <random>

namespace mergeproof::tests {
namespace {

struct Case {
  const char *before, *after; // two texts in front of f()
  unsigned shared;            // f() or what else is the same
  const char *body = "return A;";
};

void expect_shared(const Case &one, const std::string &header = "") {
  std::string f = std::string("int f(int x) {\n  ") + one.body + "\n}\n";
  for (bool is_swapped : {false, true}) {
    std::vector<std::string> texts = {one.before + f, one.after + f};
    if (is_swapped)
      std::swap(texts[0], texts[1]);
    EXPECT_EQ(shared_between(texts, header), one.shared)
        << one.before << "becomes\n"
        << one.after;
  }
}

TEST(SharedNames, LeaveBodiesThatDoNotUseThem) {
  const Case cases[] = {
      {"int A;\n", "int A;\nint B;\n", 1},
      {"int A;\n", "int B;\nint A;\n", 1},
      {"int A;\n", "int A;\n#define B 3\n", 1},
      {"int A;\n", "int A; /* of B */\n", 0}, // the line is another one
      {"int A;\n", "int A;\n/* of B */\n", 1},
      {"enum { A };\n", "enum { A };\nstatic int g(int x) { return x; }\n", 1},
      {"int A;\nstruct s { int b; };\n", "int A;\nstruct s { long b; };\n", 1},
      {"int A;\n#ifdef B\nint c;\n#endif\n",
       "int A;\n#ifdef B\nint d, A;\n#endif\n", 1},
      {"int A;\n", "int A;\n#ifdef B\nint c;\n#else\nint d;\n#endif\n", 1},
      {"typedef int t;\nt A;\n", "typedef int t;\nint g(t x);\nt A;\n", 1},
      {"static int A;\nint g(void)\n{\n  return 1;\n}\n",
       "static int A;\nint h(void)\n{\n  return 1;\n}\n", 1},
      {"extern int A;\nint g(int a) { return a; }\n", "extern int A;\n", 1}};
  for (const Case &one : cases)
    expect_shared(one);
}

TEST(SharedNames, AreMacros) {
  const Case cases[] = {
      {"#define A 1\n", "#define A 2\n", 0},
      {"#define A 1\n", "#define A 1\n#undef A\nint A;\n", 0},
      {"enum { A = 1 };\n", "enum { A = 1 };\n#define A 2\n", 0},
      {"#define B 1\n#define A B\n", "#define B 2\n#define A B\n", 0},
      {"#define A B\n#define B 1\n", "#define A B\n#define B 2\n", 0},
      {"#define A B##1\nint B1;\n#define J(a, b) a##b\n",
       "#define A B##1\nlong B1;\n#define J(a, b) a##b\n", 0,
       "return J(B, 1);"},
      {"int y;\n", "int y;\n#define x y\n", 0, "return x;"},
      {"int A;\n", "int A;\n#define return return 1 +\n", 0},
      {"int A;\n", "int A;\n#define int long\n", 0, "int y = A; return y;"},
      {"int A;\n", "int A;\n#define f g\n", 0},
      {"#define A 1\n#if A\n#define B 1\n#else\n#define B 2\n#endif\n",
       "#define A 0\n#if A\n#define B 1\n#else\n#define B 2\n#endif\n", 0,
       "return B;"},
      {"#define E 1\nint g(void)\n{\n#if 1\n#define A 1\n#endif\nreturn "
       "1;\n}\n#ifndef A\n#define A 2\n#endif\n",
       "#define E 1\nint g(void)\n{\n#if 0\n#define A 1\n#endif\nreturn "
       "1;\n}\n#ifndef A\n#define A 2\n#endif\n",
       0},
      {"#define LIST X(A) X(B)\n#define X(n) n,\nenum { LIST };\n",
       "#define LIST X(B) X(A)\n#define X(n) n,\nenum { LIST };\n", 0}};
  for (const Case &one : cases)
    expect_shared(one);
}

TEST(SharedNames, AreDeclarations) {
  const Case cases[] = {
      {"int A;\n", "static int A;\n", 0},
      {"extern int A;\n", "extern int A;\nint A = 3;\n", 0},
      {"int A;\n", "enum { A = 4 };\n", 0},
      {"const int A = 3;\n", "const int A = 4;\n", 0},
      {"enum { B, A };\n", "enum { B, C, A };\n", 0},
      {"extern int A[];\nint A[3];\n", "extern int A[];\nint A[4];\n", 0,
       "return sizeof(A) + A[x];"},
      {"typedef int A;\n", "typedef long A;\n", 0, "return sizeof(A);"},
      {"typedef int B;\ntypedef B A;\n", "typedef long B;\ntypedef B A;\n", 0,
       "return sizeof(A);"},
      {"typedef int B;\nB A;\n", "typedef long B;\nB A;\n", 0,
       "return sizeof A;"},
      {"enum { B = 1 };\nint A[B];\n", "enum { B = 2 };\nint A[B];\n", 0,
       "return sizeof A;"},
      {"struct s { int a; };\nstruct s *g(void);\n",
       "struct s { int b, a; };\nstruct s *g(void);\n", 0, "return g()->a;"},
      {"int A;\n__typeof__(A) b;\n", "long A;\n__typeof__(A) b;\n", 0,
       "return sizeof b;"},
      {"int g(int);\n", "static inline int g(int x) { return x; }\n", 0,
       "return g(x);"},
      {"int g(int);\n", "int g(int);\nstatic int g(int);\n", 0, "return g(x);"},
      {"int g(int);\n", "long g(long);\n", 0, "return g(x);"},
      {"void g(int);\n", "void g(int)\n__attribute__((noreturn));\n", 0,
       "g(x); return 1;"},
      {"void g(int)\n;\n", "void g(int)\n__attribute__((noreturn))\n;\n", 0,
       "g(x); return 1;"},
      {"void g(int);\n", "__attribute__((noreturn))\nvoid g(int);\n", 0,
       "g(x); return 1;"},
      {"int unrelated;\n", "int g(int);\n", 0, "return g(x);"},
      {"int unrelated;\n", "int f(int) __asm__(\"other\");\n", 0},
      {"int unrelated;\n", "static int f(int);\n", 0},
      {"int unrelated;\n", "int h(int) __attribute__((alias(\"f\")));\n", 0}};
  for (const Case &one : cases)
    expect_shared(one);
}

TEST(SharedNames, ReachThroughHeaders) {
  std::string header = "extern struct s *here;\n"
                       "#define FIRST(p) ((p)->a + NUMBER)\n"
                       "#define PASTE(n) N_##n\n"
                       "typedef struct s type;\n";
  const Case cases[] = {
      {"#include \"h.h\"\nstruct s { int a; };\n",
       "#include \"h.h\"\nstruct s { int b, a; };\n", 0, "return here->a;"},
      {"#include \"h.h\"\nstruct s { int a; };\n#define NUMBER 1\n",
       "#include \"h.h\"\nstruct s { int a; };\n#define NUMBER 2\n", 0,
       "return FIRST(here);"},
      {"#include \"h.h\"\n#define N_one 1\n",
       "#include \"h.h\"\n#define N_one 2\n", 0, "return PASTE(one);"},
      {"#include \"h.h\"\nstruct s { int a; };\n",
       "#include \"h.h\"\nstruct s { int b, a; };\n", 0,
       "return sizeof(type);"},
      {"#include \"h.h\"\n", "#define s t\n#include \"h.h\"\n", 0,
       "return sizeof(here);"},
      {"#include \"h.h\"\n", "#include \"h.h\"\nextern int *here;\n", 0,
       "return sizeof(*here);"}};
  for (const Case &one : cases)
    expect_shared(one, header);
}

TEST(SharedNames, AreNotEverything) {
  const Case cases[] = {
      {"int A;\n", "int A;\n#pragma pack(1)\n", 0,
       "struct { char a; int b; } s; return sizeof s;"},
      {"#define P _Pragma(\"pack(1)\")\nint A;\n",
       "#define P _Pragma(\"pack(1)\")\nint A;\nP\n", 0,
       "struct { char a; int b; } s; return sizeof s;"},
      {"int A;\n", "int A;\n#line 7\n", 0, "return __LINE__;"},
      {"int A;\n", "int A;\n/*\n*/\n", 0, "return __LINE__;"},
      {"int A;\n", "int A;\n\n", 0, "return __builtin_LINE();"},
      {"enum { A = __LINE__ };\n", "\nenum { A = __LINE__ };\n", 0},
      {"int A; int g(void) { return 1; }\n",
       "int A; int g(void) { return 1; }\n#if 0\n", 0,
       "return A;\n}\n#if 0\n#endif\nint h(void) { return 1;"},
      {"int A;\n", "int A; int c = __COUNTER__;\n", 0}};
  for (const Case &one : cases)
    expect_shared(one);
}

// Text in front of f() that clang reads as something else.
TEST(SharedNames, AreNotFoundWhereTextMisleads) {
  const char *const texts[] = {
      "int A;\nint B;\n",
      "int A;\n/*\nint B;\n*/\n",
      "int A;\n#define X \\\nint B;\n",
      "int A;\nint\nB;\n",
      "int A\n;\nint B;\nB = 3;\n",
      "int A;\ntypedef\nint B;\n",
      "static\nint A;\nint B;\n",
      "int A; gone_t z;\nint B;\n",
      "int A;\nint B;\nvoid g(void) { int A; { struct q { int a; } B; } }\n",
      "int A;\nint B;\nvoid g(void) { return 1 } }\n",
      "int A;\nint B;\n\"\n",
      "int A;\nint B; ?\?/\n",
      "int A;\nint B;\nint (*g(void))(int) { return 0; }\n",
      "int A;\nint B;\nint g(void) <% return 0; %>\n",
      "int A;\nint B;\n#include \"h.h\"\n",
      "struct { int a; } A0;\nint A;\nint B;\n",
      "int A\\\nB;\nint A, B;\n"};
  const std::string f = "int f(int x) {\n  return A + B + x;\n}\n"
                        "int late(void)\n{\n  return sizeof A;\n}\n";
  for (const char *one : texts) {
    shared_between({texts[0] + f, one + f, one + f + "int more;\n"},
                   "int H;\n");
    shared_between({one + f, texts[0] + f}, "int H;\n");
  }
}

// A function that never gives its value, and one that calls it.
TEST(SharedNames, AreOfFunctionsThatGiveNoValue) {
  auto text = [](const char *body) {
    return std::string("int n;\nint g(int x)\n{\n  ") + body +
           "\n}\nint f(int x)\n{\n  return g(x);\n}\n";
  };
  shared_between({text("n += x;"), text("return x;")});
  shared_between({text("return x;"), text("n += x;")});
}

TEST(SharedNames, AreSeenToChangeAfterwards) {
  std::string rest = "int g(int x)\n{\n  return x;\n}\n"
                     "int f(int x)\n{\n  return g(x);\n}\n"
                     "int h(int x)\n{\n  return x;\n}\n";
  EXPECT_EQ(shared_between({rest, "int g(int x);\n" + rest}), 1u);
}

TEST(SharedNames, StandBehindErrorsThatAreTheSame) {
  std::string f = "int f(int x) {\n  int y;\n  if (x) y = 1;\n  return y;\n}\n";
  EXPECT_EQ(shared_between({"gone_t z;\n" + f, f}), 0u);
  EXPECT_EQ(shared_between({f, "gone_t z;\n" + f}), 0u);
  EXPECT_EQ(shared_between({"gone_t z;\n" + f, "gone_t z;\nint A;\n" + f}), 1u);
  EXPECT_EQ(shared_between({"#include \"none.h\"\n" + f,
                            "#include \"none.h\"\nint A;\n" + f}),
            1u);
}

// Files whose items change at random, and bodies that use them.
class RandomFile {
public:
  explicit RandomFile(unsigned seed) : random_(seed) {
    for (const char *one : {"int v1, v2, v3;\n", "int p1(int), p2(int);\n",
                            "struct s1 { int a; }; struct s2 { long a; };\n"})
      parts_.push_back(one);
    for (int i = 0; i < 5; i++)
      parts_.push_back(item());
    for (int i = 0; i < 4; i++)
      parts_.push_back(function(i));
    for (int i = 0; i < 3; i++)
      parts_.insert(parts_.begin() + 3 + pick(8), item());
  }

  void change() {
    std::size_t at = 3 + pick(unsigned(parts_.size()) - 3);
    bool is_function = parts_[at].starts_with("int f");
    if (pick(3) == 0 && !is_function)
      parts_.erase(parts_.begin() + std::ptrdiff_t(at));
    else
      parts_.insert(parts_.begin() + std::ptrdiff_t(at), item());
  }

  std::string text() const {
    std::string text;
    for (const std::string &part : parts_)
      text += part;
    return text;
  }

private:
  unsigned pick(unsigned n) { return unsigned(random_() % n); }

  std::string numbered(std::string text) {
    std::string number = std::to_string(1 + pick(3));
    for (std::size_t i; (i = text.find('%')) != std::string::npos;)
      text.replace(i, 1, number);
    return text;
  }
  std::string item() {
    const char *const some[] = {
        "#define M% 1%\n",
        "#undef M%\n",
        "#define v% (M% + 1)\n",
        "extern int v%;\n",
        "static int w%;\n",
        "int w%;\n",
        "typedef int t%;\n",
        "typedef struct s1 t%;\n",
        "enum { E% = %0, E4 };\n",
        "static inline int h%(int x)\n{\n  return x + v%;\n}\n",
        "static inline int h%(int x)\n{\n  return x - %;\n}\n",
        "int p%(int);\n",
        "static int p3(int x)\n{\n  return x;\n}\n",
        "#ifdef M1\nint q%;\n#else\nlong q%;\n#endif\n",
        "#if E1 + M2\n#define N% 4\n#endif\n",
        "/* % */\n",
        "struct s2 q4;\n"};
    return numbered(some[pick(std::size(some))]);
  }
  std::string function(int number) {
    const char *const some[] = {"  x += v%;\n",
                                "  x ^= p%(x);\n",
                                "  x += M%;\n",
                                "  x += h%(x);\n",
                                "  x += w%;\n",
                                "  x += E%;\n",
                                "  x += sizeof(t%);\n",
                                "  x += sizeof q%;\n",
                                "  struct s% z; x += sizeof z.a;\n"};
    std::string text = "int f" + std::to_string(number) + "(int x)\n{\n";
    for (unsigned i = 0; i < 2; i++)
      text += numbered(some[pick(std::size(some))]);
    return text + "  return x;\n}\n";
  }

  std::mt19937 random_;
  std::vector<std::string> parts_;
};

TEST(SharedNames, ChangeNothingInRandomEdits) {
  unsigned shared = 0;
  for (unsigned seed = 0; seed < 60; seed++) {
    RandomFile file(seed);
    std::vector<std::string> texts = {file.text()};
    for (int version = 0; version < 3; version++) {
      file.change();
      texts.push_back(file.text());
    }
    shared += shared_between(texts);
  }
  EXPECT_GT(shared, 50u);
}

// What lies between gaps is the same, and where it is said to be.
TEST(TextAlignment, FindsWhatIsTheSame) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; round++) {
    std::string texts[2];
    for (std::string &text : texts)
      for (unsigned i = unsigned(random() % 12); i > 0; i--)
        text += std::string(1 + random() % 2, char('a' + random() % 4)) +
                (random() % 9 ? "\n" : "");
    const auto &[text, other] = texts;
    auto gaps = frontend::c::align_lines(text, other);
    unsigned same = 0;
    for (unsigned at = 0; at < text.size(); at++)
      if (auto place = frontend::c::place_in_other(gaps, {at, at + 1})) {
        ASSERT_LT(*place, other.size()) << text << "---\n" << other;
        EXPECT_EQ(text[at], other[*place]) << text << "---\n" << other;
        same++;
      }
    EXPECT_EQ(text == other, gaps.empty());
    EXPECT_TRUE(text != other || same == text.size());
  }
}

} // namespace
} // namespace mergeproof::tests
