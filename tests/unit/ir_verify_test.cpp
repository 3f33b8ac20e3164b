// uses: ir source support
//
// Each rule of ir/verify.h, broken once.
#include "ir/parse.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

namespace mergeproof::ir {
namespace {

std::string problems_of(const std::string &text,
                        Holes holes = Holes::Forbidden) {
  Context context;
  auto parsed = parse_program(context, text);
  if (!parsed)
    return parsed.error().message;
  std::string all;
  for (const std::string &problem : verify(parsed.value(), holes))
    all += (all.empty() ? "" : "\n") + problem;
  return all;
}

std::string in_function(const std::string &body,
                        Holes holes = Holes::Forbidden) {
  return problems_of("function f(x: i32, p: ptr) -> i32 {\n"
                     " local y: i64; local c: i1; object o: 8 align 8;\n" +
                         body + "\n}",
                     holes);
}

TEST(Verify, AcceptsWhatIsRight) {
  EXPECT_EQ(in_function("loop L { block B { if c { break B; } continue L; }"
                        " break L; } begin o; store &o, x; end o; return x;"),
            "");
  EXPECT_EQ(in_function("loop L { break L; } loop L { break L; }"), "");
}

TEST(Verify, Variables) {
  EXPECT_EQ(in_function("z:i32 = x;"),
            "function f: variable 'z' is not declared in: z:i32 = x;");
  EXPECT_EQ(in_function("y = x;"),
            "function f: variable 'y' is not used as declared in: y:i32 = x;");
  EXPECT_EQ(in_function("x = x:i64;"),
            "function f: variable 'x' is not used as declared in: x:i64 = "
            "x:i64;\nfunction f: variable 'x' is not used as declared in: "
            "x:i64 = x:i64;");
  EXPECT_EQ(in_function("p = &q;"),
            "function f: local object 'q' is not declared in: p = &q;");
  EXPECT_EQ(in_function("begin q;"),
            "function f: local object 'q' is not declared in: begin q;");
  EXPECT_EQ(problems_of("function f(x: i32, x: i64) { object x: 1 align 1; }"),
            "function f: variable 'x' is declared twice\n"
            "function f: local object 'x' is also a variable");
}

TEST(Verify, Labels) {
  EXPECT_EQ(in_function("break L;"),
            "function f: the label encloses nothing in: break L;");
  EXPECT_EQ(in_function("block B { continue B; }"),
            "function f: the label is not of an enclosing loop in: "
            "continue B;");
  EXPECT_EQ(in_function("loop L { block L { } }"),
            "function f: the label is the one of an enclosing statement in: "
            "block L {");
}

TEST(Verify, Widths) {
  EXPECT_EQ(in_function("if x { }"),
            "function f: the condition is not 1 bit in: if x {");
  EXPECT_EQ(in_function("assume x;"),
            "function f: the condition is not 1 bit in: assume x;");
  EXPECT_EQ(in_function("store p, c;"),
            "function f: the value does not fill whole bytes in: store p, c;");
  EXPECT_EQ(in_function("store x, x;"),
            "function f: the address is not an address in: store x, x;");
  EXPECT_EQ(in_function("memcopy p, p, x;"),
            "function f: the size is not 64 bits in: memcopy p, p, x;");
  EXPECT_EQ(in_function("memset p, x, y;"),
            "function f: the byte is not 8 bits in: memset p, x, y;");
  EXPECT_EQ(in_function("call [x]();"),
            "function f: the callee is not an address in: call [x]();");
  EXPECT_EQ(in_function("p = call !malloc(x);"),
            "function f: the arguments are not the intrinsic's in: "
            "p = call !malloc(x);");
  EXPECT_EQ(in_function("p = call !variadic_arguments();"),
            "function f: the function is not variadic in: "
            "p = call !variadic_arguments();");
}

TEST(Verify, Returns) {
  const std::string disagrees =
      "function f: the value does not agree with the result in: ";
  EXPECT_EQ(in_function("return y;"), disagrees + "return y;");
  EXPECT_EQ(in_function("return;"), disagrees + "return;");
  EXPECT_EQ(problems_of("function f() { return 1:i32; }"),
            disagrees + "return 1:i32;");
}

TEST(Verify, HolesOnlyInSkeletons) {
  EXPECT_EQ(in_function("hole 0;"),
            "function f: a hole outside a skeleton in: hole 0;");
  EXPECT_EQ(in_function("hole 0;", Holes::Allowed), "");
}

TEST(Verify, Names) {
  EXPECT_EQ(in_function("p = @g;"),
            "function f: global 'g' is not in the program in: p = @g;");
  EXPECT_EQ(in_function("p = $g;"),
            "function f: function 'g' is not in the program in: p = $g;");
  EXPECT_EQ(problems_of("declare f();\nglobal f: 1 align 1 = [1];"),
            "global f: is also a function");
}

TEST(Verify, Globals) {
  EXPECT_EQ(problems_of("global g: 4 align 4 = [3];"),
            "global g: has 3 bytes, its size is 4");
  EXPECT_EQ(problems_of("extern global g: 4 align 4 = [4];"),
            "global g: has bytes but is not defined");
  EXPECT_EQ(problems_of("global g: 8 align 8 = [8] with { 1: g; };"),
            "global g: relocation outside the bytes");
  EXPECT_EQ(problems_of("global g: 8 align 8 = [8] with { 0: h; };"),
            "global g: 'h' is not in the program");
}

TEST(Verify, KeysAreIds) {
  Context context;
  Program program = parse_program(context, "declare f();").value();
  program.functions.at("f").id = context.symbol("g");
  EXPECT_EQ(verify(program),
            std::vector<std::string>{"function g: is listed as 'f'"});
}

TEST(Verify, OneFunctionByItself) {
  Context context;
  Program program = parse_program(context, R"(
    function f(p: ptr) { p = @elsewhere; hole 1; })")
                        .value();
  EXPECT_TRUE(verify(program.functions.at("f"), Holes::Allowed).empty());
  EXPECT_EQ(verify(program.functions.at("f")).size(), 1u);
}

} // namespace
} // namespace mergeproof::ir
