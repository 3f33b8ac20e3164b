// uses: relational interp align verdict smt symbolic ir source support
//
// Loops as one (relational/fuse_loops.h): those that go together behave as
// before, and every condition has loops that differ, or could, without it.
#include "interp/oracle.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "relational/loops/fuse_loops.h"

#include <gtest/gtest.h>

namespace mergeproof::relational {
namespace {

#define INT "<int 4/4 signed \"int\">"
#define INTS "<array 64/4 \"int[16]\" of " INT " * 16>"

const std::string before = "global g: 64 align 4 " INTS " = [64];\n"
                           "global h: 64 align 4 " INTS " = [64];\n"
                           "declare log(x: i32 " INT ");\n"
                           "function f <function 0/1 of " INT "> (n: i32 " INT
                           ", m: i32 " INT ") -> i32 {\n"
                           "local i: i32; local j: i32; local s: i32;\n"
                           "local t: i32; local p: ptr; local q: ptr;\n"
                           "local k: i64; local l: i64;\n";

// for (i = begin; i < bound; i++) body, with another name for i
std::string loop(const std::string &name, const std::string &i,
                 const std::string &body, const std::string &bound = "n",
                 const std::string &step = "1") {
  return "loop " + name + " { if slt(" + i + ", " + bound +
         ") { } else { break " + name + "; }\n" + body + "\n" + i + " = add(" +
         i + ", " + step + ":i32); }\n";
}

// The i-th of an array, moved by some bytes.
std::string cell(const std::string &array, const std::string &i,
                 const std::string &offset = "0") {
  return "ptradd(ptradd(" + array + ", mul(sext:i64(" + i + "), 4:i64)), " +
         offset + ":i64)";
}

std::string put(const std::string &place, const std::string &value) {
  return "check InvalidAccess, valid(" + place + ", 4:i64); store " + place +
         ", " + value + ";";
}
std::string get(const std::string &place) { return "load:i32(" + place + ")"; }

verdict::WitnessBytes number(std::int32_t value) {
  verdict::WitnessBytes bytes;
  for (int i = 0; i < 4; i++)
    bytes.bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  return bytes;
}

class Fused {
public:
  explicit Fused(const std::string &body) {
    auto parsed = ir::parse_program(context_, before + body + "\n}\n");
    EXPECT_TRUE(parsed) << parsed.error().message << "\n" << body;
    old_ = std::move(parsed).value();
    EXPECT_EQ(ir::verify(old_), std::vector<std::string>{}) << body;
    ir::Symbol unit = context_.symbol("f");
    fused_ = fuse_loops(context_, old_.functions.at(unit));
    new_ = old_;
    if (fused_)
      new_.functions.at(unit) = *fused_;
    EXPECT_EQ(ir::verify(new_), std::vector<std::string>{}) << body;
  }

  bool is_one() const { return fused_.has_value(); }

