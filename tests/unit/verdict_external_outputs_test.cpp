// uses: verdict frontend/c ir source support
//
// What made-up inputs may say that external functions leave: nothing that the
// declarations rule out.
#include "frontend/c/parse.h"
#include "source/memory_tree.h"
#include "verdict/external_outputs.h"

#include <gtest/gtest.h>

namespace mergeproof::verdict {
namespace {

class Versions {
public:
  explicit Versions(const std::vector<std::string> &texts) {
    question_.context = &context_;
    for (const std::string &text : texts) {
      trees_.push_back(std::make_unique<source::MemoryTree>(
          std::map<std::string, std::string>{{"a.c", text}}));
      units_.push_back(std::make_unique<frontend::c::ParsedUnit>(
          frontend::c::parse(context_, {.tree = trees_.back().get(),
                                        .path = "a.c",
                                        .key_path = "a.c"})));
      question_.versions.push_back(
          {.program = &units_.back()->program,
           .function =
               units_.back()->program.find_defined(context_.symbol("f"))});
    }
  }

  // "0: 4 * 1, 2: 1 * argument 3": by parameter, bytes and how many times.
  std::string outputs(const std::string &function) const {
    std::string text;
    ExternalOutputs all(question_);
    for (const auto &[parameter, output] : all.of(function))
      text += (text.empty() ? "" : ", ") + std::to_string(parameter) + ": " +
              std::to_string(output.unit) + " * " +
              (output.length ? "argument " + std::to_string(*output.length)
                             : std::to_string(output.room));
    return text;
  }

private:
  ir::Context context_;
  std::vector<std::unique_ptr<source::MemoryTree>> trees_;
  std::vector<std::unique_ptr<frontend::c::ParsedUnit>> units_;
  Question question_;
};

// Of get(), which `declared` declares and f() calls.
std::string outputs(const std::string &declared, const std::string &body) {
  return Versions({declared + " void f(void) { " + body + " }"}).outputs("get");
}

TEST(ExternalOutputs, NumbersBuffersAndStructsOfThem) {
  EXPECT_EQ(outputs("int get(int *p);", "int x; get(&x);"), "0: 4 * 1");
  EXPECT_EQ(outputs("void get(char *p, int n);", "char b[9]; get(b, 9);"),
            "0: 1 * argument 1");
  EXPECT_EQ(outputs("void get(void *p);", "char b[9]; get(b);"), "0: 1 * 9");
  EXPECT_EQ(outputs("void get(int len, char *p);", "char b[9]; get(9, b);"),
            "1: 1 * argument 0");
  EXPECT_EQ(outputs("void get(int file, char *p);", "char b[9]; get(3, b);"),
            "1: 1 * 9");
  EXPECT_EQ(outputs("struct s { int a; char n[4]; }; int get(struct s *p);",
                    "struct s x; get(&x);"),
            "0: 8 * 1");
}

// A size may be one of bytes, a count is one of elements.
TEST(ExternalOutputs, WhatALengthCounts) {
  EXPECT_EQ(
      outputs("void get(short *p, int size);", "short v[4]; get(v, sizeof v);"),
      "0: 1 * argument 1");
  EXPECT_EQ(outputs("void get(short *p, int count);", "short v[4]; get(v, 4);"),
            "0: 2 * argument 1");
  EXPECT_EQ(outputs("void get(short *p, int index);", "short v[4]; get(v, 4);"),
            "0: 2 * 1");
}

// A part of a local variable has only the room of one element.
TEST(ExternalOutputs, Parts) {
  EXPECT_EQ(outputs("struct s { char a[2]; char b[2]; }; void get(char *p);",
                    "struct s x; get(x.a);"),
            "0: 1 * 1");
  EXPECT_EQ(outputs("void get(char *p);", "char b[9]; get(b); get(b + 1);"),
            "0: 1 * 1");
}

TEST(ExternalOutputs, NothingThatIsRuledOut) {
  auto outputs_of = [](const std::string &declared) {
    return outputs("struct r { long a, b, c; }; union u { int a; char b; };"
                   "struct c { const int a; int b; };" +
                       declared,
                   "int x[8]; get((void *)&x);");
  };
  EXPECT_EQ(outputs_of("void get(int *p);"), "0: 4 * 1");
  for (const char *declared :
       {"void get(const int *p);", "void get(const void *p);",
        "void get(int *const *p);", "void get(char **p);",
        "void get(long double *p);", "void get(union u *p);",
        "void get(struct c *p);", "void get(int *p, ...);", "void get();",
        "struct r get(int *p);"})
    EXPECT_EQ(outputs_of(declared), "") << declared;
  EXPECT_EQ(outputs("void get(int *p);", "const int x = 1; get((int *)&x);"),
            "");
  EXPECT_EQ(outputs("void get(int *p) {}", "int x; get(&x);"), "");
  EXPECT_EQ(outputs("void get(int *p); extern int x;", "get(&x);"), "");
}

// One of the library's table means something by what it leaves.
TEST(ExternalOutputs, NotTheLibrarys) {
  EXPECT_EQ(Versions({"long time(long *t); void f(void) { long x; time(&x); }"})
                .outputs("time"),
            "");
}

TEST(ExternalOutputs, WhatAllVersionsDeclareAlike) {
  auto version = [](const std::string &members) {
    return "struct s { " + members +
           " }; int get(struct s *p); void f(void) { struct s x; get(&x); }";
  };
  EXPECT_EQ(
      Versions({version("int a, b;"), version("int a, b;")}).outputs("get"),
      "0: 8 * 1");
  EXPECT_EQ(
      Versions({version("int a, b;"), version("int b, a;")}).outputs("get"),
      "");
  EXPECT_EQ(
      Versions({"int get(float *p); void f(void) { float x; get(&x); }",
                "int get(double *p); void f(void) { double x; get(&x); }"})
          .outputs("get"),
      "");
}

} // namespace
} // namespace mergeproof::verdict
