// uses: scan git source support
#include "scan/brace_count.h"
#include "scan/text_index.h"
#include "scan/text_scan.h"
#include "source/memory_tree.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace mergeproof::scan {
namespace {

using Names = std::vector<std::string>;

// What the items of a text that are functions are called.
Names functions_in(const std::string &text) {
  NameTable names;
  Names found;
  for (const TextItem &item : scan_text(text, names).items)
    for (NameId name : item.names)
      if (item.is_function)
        found.push_back(names.text(name));
  return found;
}

TEST(TextScan, BracesCountInEveryBranch) {
  EXPECT_TRUE(has_exact_braces("int f(void) {\n#if A\nif (x) {\n#else\n"
                               "if (y) {\n#endif\n}\n}\n"));
  EXPECT_TRUE(has_exact_braces("#if A\nint f(int x) {\n#else\nint f(void) {\n"
                               "#endif /* A */\n}\n"));
  EXPECT_TRUE(has_exact_braces("#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                               "int f(void) { return '}'; }\n"
                               "#ifdef __cplusplus\n}\n#endif\n"));
  for (const char *text :
       {"int f(void) {\n#if A\nif (x) {\n#endif\n}\n}\n",
        "int f(void) {\n#if A\nif (x) {\n#elif B\n#else\nif (y) "
        "{\n#endif\n}\n}",
        "#if A\nint f(int x) {\n#endif\n}\n",
        "int f(void) {\n#include \"tail.inc\"\n}\n",
        "int f(void) {\n#if A /* a\n } */\n#endif\n}\n",
        "int f(void) { return 1; %>\nint g(void) <% }\n",
        "int f(void) {\n#ifndef __cplusplus\n}\n#endif\nint g(void) {\n"
        "#ifndef __cplusplus\n}\n#endif\n",
        "int f(void) }", "int f(void) {", "#if A\n", "#endif\n", "#else\n"})
    EXPECT_FALSE(has_exact_braces(text)) << text;
}

// Names of items that are not known to define nothing.
Names definers_in(const std::string &text) {
  NameTable names;
  Names found;
  for (const TextItem &item : scan_text(text, names).items)
    if (!item.is_type && !item.is_declaration && !item.is_macro)
      for (NameId name : item.outer)
        found.push_back(names.text(name));
  return found;
}

TEST(TextScan, WhatIsNoCDefinesNothing) {
  EXPECT_EQ(definers_in("class Box : public Base {\n  OBJECT\npublic:\n"
                        "  void run() { f(box_); }\n  box *box_;\n};\n"
                        "namespace boxes {\n  class Two;\n"
                        "  struct One { int get() { return g(); } };\n}\n"),
            Names{});
  // C may have what is between braces that a condition leaves out.
  for (const char *macro : {"USE_NS", "(defined(__cplusplus) && !NO_NS)"})
    EXPECT_NE(definers_in("#if " + std::string(macro) +
                          "\nnamespace n {\n"
                          "#endif\nint f(int x) { return x; }\n#if " +
                          macro + "\n}\n#endif\n"),
              Names{});
  EXPECT_EQ(definers_in("int class; int namespace = 1;\n"),
            Names({"class", "namespace"}));
}

// What the texts' items mention, or define.
Names names_in(const std::string &text) {
  NameTable names;
  Names found;
  for (const TextItem &item : scan_text(text, names).items)
    for (NameId name : item.outer)
      found.push_back(names.text(name));
  std::sort(found.begin(), found.end());
  return found;
}

TEST(TextScan, NamesAreTheSameHoweverTheyAreWritten) {
  for (const char *text :
       {"#define LONG\\\nNAME 3\n", "#define LONG\\\r\nNAME 3\n",
        "#def\\\n\\\nine LONGNAME 3\n", "%:define LONGNAME 3\n",
        "?\?=define LONGNAME 3\n", "int LONG\\\nNAME = 3;\n"})
    EXPECT_EQ(names_in(text), Names{"LONGNAME"}) << text;
  for (const char *text : {"#define \\u00e9k 3\n", "#define \\U000000E9k 3\n"})
    EXPECT_EQ(names_in(text), Names{"\xc3\xa9k"}) << text;
  EXPECT_EQ(names_in("int a = \\\n b;\n"), (Names{"a", "b"}));
}

TEST(TextScan, LiteralsAndCommentsStayAsTheyAre) {
  auto hash = [](const std::string &text) {
    NameTable names;
    return scan_text(text, names).items.front().hash;
  };
  EXPECT_NE(hash("char *s = \"\\\\u00e9\";\n"),
            hash("char *s = \"\\\\\xc3\xa9\";\n"));
  EXPECT_NE(hash("char *s = \"%:\";\n"), hash("char *s = \"#\";\n"));
  EXPECT_EQ(names_in("/* don't %: */ int a; // 'b\\\nc\nint d;\n"),
            (Names{"a", "d"}));
}

TEST(TextScan, IncludesAreFoundBehindBlanks) {
  for (const char *text :
       {"#include \\\n  \"a.h\"\n", "#include /* \"b.h\" */ \"a.h\"\n"}) {
    NameTable names;
    const TextFile file = scan_text(text, names);
    ASSERT_EQ(file.includes.size(), 1U) << text;
    EXPECT_EQ(file.includes[0].name, "a.h") << text;
  }
}

bool has_items(const std::string &path, const std::string &text) {
  std::map<std::string, std::string> files;
  files[path] = text;
  const source::MemoryTree tree(files);
  TextIndex index;
  return !index.file(tree, path)->items.empty();
}

TEST(TextScan, ListsOfExportsAreNoC) {
  const std::string text = "; what to export\r\nLIBRARY box.dll\r\nEXPORTS\r\n"
                           "  f\r\n  g @2 NONAME\r\n  h = f ; f\r\n";
  EXPECT_FALSE(has_items("box.def", text));
  EXPECT_FALSE(has_items("box.def", "EXPORTS\n  f\n"));
  EXPECT_TRUE(has_items("box.inc", text));
  for (const char *c : {"LIBRARY ,\nop_a", "LIBRARY_DATA int rate = 1;\n",
                        "EXPORTS(f)\n", "EXPORTS\nint f(void) { return 1; }\n",
                        "EXPORTS\nint rate = 1;\n", "EXPORTS\nrate\n= 1;\n"})
    EXPECT_TRUE(has_items("box.def", c)) << c;
}

TEST(TextScan, ABraceInTheFirstColumnEndsNothingWhereBracesTell) {
  EXPECT_EQ(functions_in("int f(int x) {\n  for (;;) {\n    g(x);\n}\n"
                         "  h(x);\n}\nint k(void) { return 1; }\n"),
            (Names{"f", "k"}));
}

TEST(TextScan, WhereBracesDoNotTellWhatIsCalledMayBeDefined) {
  Names found = functions_in("int f(int x) {\n#if A\n  if (x) {\n#endif\n"
                             "  g(x);\n}\nint k(void) { return 1; }\n");
  EXPECT_EQ(found.front(), "f");
  EXPECT_EQ(found.back(), "k");
  EXPECT_NE(std::find(found.begin(), found.end(), "g"), found.end());
}

// The braces in the comments balance each other.
TEST(TextScan, CommentsGoOnBehindContinuedLines) {
  EXPECT_EQ(functions_in("int o(int x) {\n#define A \\\n 1 /* a\n } */\n"
                         "  return A;\n}\nint f(int x) { return g(x); }\n"
                         "int p(int x) {\n#define B \\\n 1 /* b\n { */\n"
                         "  return B;\n}\n"),
            (Names{"o", "f", "p"}));
}

TEST(TextScan, BranchesDoNotSwallowWhatFollows) {
  EXPECT_EQ(functions_in("int f(int x) {\n#if A\n  if (x) {\n#elif B\n"
                         "  while (x) {\n#else\n  {\n#endif\n    g(x);\n  }\n"
                         "  return 0; }\nint k(void) { return h(1); }\n"),
            (Names{"f", "k"}));
  EXPECT_EQ(functions_in("#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                         "int f(void) { return 1; }\n"
                         "#ifdef __cplusplus\n}\n#endif\n"
                         "int k(void) { return h(1); }\n"),
            (Names{"f", "k"}));
}

TEST(TextScan, BranchesShareABody) {
  EXPECT_EQ(functions_in("#if A\nstatic int wide(int x) {\n  g(x);\n#else\n"
                         "int one(void) { return 1; }\n"
                         "int main(void) {\n#endif\n  h(1);\n}\n"
                         "int k(void) { return 1; }\n"),
            (Names{"wide", "one", "main", "k"}));
  EXPECT_EQ(functions_in("int f(int x) {\n#if A\n  return g(x);\n}\n#else\n"
                         "  return h(x);\n}\n#endif\n"
                         "int k(void) { return 1; }\n"),
            (Names{"f", "k"}));
}

TEST(TextScan, ParametersMayBeDeclaredBehindTheirList) {
  for (const char *declared : {"int a;\n", "int a;\n  char *b;\n",
                               "int a;\n  int b;\n  struct s *c;\n"})
    EXPECT_EQ(functions_in("int before(void);\nint x;\nint f(a, b, c)\n  " +
                           std::string(declared) +
                           "{\n  return g(a);\n}\nint y;\n"
                           "int k(void) { return 1; }\n"),
              (Names{"f", "k"}))
        << declared;
}

const TextItem &last_of(const TextFile &file) { return file.items.back(); }

TEST(TextScan, DeclarationsDefineNothing) {
  NameTable names;
  for (const char *text :
       {"int f(int);", "extern int v;", "int v, f(int);", "extern int v[2];"})
    EXPECT_TRUE(last_of(scan_text(text, names)).is_declaration) << text;
  for (const char *text :
       {"int f(int x) { return x; }", "int v;", "int v = 1;", "DEF(f);",
        "int (*v)(int) = f;", "#define DEF(f) int f(void);\n"})
    EXPECT_FALSE(last_of(scan_text(text, names)).is_declaration) << text;
}

TEST(TextScan, LabelsAndAliasesAreQuotedNames) {
  NameTable names;
  for (const char *text : {"int z(int) __asm__(\"f\");",
                           "int f(int) __attribute__((alias(\"z\")));"})
    EXPECT_TRUE(last_of(scan_text(text, names)).has_quoted_name) << text;
  for (const char *text : {"int z(int);", "const char *z = \"f\";",
                           "int z(int x) { return puts(\"f\"); }"})
    EXPECT_FALSE(last_of(scan_text(text, names)).has_quoted_name) << text;
}

TEST(TextScan, FunctionsWhoseBracesDoNotMatchAreOdd) {
  NameTable names;
  EXPECT_TRUE(last_of(scan_text("int f(int x) {\n#if A\n  if (x) {\n#endif\n"
                                "  g(x);\n}\n",
                                names))
                  .is_odd);
  EXPECT_FALSE(last_of(scan_text("int f(int x) { g(x); }", names)).is_odd);
}

TEST(TextScan, DefinitionsAreMoreThanCalls) {
  for (const char *text :
       {"int f(int x) {", "f(x)\n  int x;\n{", "a(); f(b(1)) {"})
    EXPECT_TRUE(has_definition_form(text, "f")) << text;
  for (const char *text : {"f(x);", "if (f(x)) {", "int y = f(x) + 1;",
                           "g(f, x) {", "/* f(x) { */", "f"})
    EXPECT_FALSE(has_definition_form(text, "f")) << text;
}

} // namespace
} // namespace mergeproof::scan
