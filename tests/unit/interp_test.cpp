// uses: interp verdict ir source support
//
// The interpreter statement by statement: control, memory, calls, traps,
// limits.
#include "interp/machine.h"
#include "ir/parse.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

namespace mergeproof::interp {
namespace {

struct Scenario {
  ir::Context context;
  ir::Program program;
  NoExternals externals;
  Limits limits;

  explicit Scenario(const std::string &text) {
    auto parsed = ir::parse_program(context, text);
    if (!parsed)
      ADD_FAILURE() << parsed.error().message;
    else
      program = parsed.value();
    for (const std::string &problem : ir::verify(program))
      ADD_FAILURE() << problem;
  }

  Outcome call(const std::vector<ir::Bits> &args) {
    Executable executable(program);
    Machine machine(executable, externals, limits);
    return machine.run("f", args);
  }
};

std::uint64_t value_of(const std::string &text,
                       const std::vector<ir::Bits> &args = {}) {
  Outcome outcome = Scenario(text).call(args);
  EXPECT_EQ(to_text(outcome), "returned");
  return outcome.value ? std::uint64_t(*outcome.value) : ~std::uint64_t(0);
}

std::string outcome_of(const std::string &text,
                       const std::vector<ir::Bits> &args = {}) {
  return to_text(Scenario(text).call(args));
}

TEST(Interp, Loops) {
  const char *const sum = R"(function f(n: i32) -> i32 {
    local i: i32; local s: i32;
    loop L {
      if ult(i, n) { } else { break L; }
      i = add(i, 1:i32);
      if eq(urem(i, 3:i32), 0:i32) { continue L; }
      block B {
        if eq(i, 7:i32) { break B; }
        s = add(s, i);
      }
    }
    return s;
  })";
  EXPECT_EQ(value_of(sum, {0}), 0u);
  EXPECT_EQ(value_of(sum, {10}), 1u + 2 + 4 + 5 + 8 + 10);
}

TEST(Interp, NestedBreaks) {
  EXPECT_EQ(value_of(R"(function f(x: i32) -> i32 {
    local r: i32;
    block out {
      block one {
        block zero {
          if eq(x, 0:i32) { break zero; }
          if eq(x, 1:i32) { break one; }
          break out;
        }
        r = add(r, 10:i32);
      }
      r = add(r, 100:i32);
    }
    return r;
  })",
                     {0}),
            110u);
}

TEST(Interp, Recursion) {
  EXPECT_EQ(value_of(R"(function f(n: i32) -> i32 {
    local a: i32; local b: i32;
    if ult(n, 2:i32) { return n; }
    a = call f(sub(n, 1:i32));
    b = call f(sub(n, 2:i32));
    return add(a, b);
  })",
                     {20}),
            6765u);
}

TEST(Interp, LocalsLiveInTheirFrame) {
  EXPECT_EQ(value_of(R"(
    function g(p: ptr, n: i32) {
      object x: 4 align 4;
      begin x;
      store &x, n;
      if ne(n, 0:i32) { call g(&x, sub(n, 1:i32)); }
      store p, add(load:i32(p), load:i32(&x));
      end x;
    }
    function f() -> i32 {
      object x: 4 align 4;
      begin x;
      call g(&x, 3:i32);
      return load:i32(&x);
    })"),
            6u);
}

TEST(Interp, LoadsAndStoresAreLittleEndian) {
  EXPECT_EQ(value_of(R"(
    global g: 8 align 8 = ["0102030405060708"];
    function f() -> i64 {
      store ptradd(@g, 1:i64), 0xaabb:i16;
      return load:i64(@g);
    })"),
            0x0807060504aabb01u);
}

TEST(Interp, RelocationsPointWhereTheySay) {
  EXPECT_EQ(value_of(R"(
    global p: 16 align 8 = [16] with { 0: g + 4; 8: h; };
    global g: 8 align 4 = ["0000000007000000"];
    function h() -> i32 { return 5:i32; }
    function f() -> i32 {
      local x: i32;
      x = call [load:ptr(ptradd(@p, 8:i64))]();
      return add(x, load:i32(load:ptr(@p)));
    })"),
            12u);
}

TEST(Interp, ValidKnowsObjects) {
  const char *const text = R"(
    global g: 8 align 4 = [8];
    function f(offset: i64, size: i64) -> i32 {
      return zext:i32(valid(ptradd(@g, offset), size));
    })";
  EXPECT_EQ(value_of(text, {0, 8}), 1u);
  EXPECT_EQ(value_of(text, {4, 4}), 1u);
  EXPECT_EQ(value_of(text, {8, 0}), 1u);
  EXPECT_EQ(value_of(text, {5, 4}), 0u);
  EXPECT_EQ(value_of(text, {9, 0}), 0u);
  EXPECT_EQ(value_of(text, {~std::uint64_t(0), 1}), 0u);
  EXPECT_EQ(value_of(text, {0, ~std::uint64_t(0)}), 0u);
  EXPECT_EQ(value_of("function f() -> i32 {"
                     " return zext:i32(valid(null, 0:i64)); }"),
            0u);
}

