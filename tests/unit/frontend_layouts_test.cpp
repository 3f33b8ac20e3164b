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
  // Of all functions of the version, by name.
  std::set<std::string> dependent(std::size_t version) const {
    std::set<std::string> names;
    for (const auto &[id, function] : after[version].program.functions)
      if (function.depends_on_layout)
        names.insert(std::string(id));
    return names;
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

TEST(FrontendLayouts, WhoDependsOnHowTheyLie) {
  const std::string code =
      "#include <stdlib.h>\n#include <string.h>\n#include <stddef.h>\n"
      "typedef struct s S; enum { N = sizeof(S) };\n"
      "unsigned long sum(const void *, unsigned long); void *own(int);\n"
      "void *my_alloc(int); unsigned long far(void) { S s; return &s.b - &s.b; "
      "}\n"
      "long dist(S *p) { return (char *)&p->b - (char *)&p->a; }\n"
      "void beyond(S *p) { memset(&p->a, 0, 12); }\n"
      "struct first { S s; int n; };\n"
      "unsigned long size(void) { return sizeof(S); }\n"
      "unsigned long place(void) { return offsetof(S, b); }\n"
      "char *bytes(S *p) { return (char *)p; }\n"
      "int *other(S *p) { return (int *)(void *)p + 0 * (long)p; }\n"
      "unsigned long hash(S *p) { return sum(p, sizeof *p); }\n"
      "int constant(void) { return N; }\n"
      "int length(void) { char all[sizeof(S) + 1]; all[0] = 1; return all[0]; "
      "}\n"
      "int same(S *p, S *q) { return memcmp(p, q, sizeof *p); }\n"
      "void raw(S *p, char *q) { memcpy(p, q, sizeof *p); }\n"
      "int table(void) { static int t[] = {(int)sizeof(S)}; return t[0]; }\n"
      "void take(void *); void given(S *p) { take(p); }\n"
      "S *other_size(void) { return own((int)sizeof(S)); }\n"
      // These do not.
      "S *make(void) { S *p = malloc(sizeof *p); return p; }\n"
      "S *made(void) { return my_alloc((int)sizeof(S)); }\n"
      "void my_free(void *); void drop(S *p) { my_free(p); free(p); }\n"
      "void one(S *p) { memset(&p->a, 0, sizeof p->a); }\n"
      "void copy(S *p, S *q) { *p = *q; memcpy(p, q, 2 * sizeof(S)); }\n"
      "void clear(S *p) { memset(p, 0, sizeof *p); }\n"
      "int count(void) { static S all[3]; return sizeof all / sizeof all[0]; "
      "}\n"
      "S *up(struct first *p) { return (S *)p; }\n"
      "struct first *down(S *p) { return (struct first *)p; }\n"
      "int user(void *data) { S *p = data; return p->a; }\n";
  Versions versions({small + code, large + code});
  ASSERT_TRUE(versions.fit());
  std::set<std::string> expected = {"size",   "place",      "bytes",  "other",
                                    "hash",   "constant",   "length", "same",
                                    "raw",    "table",      "far",    "dist",
                                    "beyond", "other_size", "given"};
  EXPECT_EQ(versions.dependent(0), expected);
  EXPECT_EQ(versions.dependent(1), expected);
}

} // namespace
} // namespace mergeproof::frontend::c
