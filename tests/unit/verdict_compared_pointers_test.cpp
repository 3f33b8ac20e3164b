// uses: verdict frontend/c ir source support
//
// Whether a function can tell that two of its arguments lead into one object.
#include "frontend/c/parse.h"
#include "source/memory_tree.h"
#include "verdict/compared_pointers.h"

#include <gtest/gtest.h>

namespace mergeproof::verdict {
namespace {

class Unit {
public:
  explicit Unit(const std::string &text)
      : tree_({{"a.c", text}}),
        unit_(frontend::c::parse(
            context_, {.tree = &tree_, .path = "a.c", .key_path = "a.c"})) {
    version_.program = &unit_.program;
    version_.function = unit_.program.find_defined(context_.symbol("f"));
    auto facts = std::make_shared<Facts>();
    FunctionFacts &own = (*facts)[context_.symbol("f")];
    own.changes_objects = own.has_opaque = false;
    version_.facts = facts;
  }

  ComparedPointers pointers() const { return ComparedPointers(version_); }
  // Of a unit that also compares its arguments.
  ComparedPointers pointers_of_comparing() {
    ir::Function changed = *version_.function;
    const auto &params = changed.params;
    changed.body.push_back(context_.stmt(ir::Check{
        ir::CheckKind::InvalidAccess,
        context_.binary(ir::Op::ULt,
                        context_.var(params[0].name, params[0].scalar),
                        context_.var(params[1].name, params[1].scalar))}));
    VersionOfUnit other = version_;
    other.function = &changed;
    return ComparedPointers(other);
  }

private:
  ir::Context context_;
  source::MemoryTree tree_;
  frontend::c::ParsedUnit unit_;
  VersionOfUnit version_;
};

bool may_meet(const std::string &text) {
  return Unit(text).pointers().may_meet(0, 1);
}

TEST(ComparedPointers, FollowingThemTellsNothing) {
  EXPECT_FALSE(
      may_meet("void f(char *p, char *q) { while (*q) *p++ = *q++; }"));
  EXPECT_FALSE(may_meet("int f(char *p, char *q) { return p && !q; }"));
  EXPECT_FALSE(
      may_meet("long f(char *p, char *q) {"
               " char *s = p; while (*s) s++; *q = 0; return s - p; }"));
  EXPECT_FALSE(may_meet("static void put(char *a) { *a = 1; }"
                        "void f(char *p, char *q) { put(p); put(q); }"));
}

// Who copies bytes onto themselves writes through one and reads through the
// other.
TEST(ComparedPointers, ThatACopyMustNotOverlapTellsNothing) {
  const std::string copy = "void *memcpy(void *, const void *, unsigned long);";
  EXPECT_FALSE(may_meet(copy + "void f(char *p, const char *q, unsigned n) {"
                               " memcpy(p, q, n); }"));
  EXPECT_TRUE(may_meet(copy + "void f(char *p, const char *q, unsigned n) {"
                              " if (p != q) memcpy(p, q, n); }"));
}

// What a prover made of the text.
TEST(ComparedPointers, TheTextInTheProgramCounts) {
  Unit unit("void f(char *p, char *q) { while (*q) *p++ = *q++; }");
  EXPECT_FALSE(unit.pointers_of_comparing().may_meet(0, 1));
}

TEST(ComparedPointers, ComparisonsAndDifferencesTell) {
  EXPECT_TRUE(may_meet("int f(char *p, char *q) { return p == q; }"));
  EXPECT_TRUE(may_meet("int f(char *p, char *q) { return p + 1 < q; }"));
  EXPECT_TRUE(may_meet("long f(char *p, char *q) { return q - p; }"));
  EXPECT_TRUE(may_meet("int f(char *p, char *q, int x) {"
                       " char *r = x ? p : 0; return q == r; }"));
}

TEST(ComparedPointers, HelpersCopiesAndNumbersTell) {
  EXPECT_TRUE(may_meet("static long room(char *a, char *b) { return b - a; }"
                       "long f(char *p, char *q) { return room(p, q); }"));
  EXPECT_TRUE(may_meet("struct s { char *a, *b; };"
                       "int f(char *p, char *q) {"
                       " struct s s = {p, q}; return s.a < s.b; }"));
  EXPECT_TRUE(may_meet("int f(char *p, char *q) {"
                       " return (unsigned long)q - (unsigned long)p > 4; }"));
  EXPECT_TRUE(may_meet("union u { char *p; unsigned long n; };"
                       "int f(char *p, char *q) {"
                       " union u a = {p}, b = {q}; return a.n < b.n; }"));
  EXPECT_TRUE(may_meet("char *end;"
                       "int f(char *p, char *q) { *q = 0; return p < end; }"));
}

TEST(ComparedPointers, OnlyWhatIsFollowedMayBeReadOrWritten) {
  Unit end("void f(char *p, char *q) { for (; p < q; p++) *p = 0; }");
  EXPECT_TRUE(end.pointers().may_follow(0));
  EXPECT_FALSE(end.pointers().may_follow(1));
  Unit given("void g(char *); void f(char *p, char *q) { g(q + 1); }");
  EXPECT_FALSE(given.pointers().may_follow(0));
  EXPECT_TRUE(given.pointers().may_follow(1));
  Unit stored("char *kept; void f(char *p, char *q) { kept = p; }");
  EXPECT_TRUE(stored.pointers().may_follow(0));
  EXPECT_FALSE(stored.pointers().may_follow(1));
}

} // namespace
} // namespace mergeproof::verdict