  void expect_same_behaviour() {
    verdict::Question question;
    question.context = &context_;
    question.unit = context_.symbol("f");
    for (const ir::Program *program : {&old_, &new_})
      question.versions.push_back({{source::Role::Parent, "A", ""},
                                   program,
                                   program->find_function(question.unit),
                                   nullptr});
    interp::Oracle oracle(question);
    for (std::int32_t n = -2; n < 18; n++) {
      auto seen = oracle.observe_all({.arguments = {number(n), number(n * 7)}});
      EXPECT_EQ(seen[0].values, seen[1].values) << n << "\n" << ir::print(new_);
    }
  }

private:
  ir::Context context_;
  ir::Program old_, new_;
  std::optional<ir::Function> fused_;
};

void expect_one(const std::string &body) {
  Fused fused(body);
  EXPECT_TRUE(fused.is_one()) << body;
  fused.expect_same_behaviour();
}
void expect_apart(const std::string &body) {
  EXPECT_FALSE(Fused(body).is_one()) << body;
}

std::string i0 = "i = 0:i32;", j0 = "j = 0:i32;", result = "return add(s, t);";

TEST(FuseLoops, SumsOfTheirOwn) {
  expect_one(i0 + loop("L", "i", "s = add(s, i);") + j0 +
             loop("K", "j", "t = xor(t, mul(j, m));") + result);
}

TEST(FuseLoops, OneCounterForBoth) {
  expect_one(i0 + loop("L", "i", "s = add(s, i);") + i0 +
             loop("K", "i", "t = xor(t, mul(i, m));") +
             "return add(mul(i, 1000:i32), add(s, t));");
}

TEST(FuseLoops, ThreeOfThem) {
  expect_one(i0 + loop("L", "i", put(cell("@g", "i"), "i")) + i0 +
             loop("K", "i", put(cell("@h", "i"), "m")) + i0 +
             loop("M", "i", "s = add(s, i);") + result);
}

TEST(FuseLoops, CellsOfTheSameTurn) {
  expect_one(
      i0 + loop("L", "i", put(cell("@g", "i"), "m")) + i0 +
      loop("K", "i",
           put(cell("@g", "i"), "add(" + get(cell("@g", "i")) + ", i)")) +
      result);
  expect_one(i0 + loop("L", "i", put(cell("@h", "i"), get(cell("@g", "i")))) +
             i0 + loop("K", "i", put(cell("@g", "i"), "0:i32")) + result);
}

TEST(FuseLoops, CellsOfEarlierTurns) {
  // The second looks behind, where the first has been.
  expect_one(
      "i = 1:i32;" + loop("L", "i", put(cell("@g", "i"), "i")) + "j = 1:i32;" +
      loop("K", "j",
           "s = add(mul(s, 3:i32), " + get(cell("@g", "j", "-4")) + ");") +
      result);
  // It looks ahead.
  expect_apart(
      "i = 1:i32;" + loop("L", "i", put(cell("@g", "i"), "i")) + "j = 1:i32;" +
      loop("K", "j",
           "s = add(mul(s, 3:i32), " + get(cell("@g", "j", "4")) + ");") +
      result);
  // It overwrites what the first still reads.
  expect_apart(
      i0 +
      loop("L", "i", "s = add(mul(s, 3:i32), " + get(cell("@g", "i")) + ");") +
      j0 + loop("K", "j", put(cell("@g", "j", "4"), "m")) + result);
  // Half of the next cell.
  expect_apart(
      i0 +
      loop("L", "i", "s = add(mul(s, 3:i32), " + get(cell("@g", "i")) + ");") +
      j0 + loop("K", "j", put(cell("@g", "j", "2"), "m")) + result);
}

TEST(FuseLoops, CellsGoingDown) {
  auto down = [](const std::string &name, const std::string &body) {
    return "i = n; loop " + name + " { if slt(0:i32, i) { } else { break " +
           name + "; }\n" + body + " i = sub(i, 1:i32); }\n";
  };
  std::string reads = "s = add(mul(s, 3:i32), ";
  expect_one(down("L", put(cell("@g", "i", "-4"), "i")) +
             down("K", reads + get(cell("@g", "i", "-4")) + ");") + result);
  expect_apart(down("L", put(cell("@g", "i"), "i")) +
               down("K", reads + get(cell("@g", "i", "-4")) + ");") + result);
}

TEST(FuseLoops, OtherStrides) {
  std::string twice = "ptradd(@g, mul(sext:i64(j), 8:i64))";
  expect_apart(i0 + loop("L", "i", put(cell("@g", "i"), "i")) + j0 +
               loop("K", "j", put(twice, "m")) + result);
  std::string mixed = cell("@g", "and(j, 3:i32)");
  expect_apart(i0 + loop("L", "i", put(cell("@g", "i"), "i")) + j0 +
               loop("K", "j", put(mixed, "m")) + result);
}

TEST(FuseLoops, OneNeedsWhatTheOtherEndsWith) {
  expect_apart(i0 + loop("L", "i", "s = add(s, i);") + j0 +
               loop("K", "j", "t = add(t, s);") + result);
  expect_apart(i0 + loop("L", "i", "s = add(s, t);") + j0 +
               loop("K", "j", "t = add(t, j);") + result);
  expect_apart(i0 + loop("L", "i", "s = i;") + j0 + loop("K", "j", "s = m;") +
               result);
  expect_apart(i0 + loop("L", "i", "s = add(s, i);") + j0 +
               loop("K", "j", "t = add(t, i);") + result);
}

TEST(FuseLoops, WhatStandsBetween) {
  expect_apart(i0 + loop("L", "i", "s = add(s, i);") + "t = s;" + j0 +
               loop("K", "j", "t = add(t, j);") + result);
  expect_apart(i0 + loop("L", "i", "s = add(s, m);") + "m = 3:i32;" + j0 +
               loop("K", "j", "t = add(t, m);") + result);
  expect_apart(i0 + loop("L", "i", put(cell("@g", "i"), "i")) +
               "store @g, 5:i32;" + j0 + loop("K", "j", "t = add(t, m);") +
               result);
  expect_apart(i0 + loop("L", "i", "s = add(s, i);") + "call log(s);" + j0 +
               loop("K", "j", "t = add(t, j);") + result);
  expect_one(i0 + loop("L", "i", put(cell("@g", "i"), "i")) +
             "store @h, 5:i32;" + j0 + loop("K", "j", "t = add(t, m);") +
             result);
}

TEST(FuseLoops, OtherNumbersOfTurns) {
  std::string first = i0 + loop("L", "i", "s = add(s, i);");
  expect_apart(first + "j = 1:i32;" + loop("K", "j", "t = add(t, j);") +
               result);
  expect_apart(first + j0 + loop("K", "j", "t = add(t, j);", "m") + result);
  expect_apart(first + j0 + loop("K", "j", "t = add(t, j);", "n", "2") +
               result);
  expect_apart(i0 + loop("L", "i", "s = add(s, i); n = sub(n, 1:i32);") + j0 +
               loop("K", "j", "t = add(t, j);") + result);
  expect_apart(i0 + loop("L", "i", "s = add(s, i);") + j0 +
               "n = sub(n, 1:i32);" + loop("K", "j", "t = add(t, j);") +
               result);
  expect_apart("if slt(m, 9:i32) { i = 0:i32; } else { i = 1:i32; }" +
               loop("L", "i", "s = add(s, i);") + j0 +
               loop("K", "j", "t = add(t, j);") + result);
  std::string from_j = "j = m; i = j; j = 4:i32;";
  expect_apart(from_j + loop("L", "i", "s = add(s, i);") + "t = j;" +
               loop("K", "t", "t = add(t, 0:i32);") + result);
}

// As unsigned, a negative counter is larger than a positive one.
TEST(FuseLoops, CountersThatAreReadInAnotherOrder) {
  std::string place = "ptradd(@g, mul(zext:i64(i), 4:i64))";
  expect_apart(i0 + loop("L", "i", put(place, "i")) + i0 +
               loop("K", "i", put(place, "m")) + result);
}

TEST(FuseLoops, WaysOut) {
  std::string second = j0 + loop("K", "j", "t = add(t, j);") + result;
  for (std::string out :
       {"break L;", "return 7:i32;", "call log(i);", "i = add(i, 1:i32);",
        "i = add(i, 1:i32); continue L;"})
    expect_apart(i0 +
                 loop("L", "i", "s = add(s, i); if eq(s, m) { " + out + " }") +
                 second);
  expect_apart(i0 +
               loop("L", "i",
                    "loop N { if eq(s, m) { break N; } "
                    "s = add(s, 1:i32); }") +
               second);
}

TEST(FuseLoops, PointersThatMayBeTheSame) {
  std::string set = "p = @g; q = ptradd(@g, 4:i64);" + i0;
  expect_apart(set + loop("L", "i", put(cell("p", "i"), "i")) + i0 +
               loop("K", "i", "t = add(t, " + get(cell("q", "i")) + ");") +
               result);
  expect_apart(
      set + loop("L", "i", put(cell("p", "i"), "i")) + i0 +
      loop("K", "i", "t = add(t, " + get(cell("@g", "i", "4")) + ");") +
      result);
  expect_one(set + loop("L", "i", "s = add(s, " + get(cell("p", "i")) + ");") +
             i0 + loop("K", "i", "t = add(t, " + get(cell("q", "i")) + ");") +
             result);
  expect_apart(
      set + loop("L", "i", put("p", "i") + "p = ptradd(p, 4:i64);") + i0 +
      loop("K", "i", "t = add(t, " + get(cell("@g", "i")) + ");") + result);
}

TEST(FuseLoops, BlocksLeftAtTheirEnd) {
  expect_one("block B { " + i0 + loop("L", "i", "s = add(s, i);") +
             "break B; } block C { " + j0 + loop("K", "j", "t = add(t, j);") +
             "} " + result);
  expect_apart("block B { " + i0 + loop("L", "i", "s = add(s, i);") +
               "if eq(s, 3:i32) { break B; }" + j0 +
               loop("K", "j", "t = add(t, j);") + "} " + result);
}

// Both loops with a counter of 64 bits, and bytes at `scale` times it.
std::string wide(const std::string &scale, const std::string &bound) {
  auto one = [&](const std::string &name, const std::string &i,
                 const std::string &body) {
    return i + " = 0:i64; loop " + name + " { if ult(" + i + ", " + bound +
           ") { } else { break " + name + "; }\n" + body + " " + i + " = add(" +
           i + ", 1:i64); }\n";
  };
  auto at = [&](const std::string &i) {
    return "ptradd(@g, mul(" + i + ", " + scale + ":i64))";
  };
  return one("L", "k", put(at("k"), "m")) +
         one("K", "l", "t = add(t, " + get(at("l")) + ");") + result;
}

// Turns that are 2^64 bytes apart meet again; with 2^63, every other one.
TEST(FuseLoops, OffsetsThatWrap) {
  expect_one(wide("4", "16:i64"));
  expect_one(wide("4", "zext:i64(n)"));
  expect_apart(wide("4", "sext:i64(n)"));
  expect_apart(wide("524288", "sext:i64(n)"));
  expect_apart(wide("-9223372036854775808", "16:i64"));
  expect_apart(wide("9223372036854775808", "16:i64"));
  expect_apart(wide("-9223372036854775807", "16:i64"));
}

} // namespace
} // namespace mergeproof::relational
