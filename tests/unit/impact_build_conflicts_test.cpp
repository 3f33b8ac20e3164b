// uses: impact align ir source support
#include "impact/build_conflicts.h"
#include "impact/declarations.h"

#include <gtest/gtest.h>

namespace mergeproof::impact {
namespace {

using source::Diagnostic;
using source::Severity;

struct BuildConflictsTest : testing::Test {
  std::map<std::string, std::map<std::string, std::string>> texts;
  std::vector<BuildVersion> versions;

  // A version with one file, f.c.
  UnitDiagnostics &add(const std::string &id, const std::string &text) {
    texts[id]["f.c"] = text;
    BuildVersion version;
    version.revision = {.role = id == "O"   ? source::Role::Base
                                : id == "M" ? source::Role::Merge
                                            : source::Role::Parent,
                        .id = id};
    version.units["f.c"];
    version.read = [this,
                    id](const std::string &path) -> std::optional<std::string> {
      auto found = texts.at(id).find(path);
      if (found == texts.at(id).end())
        return std::nullopt;
      return found->second;
    };
    versions.push_back(std::move(version));
    return versions.back().units["f.c"];
  }
  UnitDiagnostics &unit(const std::string &id) {
    for (BuildVersion &version : versions)
      if (version.revision.id == id)
        return version.units["f.c"];
    return versions.front().units["f.c"];
  }
  static Diagnostic error(const std::string &category,
                          const std::string &message, const std::string &text) {
    return {.severity = Severity::Error,
            .path = "f.c",
            .line = 5,
            .category = category,
            .message = message,
            .line_text = text};
  }
  std::vector<BuildConflict> find() const {
    return find_build_conflicts(versions);
  }