TEST(Interp, AnObjectIsDeadAfterItsEnd) {
  const char *const text = R"(function f(late: i1) -> i32 {
    object x: 4 align 4; local p: ptr;
    p = &x;
    begin x;
    store p, 1:i32;
    end x;
    if late { check InvalidAccess, valid(p, 4:i64); }
    begin x;
    return load:i32(p);
  })";
  EXPECT_EQ(outcome_of(text, {1}), "trapped: invalid memory access");
  EXPECT_EQ(value_of(text, {0}), 0u);
}

TEST(Interp, StoresOutsideObjectsTrap) {
  const char *const trapped = "trapped: invalid memory access";
  EXPECT_EQ(outcome_of("function f() { store null, 1:i8; }"), trapped);
  EXPECT_EQ(outcome_of("global g: 4 align 4 = [4];\n"
                       "function f() { store ptradd(@g, 1:i64), 1:i32; }"),
            trapped);
  EXPECT_EQ(outcome_of("global g: 4 align 4 const = [4];\n"
                       "function f() { store @g, 1:i32; }"),
            trapped);
  EXPECT_EQ(outcome_of("function f() { store $f, 1:i8; }"), trapped);
}

TEST(Interp, CopiesAndFills) {
  const char *const text = R"(
    global g: 8 align 4 = ["0102030405060708"];
    function f(to: i64, from: i64, n: i64) -> i64 {
      memcopy ptradd(@g, to), ptradd(@g, from), n;
      return load:i64(@g);
    })";
  EXPECT_EQ(value_of(text, {1, 0, 7}), 0x0706050403020101u);
  EXPECT_EQ(value_of(text, {100, 200, 0}), 0x0807060504030201u);
  EXPECT_EQ(outcome_of(text, {1, 0, 8}), "trapped: invalid memory access");
  EXPECT_EQ(value_of(R"(
    global g: 8 align 4 = [8];
    function f() -> i64 {
      memset ptradd(@g, 2:i64), -1:i8, 3:i64;
      memset null, 0:i8, 0:i64;
      return load:i64(@g);
    })"),
            0xffffff0000u);
}

TEST(Interp, Heap) {
  EXPECT_EQ(value_of(R"(function f() -> i32 {
    local p: ptr; local q: ptr;
    p = call !malloc(4:i64);
    store p, 7:i32;
    q = call !realloc(p, 100:i64);
    if valid(p, 1:i64) { return 1:i32; }
    if valid(q, 101:i64) { return 2:i32; }
    store ptradd(q, 96:i64), load:i32(q);
    call !free(null);
    p = call !calloc(5:i64, 2:i64);
    store p, load:i32(ptradd(q, 96:i64));
    call !free(q);
    return load:i32(p);
  })"),
            7u);
  const char *const bad_free =
      "trapped: free of a pointer that was not allocated";
  EXPECT_EQ(outcome_of("function f() { local p: ptr; p = call !malloc(8:i64);"
                       "call !free(p); call !free(p); }"),
            bad_free);
  EXPECT_EQ(outcome_of("function f() { local p: ptr; p = call !malloc(8:i64);"
                       "call !free(ptradd(p, 1:i64)); }"),
            bad_free);
  EXPECT_EQ(outcome_of("function f() { object x: 1 align 1; begin x;"
                       "call !free(&x); }"),
            bad_free);
  EXPECT_EQ(value_of("function f() -> i64 { local p: ptr;"
                     "p = call !calloc(0x8000000000000000:i64, 2:i64);"
                     "return ptrtoint:i64(p); }"),
            0u);
}

TEST(Interp, Strlen) {
  const char *const text = R"(
    global g: 4 align 1 = ["61620063"];
    function f(at: i64) -> i64 {
      local n: i64;
      n = call !strlen(ptradd(@g, at));
      return n;
    })";
  EXPECT_EQ(value_of(text, {0}), 2u);
  EXPECT_EQ(value_of(text, {2}), 0u);
  EXPECT_EQ(outcome_of(text, {3}), "trapped: invalid memory access");
}

TEST(Interp, Endings) {
  EXPECT_EQ(outcome_of("function f() { call !exit(-3:i32); }"), "exited(-3)");
  EXPECT_EQ(outcome_of("function f() { call !no_return(); }"),
            "did not return");
  EXPECT_EQ(outcome_of("declare die noreturn(x: i32);\n"
                       "function f() -> i32 { call die(1:i32); "
                       "return 1:i32; }"),
            "did not return");
}

