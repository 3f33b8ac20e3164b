// uses: frontend/c impact ir source support
//
// What functions may do, and what the library's are known to do.
#include "frontend/c/parse.h"
#include "impact/effects.h"
#include "ir/library.h"
#include "source/memory_tree.h"

#include <gtest/gtest.h>

namespace mergeproof::impact {
namespace {

class Program {
public:
  explicit Program(const std::string &text)
      : tree_({{"a.c", text}}),
        unit_(frontend::c::parse(
            context_, {.tree = &tree_, .path = "a.c", .key_path = "a.c"})),
        graph_(make_call_graph(unit_.program)),
        effects_(summarise_effects(unit_.program, graph_)) {}

  const Effects &operator[](const char *name) const {
    return effects_.at(context_.symbol(name));
  }

private:
  mutable ir::Context context_;
  source::MemoryTree tree_;
  frontend::c::ParsedUnit unit_;
  CallGraph graph_;
  std::map<ir::Symbol, Effects> effects_;
};

TEST(ImpactEffects, FunctionsOfTheLibraryThatOnlyCompute) {
  Program program(
      "#include <stdlib.h>\n#include <string.h>\n"
      "int compare(const char *a) { return strcasecmp(a, \"x\"); }\n"
      "void copy(char *a, const char *b) { strcpy(a, b); }\n"
      "long number(const char *a) { return strtol(a, 0, 10); }\n"
      "long caller(const char *a) { return number(a); }\n");
  EXPECT_TRUE(program["compare"].calls_library);
  EXPECT_FALSE(program["compare"].writes_memory);
  EXPECT_TRUE(program["copy"].writes_memory);
  EXPECT_FALSE(program["copy"].sets_errno);
  for (const char *name : {"compare", "copy", "number", "caller"}) {
    EXPECT_FALSE(program[name].has_events) << name;
    EXPECT_FALSE(program[name].changes_objects) << name;
    EXPECT_FALSE(program[name].asks_errno) << name;
  }
  EXPECT_TRUE(program["number"].sets_errno);
  EXPECT_TRUE(program["caller"].sets_errno);
}

TEST(ImpactEffects, WhoMayLookAtErrno) {
  Program program("#include <errno.h>\n#include <stdio.h>\n"
                  "void unknown(void);\n"
                  "int looks(void) { return errno; }\n"
                  "int below(void) { return looks(); }\n"
                  "void prints(const char *f) { printf(f); }\n"
                  "void says(void) { perror(\"x\"); }\n"
                  "void calls(void) { unknown(); }\n"
                  "void writes(void) { putchar(65); }\n");
  for (const char *name : {"looks", "below", "prints", "says", "calls"})
    EXPECT_TRUE(program[name].asks_errno) << name;
  EXPECT_FALSE(program["writes"].asks_errno);
  EXPECT_TRUE(program["writes"].has_events);
}

// By what they are given: another function of such a name may write there.
TEST(ImpactEffects, FunctionsThatOnlyHaveANameOfTheLibrary) {
  Program own("struct list;\nint index(struct list *l, int *at);\n"
              "int write(struct list *l, int *at);\n"
              "int abs(int *at);\n"
              "int finds(struct list *l, int *at) { return index(l, at); }\n"
              "int writes(struct list *l, int *at) { return write(l, at); }\n"
              "int turns(int *at) { return abs(at); }\n");
  for (const char *name : {"finds", "writes", "turns"}) {
    EXPECT_TRUE(own[name].writes_memory) << name;
    EXPECT_TRUE(own[name].has_events) << name;
    EXPECT_TRUE(own[name].calls_back) << name;
  }
  Program library("#include <stdio.h>\n#include <stdlib.h>\n"
                  "#include <strings.h>\n#include <unistd.h>\n"
                  "char *finds(char *s) { return index(s, 'x'); }\n"
                  "long writes(char *s) { return write(1, s, 3); }\n"
                  "int says(char *s) { return fputs(s, stderr); }\n"
                  "int turns(int a) { return abs(a); }\n");
  for (const char *name : {"finds", "turns"}) {
    EXPECT_FALSE(library[name].writes_memory) << name;
    EXPECT_FALSE(library[name].has_events) << name;
  }
  for (const char *name : {"writes", "says"})
    EXPECT_FALSE(library[name].calls_back) << name;
}

TEST(ImpactEffects, EffectsOfTheLibrary) {
  using ir::LibraryEffect;
  auto effect = [](const char *name) {
    return ir::library_effect(name, nullptr);
  };
  EXPECT_EQ(effect("isspace"), LibraryEffect::Pure);
  EXPECT_EQ(effect("strcasecmp"), LibraryEffect::Reads);
  EXPECT_EQ(effect("strcpy"), LibraryEffect::Local);
  EXPECT_EQ(effect("strtol"), LibraryEffect::Sets);
  // The place of the next word is kept between calls.
  EXPECT_EQ(effect("strtok"), LibraryEffect::Unknown);
  EXPECT_FALSE(ir::is_function_of_arguments(effect("strtok")));
  EXPECT_FALSE(ir::is_function_of_arguments(effect("puts")));
  EXPECT_TRUE(ir::is_function_of_arguments(effect("strtol")));
}

} // namespace
} // namespace mergeproof::impact
