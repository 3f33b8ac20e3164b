// uses: frontend/c ir source support
// A unit that was read with a preamble is the one that was read without.
#include "frontend/c/versions/preambles.h"
#include "laws/file_versions.h"

namespace mergeproof::tests {
namespace {

using frontend::c::Preambles;

class Versions {
public:
  explicit Versions(std::vector<Files> files,
                    std::vector<std::string> flags = {"-Iinclude"})
      : versions_("src/f.c", std::move(flags), std::move(files)) {}

  // How many of them shared what another had made.
  unsigned expect_no_difference() {
    versions_.expect_no_difference([&](frontend::c::ParseRequest &request) {
      request.preambles = &preambles_;
    });
    return preambles_.shared();
  }

private:
  FileVersions versions_;
  Preambles preambles_;
};

const char *const head = "#include <stdio.h>\n"
                         "#include <string.h>\n"
                         "#if __has_include(\"extra.h\")\n"
                         "#include \"extra.h\"\n"
                         "#endif\n"
                         "#include \"lib.h\"\n"
                         "#define TWICE(x) ((x) * 2)\n"
                         "#ifdef NEVER\n"
                         "int left_out;\n"
                         "#endif\n";
const char *const lib = "#ifndef LIB_H\n#define LIB_H\n"
                        "struct s { int a; unsigned b : 3; };\n"
                        "extern int counter;\n"
                        "enum { LIMIT = 5 };\n"
                        "static inline int half(int x) {\n"
                        "#ifdef DEBUG\n"
                        "  x++;\n"
                        "#endif\n"
                        "  static int calls;\n"
                        "  return calls++ + x / 2;\n}\n"
                        "static int unused(void) { return 1; }\n"
                        "#ifdef OTHER\nint other;\n#endif\n"
                        "#endif\n";

std::string body(const std::string &result) {
  return "int counter;\n"
         "static int helper(struct s *p) { return half(p->a) + p->b; }\n"
         "int f(struct s *p, const char *t) {\n"
         "  if (strlen(t) > LIMIT)\n"
         "    printf(\"%s %d\\n\", t, __LINE__);\n"
         "  return helper(p) + " +
         result + ";\n}\n";
}

TEST(Preambles, ChangeNothing) {
  std::string later = std::string("\n") + body("unused()");
  Versions versions(
      {{{"src/f.c", head + body("1")}, {"include/lib.h", lib}},
       {{"src/f.c", head + body("TWICE(counter)")}, {"include/lib.h", lib}},
       {{"src/f.c", head + later}, {"include/lib.h", lib}},
       {{"src/f.c", head + body("undeclared")}, {"include/lib.h", lib}}});
  EXPECT_EQ(versions.expect_no_difference(), 3u);
}

// Nor where versions do not share theirs.
TEST(Preambles, AreNotTakenFromOthers) {
  std::string more = std::string(lib) + "#define TWICE_MORE 3\nint more;\n";
  Versions versions(
      {{{"src/f.c", head + body("1")}, {"include/lib.h", lib}},
       {{"src/f.c", head + body("2")}, {"include/lib.h", more}},
       {{"src/f.c", head + body("3")},
        {"include/lib.h", lib},
        {"src/extra.h", "typedef long extra;\nint fresh(int x);\n"}},
       {{"src/f.c", head + body("4")},
        {"include/lib.h", lib},
        {"src/lib.h", "struct s { long a; int b; };\n"
                      "extern int counter;\n"
                      "enum { LIMIT = 7 };\n"
                      "int half(int x); int unused(void);\n"}},
       {{"src/f.c", "#define DEBUG\n" + (head + body("5"))},
        {"include/lib.h", lib}}});
  EXPECT_EQ(versions.expect_no_difference(), 0u);
}

// Headers with definitions, broken ones, ones that come twice, conditions that
// stay open.
TEST(Preambles, MayHoldAnything) {
  std::string defines = "int shared(int x) { return x + 1; }\n"
                        "int table[2] = {1, 2};\n"
                        "__asm__(\".globl here\");\n";
  std::string broken = "int broken(void) { return x; }\n#include \"none.h\"\n";
  std::string twice = "static int NAME(int x) {\n#ifdef MORE\n  x++;\n#endif\n"
                      "  return x; }\n#undef NAME\n";
  std::string pragmas = "#pragma once\n#pragma redefine_extname f other\n"
                        "#pragma weak g\n";
  for (const std::string &header : {defines, broken, twice, pragmas}) {
    std::string first = "#define NAME one\n#include \"h.h\"\n";
    if (header == twice)
      first += "#define MORE\n#define NAME two\n#include \"h.h\"\n";
    first += "#ifdef OPEN\nint open;\n#else\n";
    Versions({{{"src/f.c", first + "int f(int x) { return x; }\n#endif\n"},
               {"src/h.h", header}},
              {{"src/f.c", first + "int f(int x) { return x + 1; }\n#endif\n"},
               {"src/h.h", header}}})
        .expect_no_difference();
  }
}

// A header that is entered again defines in each turn what the others leave
// out.
TEST(Preambles, HoldHeadersThatComeInParts) {
  std::string parts = "#ifdef WANTS_F\n#ifndef HAS_F\n#define HAS_F\n"
                      "static inline int f1(int x) {\n#ifdef LATER\n  x++;\n"
                      "#endif\n  return x; }\n#endif\n#endif\n"
                      "#ifdef WANTS_G\n#ifndef HAS_G\n#define HAS_G\n"
                      "static inline int g1(int x) {\n#ifndef NEVER\n  x++;\n"
                      "#else\n  x--;\n#endif\n  return x; }\n#endif\n#endif\n";
  std::string first = "#define WANTS_F\n#include \"h.h\"\n#define LATER\n"
                      "#define WANTS_G\n#include \"h.h\"\n";
  Versions versions({{{"src/f.c", first + "int f(int x) { return f1(x); }\n"},
                      {"src/h.h", parts}},
                     {{"src/f.c", first + "int f(int x) { return g1(x); }\n"},
                      {"src/h.h", parts}}});
  EXPECT_EQ(versions.expect_no_difference(), 1u);
}

// Macros of the flags are not what they were at the end of every preamble.
TEST(Preambles, MayChangeWhatFlagsSay) {
  const char *const header = "#ifndef OTHER\n#define OTHER 1\n#else\n"
                             "#undef X\n#define X 5\n#endif\n";
  for (const char *first :
       {"#undef X\n", "#undef X\n#define X 2\n", "#define X 2\n",
        "#ifndef X\n#define X 3\n#endif\n", "#pragma push_macro(\"X\")\n"})
    for (std::vector<std::string> flags : {std::vector<std::string>{"-DX=1"},
                                           {"-UX"},
                                           {"-DX=1", "-UX"},
                                           {"-DX=1", "-include", "src/h.h"},
                                           {"-imacros", "src/h.h"}}) {
      auto text = [&](const char *more) {
        return first +
               std::string("#include \"h.h\"\nint f(int x) {\n#ifdef X\n"
                           "  return x + X") +
               more + ";\n#else\n  return x - 1" + more + ";\n#endif\n}\n";
      };
      Versions versions({{{"src/f.c", text("")}, {"src/h.h", header}},
                         {{"src/f.c", text(" + 1")}, {"src/h.h", header}}},
                        flags);
      bool is_shared = !std::string_view(first).starts_with("#pragma");
      EXPECT_EQ(versions.expect_no_difference(), is_shared) << first;
    }
}

// What pragmas push in a preamble is popped behind it, and #line goes on.
TEST(Preambles, ForgetNothing) {
  const char *const pairs[][2] = {
      {"#define X 1\n#pragma push_macro(\"X\")\n#undef X\n#define X 0\n",
       "#pragma pop_macro(\"X\")\n"},
      {"#line 100 \"g.y\"\n#define X 1\n", ""},
      {"#define X 1\n#pragma GCC diagnostic push\n"
       "#pragma GCC diagnostic ignored \"-Wreturn-type\"\n",
       "#pragma GCC diagnostic pop\n"},
      {"#define X 1\n#pragma GCC diagnostic error \"-Wreturn-type\"\n", ""},
      {"#define X 1\n_Pragma(\"GCC diagnostic ignored "
       "\\\"-Wreturn-type\\\"\")\n",
       ""},
      {"#define X 1\n_Pragma(\"GCC diagnostic push\")\n"
       "_Pragma(\"GCC diagnostic error \\\"-Wreturn-type\\\"\")\n"
       "_Pragma(\"GCC diagnostic pop\")\n",
       ""},
      {"#define X 1\n_Pragma(\"GCC diagnostic push\")\n"
       "_Pragma(\"GCC diagnostic ignored \\\"-Wreturn-type\\\"\")\n",
       "_Pragma(\"GCC diagnostic pop\")\n"},
      {"#define X 1\n_Pragma(\"weak f\")\n", ""},
      {"#define X 1\n#pragma GCC visibility push(hidden)\n",
       "#pragma GCC visibility pop\n"}};
  for (const auto &[before, behind] : pairs)
    for (bool is_in_header : {false, true}) {
      std::string first = is_in_header ? "#include \"h.h\"\n" : before;
      auto text = [&](const char *more) {
        return first + "int k;\n" + behind +
               "int f(int x) { if (x) return X + __LINE__ + __FILE__[0]" +
               more + "; }\n";
      };
      Versions versions({{{"src/f.c", text("")}, {"src/h.h", before}},
                         {{"src/f.c", text(" + 1")}, {"src/h.h", before}}});
      versions.expect_no_difference();
    }
}

} // namespace
} // namespace mergeproof::tests
