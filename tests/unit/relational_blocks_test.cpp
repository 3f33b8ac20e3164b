// uses: relational interp align verdict smt symbolic ir source support
//
// Loops as block operations (relational/loops/block_operations.h): those that
// become one behave as before, and every condition has a loop that would not.
#include "interp/oracle.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "relational/loops/block_operations.h"

#include <gtest/gtest.h>

namespace mergeproof::relational {
namespace {

#define INT "<int 4/4 signed \"int\">"
#define INTS "<array 64/4 \"int[16]\" of " INT " * 16>"

const std::string before = "global g: 64 align 4 " INTS " = [64];\n"
                           "global h: 64 align 4 " INTS " = [64];\n"
                           "function f <function 0/1 of " INT "> (n: i32 " INT
                           ", m: i32 " INT ") -> i32 {\n"
                           "local i: i32; local b: i8; local p: ptr;\n"
                           "local q: ptr; local u: i32; local k: i64;\n"
                           "local r: ptr; local o: ptr; local v: i32;\n"
                           "local t: i32;\n";

// What the arrays hold is not all the same.
const std::string filled =
    "u = 0:i32; loop U { if slt(u, 16:i32) { } else { break U; }\n"
    "store ptradd(@g, mul(sext:i64(u), 4:i64)), add(mul(u, 7:i32), 3:i32);\n"
    "store ptradd(@h, mul(sext:i64(u), 4:i64)), mul(u, m);\n"
    "u = add(u, 1:i32); }\n";

std::string loop(const std::string &begin, const std::string &test,
                 const std::string &body, const std::string &last) {
  return "i = " + begin + "; loop L { if " + test + " { } else { break L; }\n" +
         body + "\n" + last + " }\n";
}

std::string up(const std::string &body, const std::string &bound = "n") {
  return loop("0:i32", "slt(i, " + bound + ")", body, "i = add(i, 1:i32);");
}
std::string down(const std::string &body) {
  return loop("n", "slt(0:i32, i)", body, "i = sub(i, 1:i32);");
}

// The i-th of an array, moved by some bytes.
std::string cell(const std::string &array, const std::string &offset = "0",
                 const std::string &size = "4") {
  return "ptradd(ptradd(" + array + ", mul(sext:i64(i), " + size + ":i64)), " +
         offset + ":i64)";
}
std::string put(const std::string &place, const std::string &value,
                const std::string &size = "4") {
  return "check InvalidAccess, valid(" + place + ", " + size + ":i64); store " +
         place + ", " + value + ";";
}
std::string copy(const std::string &to, const std::string &from) {
  return "check InvalidAccess, valid(" + from + ", 4:i64);" +
         put(to, "load:i32(" + from + ")");
}

// Of a turn that is only right if the check holds, too.
std::string with_index(const std::string &index, const std::string &bound) {
  return "check IndexOutOfBounds, ult(" + index + ", " + bound +
         ":i64); store ptradd(@g, mul(" + index + ", 4:i64)), 0:i32;";
}

// All that it left is in the result.
const std::string result =
    "u = i; k = 0:i64; loop R { if slt(k, 16:i64) { } else { break R; }\n"
    "u = add(mul(u, 31:i32), load:i32(ptradd(@g, mul(k, 4:i64))));\n"
    "u = add(mul(u, 31:i32), load:i32(ptradd(@h, mul(k, 4:i64))));\n"
    "k = add(k, 1:i64); }\nreturn u;";

verdict::WitnessBytes number(std::int32_t value) {
  verdict::WitnessBytes bytes;
  for (int i = 0; i < 4; i++)
    bytes.bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  return bytes;
}

// Which check fails is not said.
template <typename Values>
Values without_kinds(Values values) {
  for (auto &[name, value] : values)
    if (value.starts_with("trapped"))
      value = "trapped";
  return values;
}

class Rewritten {
public:
  explicit Rewritten(const std::string &body) {
    std::string text = before + filled + body + result + "\n}\n";
    auto parsed = ir::parse_program(context_, text);
    EXPECT_TRUE(parsed) << parsed.error().message << "\n" << body;
    old_ = std::move(parsed).value();
    EXPECT_EQ(ir::verify(old_), std::vector<std::string>{}) << body;
    ir::Symbol unit = context_.symbol("f");
    BlockOperations found =
        with_block_operations(context_, old_.functions.at(unit));
    count_ = found.count;
    new_ = old_;
    new_.functions.at(unit) = found.function;
    EXPECT_EQ(ir::verify(new_), std::vector<std::string>{}) << body;
  }

