// uses: interp verdict ir source support
//
// Memory that was never written: what a run notices of it, and what it does
// not mind. That the lowering of C fits is what tests/programs are about.
#include "interp/machine.h"
#include "ir/parse.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

namespace mergeproof::interp {
namespace {

std::string outcome_of(const std::string &text, Unset unset = Unset::Noticed) {
  ir::Context context;
  auto parsed = ir::parse_program(context, text);
  if (!parsed)
    return parsed.error().message;
  for (const std::string &problem : ir::verify(parsed.value()))
    ADD_FAILURE() << problem;
  NoExternals externals;
  Executable executable(parsed.value());
  Machine machine(executable, externals, {.unset = unset});
  Outcome outcome = machine.run("f", {});
  return to_text(outcome) +
         (outcome.value ? " " + std::to_string(std::uint64_t(*outcome.value))
                        : "");
}

// A function with an object of eight bytes and a variable of each kind.
std::string in_function(const std::string &body) {
  return "global g: 8 align 8 = [8];\n"
         "function h(x: i32) -> i32 { return add(x, 1:i32); }\n"
         "declare out(x: i32);\n"
         "function f() -> i32 { object a: 8 align 8; object b: 8 align 8;\n"
         "local x: i32; local y: i32; local p: ptr; local n: i64;\n"
         "begin a; begin b;\n" +
         body + "}";
}

const char *const trap = "trapped: read of an uninitialised variable";

TEST(Unset, ZerosWhereItIsIgnored) {
  std::string text = in_function("return load:i32(&a);");
  EXPECT_EQ(outcome_of(text, Unset::Ignored), "returned 0");
  EXPECT_EQ(outcome_of(text), trap);
}

TEST(Unset, Uses) {
  for (const char *use : {
           "if eq(load:i32(&a), 0:i32) { } return 1:i32;",
           "x = load:i32(&a); if slt(x, 3:i32) { } return 1:i32;",
           "store load:ptr(&a), 1:i32; return 1:i32;",
           "x = load:i32(ptradd(&a, load:i64(&b))); return 1:i32;",
           "memcopy &a, @g, load:i64(&b); return 1:i32;",
           "memset &a, 0:i8, load:i64(&b); return 1:i32;",
           "x = udiv(4:i32, load:i32(&a)); return 1:i32;",
           "x = select(eq(load:i32(&a), 0:i32), 1:i32, 2:i32); return 1:i32;",
           "check DivisionByZero, ne(load:i32(&a), 0:i32); return 1:i32;",
           "call out(load:i32(&a)); return 1:i32;",
           "x = call [load:ptr(&a)](1:i32); return 1:i32;",
           "p = call !malloc(load:i64(&a)); return 1:i32;",
           "call !free(load:ptr(&a)); return 1:i32;",
           "n = call !strlen(&a); return 1:i32;",
           "store &a, 97:i8; n = call !strlen(&a); return 1:i32;",
           "call !exit(load:i32(&a)); return 1:i32;",
           "assume eq(load:i32(&a), 0:i32); return 1:i32;",
       })
    EXPECT_EQ(outcome_of(in_function(use)), trap) << use;
}

TEST(Unset, CopiesAndSumsAreNoUses) {
  for (const char *copy : {
           "x = load:i32(&a); store &b, x; return 0:i32;",
           "x = add(load:i32(&a), 1:i32); y = mul(x, 3:i32); return 0:i32;",
           "memcopy &b, &a, 8:i64; memcopy &a, &b, 8:i64; return 0:i32;",
           "x = call h(load:i32(&a)); return 0:i32;",
           "check SignedOverflow, not(sadd_overflow(load:i32(&a), 1:i32));"
           "return 0:i32;",
           "x = select(true, 0:i32, load:i32(&a)); return x;",
           "if and(false, eq(load:i32(&a), 0:i32)) { } return 0:i32;",
           "if or(true, eq(load:i32(&a), 0:i32)) { } return 0:i32;",
           "return and(load:i32(&a), 0:i32);",
           "return load:i32(@g);",
           "p = call !calloc(4:i64, 1:i64); return load:i32(p);",
           "store &a, 5:i32; return sub(load:i32(&a), 5:i32);",
           "memset &a, 0:i8, 4:i64; return load:i32(&a);",
           "store &b, 0:i32; memcopy &a, &b, 8:i64; return load:i32(&a);",
           "p = call !malloc(4:i64); store p, 0:i32;"
           "p = call !realloc(p, 8:i64); return load:i32(p);",
           "store &a, 0:i8; n = call !strlen(&a); return trunc:i32(n);",
       })
    EXPECT_EQ(outcome_of(in_function(copy)), "returned 0") << copy;
}

TEST(Unset, GoesWhereItIsCopied) {
  for (const char *way : {
           "x = load:i32(&a); store &b, x; return load:i32(&b);",
           "memcopy &b, &a, 8:i64; return load:i32(ptradd(&b, 4:i64));",
           "store &b, 1:i32; memcopy &b, &a, 8:i64; return load:i32(&b);",
           "x = call h(load:i32(&a)); return x;",
           "memset &b, load:i8(&a), 8:i64; return load:i32(&b);",
           "store &a, 0:i32; return load:i32(ptradd(&a, 1:i64));",
           "store &a, 0:i32; memcopy ptradd(&a, 1:i64), &a, 7:i64;"
           "return load:i32(ptradd(&a, 2:i64));",
           "p = call !malloc(4:i64); store p, 0:i32;"
           "p = call !realloc(p, 8:i64); return load:i32(ptradd(p, 4:i64));",
           "store &a, 1:i64; end a; begin a; return load:i32(&a);",
       })
    EXPECT_EQ(outcome_of(in_function(way)), trap) << way;
}

// A bit-field is written by reading the bytes it lies in.
TEST(Unset, BitsOfOneByte) {
  const std::string write = "store &a, or(and(load:i8(&a), 0xf8:i8), 5:i8);";
  EXPECT_EQ(outcome_of(in_function(write +
                                   "return zext:i32(and(load:i8(&a), 7:i8));")),
            "returned 5");
  EXPECT_EQ(outcome_of(in_function(
                write + "return zext:i32(lshr(load:i8(&a), 3:i8));")),
            trap);
}

TEST(Unset, AnArgumentBehindTheParameters) {
  auto read = [](const char *offset) {
    return outcome_of(std::string(R"(
      function v(c: i32, ...) -> i32 { local p: ptr;
        p = call !variadic_arguments();
        return load:i32(ptradd(p, )") +
                      offset + R"(:i64)); }
      function f() -> i32 { object a: 4 align 4; local x: i32; begin a;
        x = call v(0:i32, 7:i32, load:i32(&a), ...);
        return x; })");
  };
  EXPECT_EQ(read("8"), "returned 7");
  EXPECT_EQ(read("16"), "returned 32"); // the tag
  EXPECT_EQ(read("24"), trap);
}

} // namespace
} // namespace mergeproof::interp
