// uses: ir source support
//
// The text form: every construct there and back, and what the errors say.
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "laws/same_program.h"

#include <gtest/gtest.h>

namespace mergeproof::ir {
namespace {

const char *const every_construct = R"(
global "src/a.c:count": 4 align 4 name count static <int 4/4 signed "int"> = [4];
global table: 24 align 8 const thread_local = ["0102" 14 "ff00000000000001"]
  with { 0: table + 8; 8: f; 16: table + -4; };
extern global other: 0 align 1 <incomplete 0/1 "struct s">;
global inner: 2 align 1 local <array 2/1 "char[2]" of <int 1/1 signed const "char"> * 2> = ["4100"];

declare g noreturn(a: i32, ...) -> ptr;
declare nothing();

function f static <function 0/1 of <int 4/4 signed "int">>(p: ptr as p <pointer 8/8 "int *" of <int 4/4 signed "int">>, s: ptr by_copy <struct 8/4 "struct pair">, r: ptr result_address, n: i32, ...) -> i32 {
  local t: i32;
  local "a b": i128;
  local load: i64 as x;
  local call: f64;
  local true_: i1;
  object buffer: 16 align 4 as buffer <union 16/4 "union u">;
  begin buffer;
  t = add(sub(n, -1:i32), select(true, 7:i32, zext:i32(false)));
  "a b" = -5:i128;
  "a b" = 0x7fffffffffffffffffffffffffffffff:i128;
  call = 0x3ff8000000000000:f64;
  call = call;
  true_ = flt(0xbfff8000000000000000:f80, sitofp:f80(n));
  call = fmul(call, fneg(call));
  load = load;
  load = load:i64(ptradd(&buffer, load));
  true_ = valid(p, 4:i64);
  true_ = eq(0x10:ptr, null);
  undeclared:i8 = trunc:i8(other:i32);
  store p, load:f80(@"src/a.c:count");
  memcopy p, s, 8:i64;
  memset p, 0:i8, 8:i64;
  call nothing();
  t = call f(p, s, r, t, ...);
  call [$nothing](...);
  p = call !malloc(8:i64);
  p = call !variadic_arguments();
  call !exit(3:i32);
  strange:i16 = call g(t);
  check NullPointer, ne(p, null);
  assume true_;
  loop outer {
    block "odd label" {
      if slt(t, n) {
      } else {
        break outer;
      }
      if true_ {
        break "odd label";
      }
    }
    continue outer;
  }
  opaque "inline assembly: \"\\\n\x01";
  hole 3;
  end buffer;
  return t;
}
)";

TEST(Parse, EveryConstructThereAndBack) {
  Context context;
  auto program = parse_program(context, every_construct);
  ASSERT_TRUE(program) << program.error().message;
  std::string text = print(program.value());
  auto again = parse_program(context, text);
  ASSERT_TRUE(again) << again.error().message << "\n" << text;
  EXPECT_EQ(print(again.value()), text);
  EXPECT_TRUE(tests::is_same_program(program.value(), again.value())) << text;
}

TEST(Parse, ReadsWhatItSays) {
  Context context;
  Program program = parse_program(context, every_construct).value();
  const Global &table = program.globals.at("table");
  EXPECT_EQ(table.bytes.size(), 24u);
  EXPECT_EQ(table.bytes[16], 0xff);
  ASSERT_EQ(table.relocations.size(), 3u);
  EXPECT_EQ(table.relocations[2].addend, -4);
  EXPECT_TRUE(table.is_const && table.is_thread_local && table.is_defined);
  const Function &f = program.functions.at("f");
  EXPECT_TRUE(f.is_static && f.is_variadic && f.is_defined);
  EXPECT_EQ(f.params[1].passing, Variable::Passing::ByCopy);
  EXPECT_EQ(f.params[2].passing, Variable::Passing::ResultAddress);
  EXPECT_EQ(f.params[0].type->element->spelling, "int");
  EXPECT_EQ(f.locals[2].source_name, "x");
  EXPECT_EQ(f.objects[0].size, 16u);
  EXPECT_EQ(f.opaque_reasons,
            std::vector<std::string>{"inline assembly: \"\\\n\x01"});
  EXPECT_EQ(f.body[2]->as<Assign>()->value, context.integer(128, -5));
  EXPECT_FALSE(program.functions.at("g").is_defined);
  EXPECT_TRUE(program.functions.at("g").is_noreturn);
}

std::string error_of(const std::string &text) {
  Context context;
  auto parsed = parse_program(context, text);
  return parsed ? "none" : parsed.error().message;
}

std::string in_function(const std::string &body) {
  return "function f(x: i32) -> i32 {\n" + body + "\n}";
}

TEST(Parse, NamesTheLineOfAnError) {
  EXPECT_EQ(error_of(in_function("x = y;")),
            "line 2: variable 'y' is not declared");
  EXPECT_EQ(error_of(in_function("\n\nx = add(x, 1:i64);")),
            "line 4: the operands do not agree");
  EXPECT_EQ(error_of(in_function("x = 256:i8;")),
            "line 2: the number does not fit its width");
  EXPECT_EQ(error_of(in_function("x = frob(x);")),
            "line 2: 'frob' is no operator");
  EXPECT_EQ(error_of(in_function("frob x;")),
            "line 2: expected a statement, found 'frob'");
  EXPECT_EQ(error_of(in_function("x = x")), "line 3: expected ';', found '}'");
  EXPECT_EQ(error_of("function f() {\n"), "line 2: expected a statement");
  EXPECT_EQ(error_of("global g: 4 align 4 = [\"0\"];"),
            "line 1: bytes with half a byte");
  EXPECT_EQ(error_of("global g: 4 align 4 = [9999999999];"),
            "line 1: more than 268435456 bytes");
  EXPECT_EQ(error_of("declare f();\ndeclare f();"),
            "line 2: function 'f' is there twice");
  EXPECT_EQ(error_of(in_function("x = \"x;")),
            "line 2: a string without its end");
  EXPECT_EQ(error_of("declare f() -> i129;"),
            "line 1: expected a scalar, found 'i129'");
}

std::string repeat(const std::string &text, int times) {
  std::string all;
  for (int i = 0; i < times; i++)
    all += text;
  return all;
}

TEST(Parse, BoundsTheDepth) {
  EXPECT_EQ(error_of(in_function("x = " + repeat("not(", 4900) + "x" +
                                 repeat(")", 4900) + ";")),
            "none");
  EXPECT_EQ(error_of(in_function("x = " + repeat("not(", 6000))),
            "line 2: nested more than 5000 deep");
  EXPECT_EQ(error_of(in_function(repeat("loop L {", 900) + repeat("}", 900))),
            "none");
  EXPECT_EQ(error_of(in_function(repeat("if eq(x, x) {", 6000))),
            "line 2: nested more than 1000 deep");
  EXPECT_NE(error_of("global g: 1 align 1 " + repeat("<pointer 8/8 of ", 6000)),
            "none");
  EXPECT_NE(error_of(in_function("x = add" + repeat("(", 20000))), "none");
}

TEST(Parse, DeepTextCanBePrintedAndVerified) {
  Context context;
  auto program =
      parse_program(context, in_function(repeat("if eq(x, x) {", 900) +
                                         "x = " + repeat("not(", 4000) + "x" +
                                         repeat(")", 4000) + ";" +
                                         repeat("}", 900) + "return x;"));
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_TRUE(verify(program.value()).empty());
  std::string text = print(program.value());
  EXPECT_EQ(print(parse_program(context, text).value()), text);
}

TEST(Print, ExpressionsByThemselves) {
  Context context;
  const Expr *x = context.var("x", make_int(32));
  EXPECT_EQ(print(*context.binary(Op::Add, x, context.integer(32, -1))),
            "add(x, -1:i32)");
  EXPECT_EQ(print(*context.constant(make_int(64), ~Bits(0))), "-1:i64");
  EXPECT_EQ(print(*context.null_pointer()), "null");
  EXPECT_EQ(print(*context.stmt(Break{"L"})), "break L;\n");
  EXPECT_EQ(print_name("src/a.c:f"), "\"src/a.c:f\"");
  EXPECT_EQ(print_name("null"), "\"null\"");
}

} // namespace
} // namespace mergeproof::ir