  std::size_t count() const { return count_; }
  std::string text() const { return ir::print(new_); }

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
    for (std::int32_t n : {0, 1, 2, 3, 5, 7, 9, 12, 15, 16, 17, 19, -1, -3})
      for (std::int32_t m : {0, 1, -5, 3}) {
        auto seen = oracle.observe_all({.arguments = {number(n), number(m)}});
        EXPECT_EQ(without_kinds(seen[0].values), without_kinds(seen[1].values))
            << n << " " << m << "\n"
            << text();
      }
  }

private:
  ir::Context context_;
  ir::Program old_, new_;
  std::size_t count_ = 0;
};

void expect_block(const std::string &body) {
  Rewritten rewritten(body);
  EXPECT_EQ(rewritten.count(), 1U) << body;
  rewritten.expect_same_behaviour();
}
void expect_loop(const std::string &body) {
  EXPECT_EQ(Rewritten(body).count(), 0U) << body;
}

TEST(BlockOperations, Fill) {
  expect_block(up(put(cell("@g"), "0:i32")));
  expect_block(up(put(cell("@g"), "-1:i32")));
  expect_block(down(put(cell("@g", "-4"), "0:i32")));
  expect_block("b = trunc:i8(m);" + up(put(cell("@g", "3", "1"), "b", "1")));
}

TEST(BlockOperations, FillWithWhatHasOtherBytes) {
  expect_loop(up(put(cell("@g"), "1:i32")));
  expect_loop(up(put(cell("@g"), "m")));
  expect_loop(up(put(cell("@g"), "i")));
  expect_loop(up(put(cell("@g", "0", "1"), "trunc:i8(i)", "1")));
}

TEST(BlockOperations, Gaps) {
  expect_loop(up(put(cell("@g", "0", "8"), "0:i32")));
  expect_loop(up(put(cell("@g", "0", "4"), "0:i8", "1")));
  expect_loop(up("store @g, 0:i32;"));
}

TEST(BlockOperations, Copy) {
  expect_block(up(copy(cell("@g"), cell("@h"))));
  expect_block(up(copy(cell("@g", "8"), cell("@h", "4"))));
  expect_block(down(copy(cell("@h", "-4"), cell("@g", "-4"))));
}

TEST(BlockOperations, CopyInOneArray) {
  expect_block(up(copy(cell("@g"), cell("@g", "4"))));
  expect_block(down(copy(cell("@g"), cell("@g", "-4"))));
  expect_loop(up(copy(cell("@g", "4"), cell("@g"))));
  expect_loop(down(copy(cell("@g", "-4"), cell("@g"))));
}

TEST(BlockOperations, CopyThatMayReadWhatItWrote) {
  for (const char *distance : {"-8", "-4", "0", "4", "8", "12", "40"})
    for (bool is_up : {true, false}) {
      std::string pointers = "p = ptradd(@g, 16:i64); q = ptradd(p, " +
                             std::string(distance) + ":i64);";
      std::string body = copy(cell("p"), cell("q"));
      expect_block(pointers + (is_up ? up(body) : down(body)));
    }
}

TEST(BlockOperations, WhatIsLeftInTheCounter) {
  expect_block("n = add(n, 2:i32);" + loop("4:i32", "slt(i, n)",
                                           put(cell("@g"), "0:i32"),
                                           "i = add(i, 1:i32);"));
  expect_block(loop("m", "slt(i, n)", put(cell("@g", "40", "1"), "0:i8", "1"),
                    "i = add(i, 1:i32);"));
}

TEST(BlockOperations, CountersOfAnotherSign) {
  expect_loop(
      loop("m", "ult(i, n)", put(cell("@g"), "0:i32"), "i = add(i, 1:i32);"));
  const std::string place = "ptradd(@g, mul(zext:i64(i), 4:i64))";
  expect_block(
      loop("1:i32", "ult(i, n)", put(place, "0:i32"), "i = add(i, 1:i32);"));
}

TEST(BlockOperations, Checks) {
  expect_block(
      up("check DivisionByZero, ne(m, 0:i32);" + put(cell("@g"), "0:i32")));
  expect_block(up(put(cell("@g"), "0:i32") +
                  "check SignedOverflow, not(sadd_overflow(i, 1:i32));"));
  expect_block(up(put(cell("@g"), "0:i32") +
                  "check SignedOverflow, not(sadd_overflow(i, 2:i32));"));
  expect_loop(
      up("check DivisionByZero, ne(i, 5:i32);" + put(cell("@g"), "0:i32")));
  expect_loop(up("check InvalidAccess, valid(" + cell("@g") + ", 8:i64);" +
                 put(cell("@g"), "0:i32")));
}

TEST(BlockOperations, Indices) {
  const std::string i = "sext:i64(i)";
  for (const char *begin : {"0:i32", "m", "-2:i32"}) {
    expect_block(
        loop(begin, "slt(i, n)", with_index(i, "16"), "i = add(i, 1:i32);"));
    expect_block(loop(begin, "slt(i, n)",
                      with_index("add(" + i + ", 2:i64)", "9"),
                      "i = add(i, 1:i32);"));
    expect_block(loop(begin, "slt(i, n)",
                      with_index("add(" + i + ", -1:i64)", "16"),
                      "i = add(i, 1:i32);"));
  }
  expect_block(down(with_index("sub(" + i + ", 1:i64)", "16")));
  expect_loop(up(with_index("sub(15:i64, " + i + ")", "16")));
  expect_loop(up("check IndexOutOfBounds, ult(sext:i64(mul(i, 2:i32)), 16:i64);"
                 "store ptradd(@g, mul(sext:i64(i), 4:i64)), 0:i32;"));
}

TEST(BlockOperations, IndicesThatWrap) {
  const std::string index = "add(k, 2:i64)",
                    body = "check IndexOutOfBounds, ult(" + index +
                           ", 9:i64); store ptradd(@g, mul(" + index +
                           ", 4:i64)), 0:i32;";
  for (const char *begin : {"0:i64", "-2:i64", "-1:i64", "sext:i64(m)"})
    for (const char *bound :
         {"sext:i64(n)", "-1:i64", "add(sext:i64(n), 3:i64)"})
      expect_block("k = " + std::string(begin) + "; loop L { if ult(k, " +
                   bound + ") { } else { break L; }" + body +
                   "k = add(k, 1:i64); }");
}

TEST(BlockOperations, IndicesThatAreSums) {
  const std::string sum = "sext:i64(sub(i, 1:i32))";
  const std::string exact = "check SignedOverflow, "
                            "not(ssub_overflow(i, 1:i32));";
  expect_block(up(exact + with_index(sum, "16")));
  expect_block(down(exact + with_index(sum, "16")));
  expect_block(loop("m", "slt(i, n)", exact + with_index(sum, "12"),
                    "i = add(i, 1:i32);"));
  expect_loop(up(with_index(sum, "16")));
  expect_loop(down("check SignedOverflow, not(sadd_overflow(i, 1:i32));" +
                   with_index(sum, "16")));
}

TEST(BlockOperations, WhatElseATurnDoes) {
  expect_loop(up(put(cell("@g"), "0:i32") + put(cell("@h"), "0:i32")));
  expect_loop(up(put(cell("@g"), "0:i32") + "m = mul(m, 3:i32);") +
              "i = add(i, m);");
  expect_loop(up("m = mul(m, 3:i32);" + put(cell("@g"), "0:i32")));
  expect_loop(up("if slt(i, m) { " + put(cell("@g"), "0:i32") + " }"));
}

// The bound, or a pointer, is in memory: perhaps where the loop writes.
TEST(BlockOperations, WhatIsReadInEveryTurn) {
  const std::string bound = "load:i32(ptradd(@h, 8:i64))";
  for (const char *to : {"@g", "@h"})
    for (const char *offset : {"0", "4", "8", "12"})
      for (const std::string value : {"0:i32", "-1:i32"})
        expect_block("store ptradd(@h, 8:i64), n;" +
                     up(put(cell(to, offset), value), bound));
  const std::string pointer = "load:ptr(@h)";
  for (const char *to : {"@g", "@h", "ptradd(@h, 4:i64)", "ptradd(@h, 8:i64)"})
    expect_block("store @h, " + std::string(to) + ";" +
                 up(put(cell(pointer), "0:i32")) + "store @h, 0:i64;");
  expect_loop(
      "store @h, @g;" +
      up(put(cell("load:ptr(ptradd(@h, mul(sext:i64(i), 8:i64)))"), "0:i32")));
}

// Bytes beyond all addresses, but for the bound that the loop writes.
TEST(BlockOperations, BoundsThatAreTooLarge) {
  const std::string bound = "load:i64(ptradd(@h, 16:i64))";
  auto until = [&](const std::string &to, const std::string &size,
                   const std::string &value) {
    const std::string place = "ptradd(" + to + ", mul(k, " + size + ":i64))";
    return "store ptradd(@h, 16:i64), sext:i64(m); k = 0:i64; loop L { if "
           "ult(k, " +
           bound + ") { } else { break L; }" + put(place, value, size) +
           "k = add(k, 1:i64); }";
  };
  for (const char *to :
       {"@g", "@h", "ptradd(@h, 20:i64)", "ptradd(@h, 4:i64)"}) {
    expect_block(until(to, "1", "0:i8"));
    expect_block(until(to, "1", "-1:i8"));
    expect_block(until(to, "4", "0:i32"));
    expect_block(until(to, "8", "0:i64"));
  }
}

TEST(BlockOperations, ChecksBeforeTheTest) {
  auto with = [&](const std::string &check) {
    return "i = 0:i32; loop L { check DivisionByZero, " + check +
           "; if slt(i, n) { } else { break L; }" + put(cell("@g"), "0:i32") +
           "i = add(i, 1:i32); }";
  };
  expect_block(with("ne(m, 0:i32)"));
  expect_loop(with("ne(i, 3:i32)"));
}

// Walks from p and q, which a turn moves.
std::string walk(const std::string &body, const std::string &to = "@g",
                 const std::string &from = "@h") {
  return "p = " + to + "; q = " + from + ";" + body +
         "i = add(mul(i, 31:i32), trunc:i32(sub(ptrtoint:i64(p), "
         "ptrtoint:i64(@g))));"
         "i = add(mul(i, 31:i32), trunc:i32(sub(ptrtoint:i64(q), "
         "ptrtoint:i64(@h))));";
}
const std::string first_valid = "check InvalidAccess, valid(p, 4:i64);"
                                "check InvalidAccess, valid(q, 4:i64);",
                  move = "p = ptradd(p, 4:i64); q = ptradd(q, 4:i64);";

TEST(BlockOperations, PointersThatMove) {
  std::string body = first_valid + "store p, load:i32(q);" + move;
  expect_block(walk(up(body)));
  expect_block(walk(down(body)));
  expect_block(walk(up(body), "ptradd(@g, 8:i64)", "@g"));
  expect_block(walk(up(body), "@g", "ptradd(@g, 8:i64)"));
  expect_loop(walk(up(first_valid + "store p, load:i32(q);" +
                      "p = ptradd(p, 4:i64); q = ptradd(q, 8:i64);")));
  expect_loop(walk(up(first_valid + "store p, load:i32(q);" +
                      "p = ptradd(p, 4:i64); q = ptradd(q, -4:i64);")));
}

TEST(BlockOperations, PointersThatMoveBackwards) {
  std::string body = "p = ptradd(p, -4:i64); q = ptradd(q, -4:i64);" +
                     first_valid + "store p, load:i32(q);";
  for (const char *to : {"@g", "@h"})
    for (const char *by : {"32", "40", "64"})
      expect_block(walk(up(body), "ptradd(" + std::string(to) + ", 36:i64)",
                        "ptradd(@h, " + std::string(by) + ":i64)"));
}

TEST(BlockOperations, OldValuesThatAreKept) {
  std::string body = "r = p; p = ptradd(p, 4:i64); o = q;"
                     "q = ptradd(q, 4:i64);"
                     "check InvalidAccess, valid(o, 4:i64); v = load:i32(o);"
                     "check InvalidAccess, valid(r, 4:i64); store r, v;";
  expect_block(walk(up(body)));
  expect_loop(walk(up(body)) + "i = add(i, v);");
  expect_loop(walk(up("i = add(i, v); i = sub(i, v);" + body)));
}

TEST(BlockOperations, CountsDownToZero) {
  std::string body = first_valid + "store p, load:i32(q);" + move;
  auto early = [&](const std::string &more) {
    return "i = n; loop L { if ne(i, 0:i32) { } else { break L; }" + more +
           body + "i = sub(i, 1:i32); }";
  };
  auto late = [&](const std::string &change) {
    return "i = n; loop L { t = i; " + change +
           "if ne(t, 0:i32) { } else { break L; }" + body + "}";
  };
  expect_block(walk(early("")));
  expect_block(walk(late("i = sub(i, 1:i32);")));
  expect_loop(
      walk(early("check SignedOverflow, not(ssub_overflow(i, 1:i32));")));
  expect_loop(walk(late("i = sub(i, 2:i32);")));
  expect_loop(walk(late("i = sub(i, 1:i32);")) + "i = add(i, t);");
}

TEST(BlockOperations, NullPointers) {
  expect_block(walk(up("check NullPointer, ne(p, null);" + first_valid +
                       "store p, 0:i32;" + move)));
  expect_loop(walk(up("check NullPointer, ne(p, null); check InvalidAccess, "
                      "valid(ptradd(p, 4:i64), 4:i64);"
                      "store ptradd(p, 4:i64), 0:i32;" +
                      move)));
}

} // namespace
} // namespace mergeproof::relational