// A record is a tag and a value; a tag of 0 comes last.
TEST(Interp, VariableArgumentsAreRecords) {
  auto seen = [](const std::string &what, const std::string &args) {
    return value_of("function v(n: i32, ...) -> i64 { local p: ptr;"
                    " p = call !variadic_arguments(); return " +
                    what +
                    "; }\nfunction f() -> i64 { local r: i64;"
                    " r = call v(1:i32" +
                    args + ", ...); return r; }");
  };
  EXPECT_EQ(seen("load:i64(p)", ", 7:i32"), 32u);
  EXPECT_EQ(seen("load:i64(ptradd(p, 8:i64))", ", -1:i32"), 0xffffffffu);
  EXPECT_EQ(seen("load:i64(p)", ", 7:f64"), 0x10040u);
  EXPECT_EQ(seen("load:i64(p)", ", null"), 64u);
  EXPECT_EQ(seen("load:i64(ptradd(p, 24:i64))", ", 1:i128, 2:i32"), 32u);
  EXPECT_EQ(seen("load:i64(p)", ""), 0u);
  EXPECT_EQ(seen("zext:i64(valid(p, 24:i64))", ", 7:i32"), 1u);
  EXPECT_EQ(seen("zext:i64(valid(p, 25:i64))", ", 7:i32"), 0u);
  EXPECT_EQ(to_text(Scenario("function f(n: i32, ...) { local p: ptr;"
                             " p = call !variadic_arguments(); }")
                        .call({1})),
            "the variable arguments are not given");
}

TEST(Interp, IndirectCallsMustAgree) {
  const std::string functions = R"(
    function g(x: i32) -> i32 { return x; }
    function v(x: i32, ...) -> i32 { return x; }
  )";
  const char *const trapped =
      "trapped: call through an invalid function pointer";
  auto with = [&](const std::string &call) {
    return outcome_of(functions +
                      "function f() { local r: i32; local w: i64; " + call +
                      " }");
  };
  EXPECT_EQ(with("r = call [$g](1:i32);"), "returned");
  EXPECT_EQ(with("r = call [$v](1:i32, 2:i64, ...);"), "returned");
  EXPECT_EQ(with("call [$g](1:i32);"), "returned");
  EXPECT_EQ(with("r = call [$g]();"), trapped);
  EXPECT_EQ(with("r = call [$g](1:i32, 2:i32);"), trapped);
  EXPECT_EQ(with("r = call [$g](1:i64);"), trapped);
  EXPECT_EQ(with("w = call [$g](1:i32);"), trapped);
  EXPECT_EQ(with("r = call [null](1:i32);"), trapped);
  EXPECT_EQ(with("r = call [ptradd($g, 1:i64)](1:i32);"), trapped);
}

TEST(Interp, LimitsMakeAnOutcomeInvalid) {
  Scenario endless("function f() { loop L { } }");
  endless.limits.steps = 1000;
  Outcome outcome = endless.call({});
  EXPECT_EQ(outcome.kind, Outcome::Kind::Invalid);
  EXPECT_EQ(outcome.why, "does not terminate within 1000 steps");
  Scenario deep("function f() { call f(); }");
  deep.limits.call_depth = 50;
  EXPECT_EQ(to_text(deep.call({})), "stack: more than 50 calls deep");
  Scenario large("function f() { local p: ptr; loop L {"
                 " p = call !malloc(1000:i64); } }");
  large.limits.memory = 100'000;
  EXPECT_EQ(to_text(large.call({})), "needs more than 100000 bytes of memory");
  // The new object never had its bytes, although the old one made room.
  Scenario grown("function f() { local p: ptr; local q: ptr;"
                 " p = call !malloc(60000:i64);"
                 " q = call !realloc(p, 60001:i64);"
                 " memset q, 1:i8, 60001:i64; }");
  grown.limits.memory = 100'000;
  EXPECT_EQ(to_text(grown.call({})), "needs more than 100000 bytes of memory");
  EXPECT_EQ(outcome_of("function f() { opaque \"inline assembly\"; }"),
            "inline assembly");
  EXPECT_EQ(outcome_of("function f() { assume false; }"),
            "the input breaks an assumption");
  EXPECT_EQ(outcome_of("declare f();"),
            "there is no body of f that takes 0 arguments");
}

TEST(Interp, ChecksNameTheirTrap) {
  Scenario run("function f(x: i32) { check DivisionByZero, ne(x, 0:i32); }");
  EXPECT_EQ(to_text(run.call({1})), "returned");
  Outcome outcome = run.call({0});
  EXPECT_EQ(to_text(outcome), "trapped: division by zero");
  EXPECT_EQ(outcome.where, run.program.functions.at("f").body[0]);
  EXPECT_GT(outcome.steps, 0u);
}

} // namespace
} // namespace mergeproof::interp