  // A renames limit, B adds a call.
  void add_renamed_function() {
    add("O", "int limit(void) { return 8; }\n");
    add("A", "int max_size(void) { return 8; }\n");
    add("B",
        "int limit(void) { return 8; }\nint f(void) {\n  return limit();\n}\n");
    add("M", "int max_size(void) { return 8; }\nint f(void) {\n  return "
             "limit();\n}\n")
        .diagnostics = {undeclared};
  }
  Diagnostic undeclared =
      error("implicit-function-declaration",
            "call to undeclared function 'limit'; ISO C99 and "
            "later do not support implicit function declarations",
            "return limit();");
};

TEST_F(BuildConflictsTest, a_function_removed_here_and_called_there) {
  add_renamed_function();
  ASSERT_EQ(find().size(), 1u);
  EXPECT_EQ(find()[0].explanation,
            "A removed the declaration of 'limit'; B added this line");
  EXPECT_EQ(find()[0].parents, (std::vector<std::string>{"A", "B"}));
}

TEST_F(BuildConflictsTest, a_signature_changed_here_and_a_call_added_there) {
  add("O", "int limit(void);\n");
  add("A", "int limit(int which);\n");
  add("B", "int limit(void);\nint f(void) { return limit(); }\n");
  add("M", "int limit(int which);\nint f(void) { return limit(); }\n")
      .diagnostics = {
      error("typecheck_call_too_few_args",
            "too few arguments to function call, expected 1, have 0",
            "int f(void) { return limit(); }")};
  ASSERT_EQ(find().size(), 1u);
  EXPECT_EQ(find()[0].explanation,
            "A changed the declaration of 'limit'; B added this line");
}

TEST_F(BuildConflictsTest, both_parents_added_the_same_name) {
  add("O", "\n");
  add("A", "int f(void) { return 1; }\n");
  add("B", "int f(void) { return 2; }\n");
  add("M", "int f(void) { return 1; }\nint f(void) { return 2; }\n")
      .diagnostics = {error("redefinition", "redefinition of 'f'",
                            "int f(void) { return 2; }")};
  ASSERT_EQ(find().size(), 1u);
  EXPECT_EQ(find()[0].explanation, "A and B added 'f'");
}

TEST_F(BuildConflictsTest, a_member_removed_here_and_used_there) {
  add("O", "struct s { int used, size; };\n");
  add("A", "struct s { int size; };\n");
  add("B", "struct s { int used, size; };\nint f(struct s *s) { return "
           "s->used; }\n");
  add("M", "struct s { int size; };\nint f(struct s *s) { return s->used; }\n")
      .diagnostics = {error("no_member", "no member named 'used' in 'struct s'",
                            "int f(struct s *s) { return s->used; }")};
  ASSERT_EQ(find().size(), 1u);
  EXPECT_EQ(find()[0].explanation,
            "A removed the declaration of 'used'; B added this line");
}

TEST_F(BuildConflictsTest, what_the_base_or_a_parent_has_is_no_conflict) {
  for (const char *who : {"O", "A", "B"}) {
    versions.clear();
    add_renamed_function();
    Diagnostic moved = undeclared;
    moved.line = 99;
    moved.line_text = "return  limit() ;";
    unit(who).diagnostics = {moved};
    EXPECT_TRUE(find().empty()) << who;
  }
}

TEST_F(BuildConflictsTest, an_unreadable_parent_makes_no_alarm) {
  add_renamed_function();
  Diagnostic fatal = error("too_many_errors", "too many errors emitted", "x");
  fatal.severity = Severity::Fatal;
  unit("A").diagnostics = {fatal};
  EXPECT_TRUE(find().empty());
  unit("A").diagnostics = {error("expected_semi", "expected ';'", "int x")};
  EXPECT_TRUE(find().empty());
}

TEST_F(BuildConflictsTest, missing_headers_ask_for_a_removed_declaration) {
  add_renamed_function();
  for (const char *id : {"O", "A", "B", "M"})
    unit(id).missing_includes = {"config.h"};
  EXPECT_EQ(find().size(), 1u);
  unit("M").missing_includes.push_back("other.h");
  EXPECT_TRUE(find().empty()); // may declare limit()
  unit("M").missing_includes.pop_back();
  texts["A"]["f.c"] += "int limit(void);\n";
  EXPECT_TRUE(find().empty());
}

TEST_F(BuildConflictsTest, a_header_removed_here_and_included_there) {
  add("O", "\n");
  add("A", "int a;\n");
  add("B", "#include \"limits_of_b.h\"\n").includes = {"lib/limits_of_b.h"};
  UnitDiagnostics &merge = add("M", "#include \"limits_of_b.h\"\nint a;\n");
  merge.missing_includes = {"limits_of_b.h"};
  Diagnostic missing =
      error("pp_file_not_found", "'limits_of_b.h' file not found",
            "#include \"limits_of_b.h\"");
  missing.severity = Severity::Fatal;
  merge.diagnostics = {missing};
  texts["O"]["lib/limits_of_b.h"] = texts["B"]["lib/limits_of_b.h"] =
      "int b;\n";
  ASSERT_EQ(find().size(), 1u);
  EXPECT_EQ(find()[0].explanation,
            "A removed lib/limits_of_b.h; B includes it");
}

TEST_F(BuildConflictsTest, warnings_count_only_when_parents_compile) {
  add("O", "\n");
  add("A", "enum color { RED, GREEN };\n");
  add("B", "void f(void) {}\n");
  Diagnostic warning =
      error("switch", "enumeration value 'GREEN' not handled in switch",
            "switch (c) {");
  warning.severity = Severity::Warning;
  Diagnostic style = warning;
  style.category = "unused-variable";
  Diagnostic old =
      error("undeclared_var_use", "use of undeclared identifier 'q'", "q;");
  add("M", "switch (c) {\n").diagnostics = {warning, style, old};
  unit("B").diagnostics = {old};
  EXPECT_TRUE(find().empty());
  unit("B").diagnostics.clear();
  unit("M").diagnostics.pop_back();
  ASSERT_EQ(find().size(), 1u);
  EXPECT_EQ(find()[0].diagnostic.category, "switch");
}

TEST_F(BuildConflictsTest,
       a_new_file_of_the_merge_has_nothing_to_compare_with) {
  add_renamed_function();
  versions[1].units.clear();
  EXPECT_TRUE(find().empty()); // A's file was not parsed
  texts["A"].clear();
  EXPECT_EQ(find().size(), 1u);
  texts["B"].clear();
  versions[2].units.clear();
  EXPECT_TRUE(find().empty());
}

TEST(declarations, of_functions_members_macros_and_enumerators) {
  auto tokens =
      split_tokens("// int limit;\n"
                   "static int limit(int limit_of) { int used; limit(1); }\n"
                   "#define  LIMIT \\\n   8\n"
                   "enum color { RED, GREEN = 3, };\n"
                   "struct s { int used, size[4]; limit_t (*get)(int); };\n"
                   "struct s table[] = { limit, RED };\n"
                   "typedef struct { int x; } limit_t;\n"
                   "const char *name = \"limit;\";\n");
  using Found = std::set<std::string>;
  EXPECT_EQ(find_declarations(tokens, "limit"),
            Found{"static int limit ( int limit_of )"});
  EXPECT_EQ(find_declarations(tokens, "LIMIT"), Found{"#define LIMIT 8"});
  EXPECT_EQ(find_declarations(tokens, "GREEN"), Found{"GREEN"});
  EXPECT_EQ(find_declarations(tokens, "RED"), Found{"RED"});
  EXPECT_EQ(find_declarations(tokens, "used"), Found{"int used"});
  EXPECT_EQ(find_declarations(tokens, "size"), Found{"size [ 4 ]"});
  EXPECT_EQ(find_declarations(tokens, "get"),
            Found{"limit_t ( * get ) ( int )"});
  EXPECT_EQ(find_declarations(tokens, "limit_t"), Found{"limit_t"});
  EXPECT_EQ(find_declarations(tokens, "table"), Found{"struct s table [ ]"});
  EXPECT_EQ(find_declarations(tokens, "limit_of"), Found{});
  EXPECT_EQ(find_declarations(tokens, "s"), Found{"struct s"});
}

// The switch lacks cases in a parent already.
TEST_F(BuildConflictsTest, ASwitchThatLacksMoreCasesIsNothingNew) {
  auto lacks = [](const std::string &names) {
    Diagnostic found = error("switch", names, "  switch (k) {");
    found.severity = Severity::Warning;
    return found;
  };
  add("O", "");
  add("A", "").diagnostics = {lacks("enumeration value 'X' not handled")};
  add("B", "").diagnostics = {lacks("enumeration value 'Y' not handled")};
  add("M", "").diagnostics = {
      lacks("enumeration values 'X' and 'Y' not handled")};
  EXPECT_TRUE(find().empty());
  unit("A").diagnostics.clear();
  unit("B").diagnostics.clear();
  EXPECT_EQ(find().size(), 1u);
}

TEST_F(BuildConflictsTest, ACallOfAnUnknownMacroIsNoRedefinition) {
  add("O", "#include \"t.h\"\n");
  add("A", "#include \"t.h\"\nTEST(one) { return 1; }\n");
  add("B", "#include \"t.h\"\nTEST(two) { return 2; }\n");
  add("M", "#include \"t.h\"\nTEST(one) { return 1; }\n"
           "TEST(two) { return 2; }\n");
  for (const char *id : {"O", "A", "B", "M"})
    unit(id).missing_includes = {"t.h"};
  unit("M").diagnostics = {error("redefinition", "redefinition of 'TEST'",
                                 "TEST(two) { return 2; }")};
  EXPECT_TRUE(find().empty());
}

} // namespace
} // namespace mergeproof::impact
