// uses: relational interp impact align verdict smt ir source support
//
// The rules of relational post-conditions (SafeMerge, Figure 7), one by one:
// what a rule lets through, and differences that it would let through if it
// were broken. Every difference comes with an input that the interpreter shows
// it on.
#include "interp/oracle.h"
#include "ir/parse.h"
#include "ir/verify.h"
#include "laws/program_facts.h"
#include "relational/prover.h"

#include <deque>
#include <gtest/gtest.h>

namespace mergeproof::relational {
namespace {

using verdict::Answer;

#define INT "<int 4/4 signed \"int\">"

// What stands in every version, around the body of f(n, m).
const std::string before =
    "global g: 8 align 4 <array 8/4 \"int[2]\" of " INT " * 2> = [8];\n"
    "declare log(x: i32 " INT ");\n";
const std::string head =
    "function f <function 0/1 of " INT "> (n: i32 " INT ", m: i32 " INT
    ") -> i32 {\n"
    "local i: i32; local j: i32; local s: i32; local t: i32; local x: i32;\n"
    "local y: i32; local z: i32; local c: i8; local b: i1; local p: ptr;\n"
    "object o: 8 align 4;\n";

// for (; i < n; i++) body
std::string loop(const std::string &body, const std::string &test = "slt(i, n)",
                 const std::string &step = "1") {
  return "loop L { if " + test + " { } else { break L; }\n" + body +
         " i = add(i, " + step + ":i32); }\n";
}

struct Input {
  std::int32_t n = 0, m = 0;
};

verdict::WitnessBytes number(std::int32_t value) {
  verdict::WitnessBytes bytes;
  for (int i = 0; i < 4; i++)
    bytes.bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  return bytes;
}

// Proofs in every way that the engines try, without their search for inputs.
class AllStrategies : public Prover {
public:
  verdict::Verdict decide(const verdict::Question &question) override {
    prepare(question);
    verdict::Verdict verdict;
    for (LoopMode loops : {LoopMode::Relate, LoopMode::Product})
      for (bool uses_skeleton : {true, false}) {
        Strategy strategy{loops, Callees::Summarised, uses_skeleton};
        verdict = try_prove(question, strategy).verdict;
        if (verdict.answer == Answer::Proved)
          return verdict;
      }
    return verdict;
  }
};

// Two versions that are compared, or base, parents and merge.
class Versions {
public:
  explicit Versions(const std::vector<std::string> &programs) {
    question_.context = &context_;
    question_.unit = context_.symbol("f");
    for (std::size_t v = 0; v < programs.size(); v++)
      add(programs[v], revision(v, programs.size()));
  }

  bool is_proved() const {
    return AllStrategies().decide(question_).answer == Answer::Proved;
  }

  bool differ_on(const Input &input) const {
    interp::Oracle oracle(question_);
    std::vector<source::Revision> revisions;
    for (const auto &version : question_.versions)
      revisions.push_back(version.revision);
    auto seen =
        oracle.observe_all({.arguments = {number(input.n), number(input.m)}});
    for (const verdict::Observation &one : seen)
      EXPECT_TRUE(one.is_valid) << one.why;
    return !verdict::find_violations(revisions, seen).empty();
  }

private:
  static source::Revision revision(std::size_t v, std::size_t count) {
    using source::Role;
    if (count == 2)
      return v == 0 ? source::Revision{Role::Parent, source::old_id, ""}
                    : source::Revision{Role::Merge, source::new_id, ""};
    if (v + 1 == count)
      return {Role::Merge, "M", ""};
    return {v == 0 ? Role::Base : Role::Parent, std::string(1, "OABC"[v]), ""};
  }

  void add(const std::string &text, const source::Revision &revision) {
    auto parsed = ir::parse_program(context_, text);
    ASSERT_TRUE(parsed) << parsed.error().message << "\n" << text;
    for (const std::string &problem : ir::verify(parsed.value()))
      ADD_FAILURE() << problem << "\n" << text;
    programs_.push_back(std::move(parsed).value());
    const ir::Program &program = programs_.back();
    question_.versions.push_back({revision, &program,
                                  program.find_function(question_.unit),
                                  tests::make_facts(program)});
  }

  ir::Context context_;
  std::deque<ir::Program> programs_;
  verdict::Question question_;
};

std::vector<std::string> programs_of(const std::vector<std::string> &bodies,
                                     const std::string &others = "") {
  std::vector<std::string> programs;
  for (const std::string &body : bodies)
    programs.push_back(before + others + head + body + "\n}\n");
  return programs;
}

const std::vector<Input> some_inputs = {{0, 0},  {1, 0},  {2, 3}, {3, 3},
                                        {5, -1}, {-4, 2}, {7, 7}, {6, 1}};

// The versions' bodies: old and new, or O, A, B, M.
void expect_proved(const std::vector<std::string> &bodies) {
  Versions versions(programs_of(bodies));
  EXPECT_TRUE(versions.is_proved()) << bodies.front() << "\n" << bodies.back();
  for (const Input &input : some_inputs)
    EXPECT_FALSE(versions.differ_on(input)) << input.n << " " << input.m;
}

void expect_open(const std::vector<std::string> &bodies, const Input &shown) {
  Versions versions(programs_of(bodies));
  EXPECT_TRUE(versions.differ_on(shown)) << bodies.back();
  EXPECT_FALSE(versions.is_proved()) << bodies.front() << "\n" << bodies.back();
}

// `text` with `what` in the place of "$".
std::string with(const std::string &text, const std::string &what) {
  std::string result = text;
  for (std::size_t at = result.find('$'); at != result.npos;
       at = result.find('$', at + what.size()))
    result.replace(at, 1, what);
  return result;
}

void expect_same(const std::string &text, const std::string &a,
                 const std::string &b) {
  expect_proved({with(text, a), with(text, b)});
}
void expect_different(const std::string &text, const std::string &a,
                      const std::string &b, const Input &shown) {
  expect_open({with(text, a), with(text, b)}, shown);
}

// Rule 1: a hole is where every version runs its own edit.

TEST(Rule1, EditsOfOneMeaning) {
  expect_same("$ return mul(x, m);", "x = add(n, n);", "x = mul(n, 2:i32);");
  expect_same("$ return s;", loop("s = add(s, m);"),
              "j = n; loop K { if slt(0:i32, j) { } else { break K; } "
              "j = sub(j, 1:i32); s = add(s, m); }");
}

TEST(Rule1, EveryVersionRunsItsOwnEdit) {
  std::string text = "$ if eq(m, 7:i32) { y = x; } return y;";
  expect_different(text, "x = add(n, 1:i32);", "x = add(n, 2:i32);", {1, 7});
  expect_different(text, "", "x = 1:i32;", {0, 7});
  expect_different(text, "x = 1:i32;", "return 0:i32;", {0, 7});
  expect_different("block B { $ y = 1:i32; } return y;", "",
                   "if eq(n, 3:i32) { break B; }", {3, 0});
}

TEST(Rule1, FourVersions) {
  std::string text = "x = 0:i32; y = 0:i32; $ return add(mul(x, 10:i32), y);";
  std::string a = "x = add(n, 1:i32);", b = "y = add(m, 1:i32);";
  expect_open({with(text, ""), with(text, a), with(text, b), with(text, b)},
              {1, 1});
  expect_open({with(text, ""), with(text, a), with(text, ""),
               with(text, "x = add(n, 2:i32);")},
              {1, 1});
  expect_proved({with(text, ""), with(text, a), with(text, ""),
                 with(text, "x = sub(n, -1:i32);")});
}

TEST(Rule1, LoopsInEdits) {
  std::string down = "j = n; loop K { if slt(0:i32, j) { } else { break K; } "
                     "j = sub(j, 1:i32); s = add(s, $); }";
  expect_open(
      {loop("s = add(s, m);") + "return s;", with(down, "1:i32") + "return s;"},
      {2, 3});
  expect_open({loop("s = add(s, m);") + "return s;",
               with(down, "m") + "return add(s, j);"},
              {-4, 3});
}

// Rule 2: code without holes is a function of what it reads, of all of it.

TEST(Rule2, TheSameInputsGiveTheSame) {
  expect_same("$" + loop("s = add(mul(s, s), x);") + "return s;",
              "x = add(m, m);", "x = mul(m, 2:i32);");
  // What s does not depend on may differ.
  expect_same("$" + loop("t = add(t, x); s = add(mul(s, s), m);") + "return s;",
              "x = 1:i32;", "x = 2:i32;");
}

TEST(Rule2, VariablesThatAnEditChanged) {
  auto differs = [](const std::string &body, const Input &shown) {
    expect_different("$" + loop(body) + "return s;", "x = m;",
                     "x = add(m, 1:i32);", shown);
  };
  differs("s = add(s, x);", {1, 1});
  differs("if eq(i, x) { s = i; }", {7, 1});
  differs("if eq(i, x) { return 9:i32; }", {3, 2});
  differs("if eq(i, x) { break L; } s = add(s, 1:i32);", {7, 1});
  differs("if eq(i, x) { i = add(i, 1:i32); continue L; } s = i;", {3, 2});
  differs("s = add(s, y); y = z; z = x;", {3, 1});
  differs("check DivisionByZero, ne(i, x);", {7, 6});
  differs("call log(x);", {1, 1});
  differs("j = 0:i32; loop K { if slt(j, x) { } else { break K; } "
          "j = add(j, 1:i32); s = add(s, 1:i32); }",
          {1, 1});
  differs("if eq(i, 2:i32) { return x; }", {3, 1});
}

TEST(Rule2, TheValueBeforeTheLoop) {
  expect_different("$" + loop("s = add(s, m);") + "return s;", "s = 0:i32;",
                   "s = 1:i32;", {0, 0});
  expect_different("$" + loop("if eq(i, m) { s = 5:i32; }") + "return s;", "",
                   "s = 1:i32;", {3, 7});
  expect_different("$" + loop("s = add(s, m);") + "return s;", "", "i = 1:i32;",
                   {3, 7});
}

TEST(Rule2, ChangedMemoryOnly) {
  std::string reads = loop("s = add(s, load:i32(@g));") + "return s;";
  expect_different("$" + reads, "store @g, m;", "store @g, add(m, 1:i32);",
                   {2, 1});
  expect_different("begin o; store &o, 0:i32; $" +
                       loop("s = add(s, load:i32(&o));") + "return s;",
                   "store &o, m;", "store &o, add(m, 1:i32);", {2, 1});
  expect_different("p = @g; $" + loop("s = add(s, load:i32(p));") + "return s;",
                   "", "store @g, 3:i32;", {2, 1});
}

TEST(Rule2, BytesThatTheLoopKeeps) {
  expect_different("$" + loop("store @g, i;") +
                       "return load:i32(ptradd(@g, 4:i64));",
                   "", "store ptradd(@g, 4:i64), 5:i32;", {2, 1});
}

TEST(Rule2, ObjectsThatEnded) {
  std::string text = "p = call !malloc(4:i64); check NullPointer, "
                     "ne(p, null); store p, 1:i32; $" +
                     loop("check InvalidAccess, valid(p, 4:i64);"
                          "s = add(s, 1:i32);") +
                     "return s;";
  expect_different(text, "", "call !free(p);", {2, 0});
  expect_different("begin o; p = &o; $" +
                       loop("check InvalidAccess, valid(p, 4:i64);") +
                       "return s;",
                   "", "end o;", {2, 0});
}

// Behind the loop of one version and before the loop of the other: each stands
// for a function of its own.
TEST(Rule2, OtherCodeIsAnotherFunction) {
  // More than the loop has, so that the alignment keeps it and not the loop.
  std::string y = "y = mul(m, m); x = add(y, 3:i32); z = xor(x, n);"
                  "y = mul(z, x); x = sub(y, m); z = mul(x, 7:i32);"
                  "y = xor(z, y); x = mul(x, z); y = add(x, y);";
  std::string plus = loop("s = add(s, m);"), minus = loop("s = sub(s, m);");
  expect_proved(
      {plus + y + "return add(s, y);", y + plus + "return add(s, y);"});
  expect_open({plus + y + "return add(s, y);", y + minus + "return add(s, y);"},
              {1, 1});
  std::string leave = "if eq(i, $) { return 7:i32; }";
  expect_open({loop(with(leave, "3:i32")) + y + "return add(i, y);",
               y + loop(with(leave, "4:i32")) + "return add(i, y);"},
              {4, 0});
}

TEST(Rule2, CalleesThatDiffer) {
  std::string body =
      head + loop("t = call h(i); s = add(s, t);") + "return s; }\n";
  auto programs = [&](const char *one, const char *other) {
    std::vector<std::string> all;
    for (const char *result : {one, other})
      all.push_back(before + "function h(a: i32) -> i32 { return add(a, " +
                    result + "); }\n" + body);
    return all;
  };
  EXPECT_TRUE(Versions(programs("1:i32", "1:i32")).is_proved());
  Versions versions(programs("1:i32", "2:i32"));
  EXPECT_TRUE(versions.differ_on({1, 0}));
  EXPECT_FALSE(versions.is_proved());
}

// The size of an object is no part of the code that goes to it by a pointer.
TEST(Rule2, SizesBehindPointers) {
  auto sized = [](const char *size) {
    return before + "extern global h: " + size + " align 4;\n" + head +
           "p = @h;" +
           loop("check InvalidAccess, "
                "valid(ptradd(p, sext:i64(mul(i, 4:i32))), 4:i64);") +
           "return i; }\n";
  };
  Versions versions({sized("16"), sized("8")});
  EXPECT_TRUE(versions.differ_on({3, 0}));
  EXPECT_FALSE(versions.is_proved());
}

// Rule 3: what holds after one statement holds before the next, no more.

TEST(Rule3, AnEditMakesUpForAnother) {
  expect_proved({"x = n; y = mul(m, m); z = add(x, 1:i32); return mul(z, y);",
                 "x = add(n, 1:i32); y = mul(m, m); z = x; return mul(z, y);"});
}

TEST(Rule3, WhatStandsBetweenSeesTheFirstEdit) {
  expect_open({"x = n; y = mul(x, m); z = add(x, 1:i32); return mul(z, y);",
               "x = add(n, 1:i32); y = mul(x, m); z = x; return mul(z, y);"},
              {1, 1});
  expect_open({"x = n; call log(x); x = add(x, 1:i32); return x;",
               "x = add(n, 1:i32); call log(x); return x;"},
              {1, 1});
}

TEST(Rule3, TheOrderOfEdits) {
  expect_open({"x = n; x = add(x, 1:i32); y = m; x = mul(x, 2:i32); "
               "return add(x, y);",
               "x = n; x = mul(x, 2:i32); y = m; x = add(x, 1:i32); "
               "return add(x, y);"},
              {1, 1});
}

TEST(Rule3, VersionsThatLeft) {
  std::string text = "x = n; $ y = mul(m, m); call log(y); return add(x, y);";
  expect_different(text, "", "if eq(n, 5:i32) { return 25:i32; }", {5, -1});
  expect_different(text, "check DivisionByZero, ne(n, 5:i32);",
                   "check DivisionByZero, ne(n, 6:i32);", {5, -1});
  expect_different("block B { $ y = 1:i32; } z = add(y, n); return z;",
                   "if eq(n, 5:i32) { break B; }",
                   "if eq(n, 6:i32) { break B; }", {5, -1});
}

// Rule 4: versions that take the same branch.

TEST(Rule4, GuardsOfOneMeaning) {
  expect_same("$ if slt(x, 10:i32) { y = mul(m, m); } else { y = n; } "
              "return y;",
              "x = add(n, n);", "x = mul(n, 2:i32);");
  expect_same("if slt(n, 10:i32) { y = $; } else { y = n; } return y;",
              "add(m, m)", "mul(m, 2:i32)");
}

TEST(Rule4, GuardsThatDiffer) {
  std::string text = "$ if eq(x, 7:i32) { y = 1:i32; } else { y = 2:i32; } "
                     "return y;";
  expect_different(text, "x = m;", "x = add(m, 1:i32);", {0, 7});
  expect_different("if eq($, 7:i32) { y = 1:i32; } return y;", "m", "n",
                   {0, 7});
  expect_different("store @g, $; if eq(load:i32(@g), 7:i32) { y = 1:i32; } "
                   "return y;",
                   "m", "n", {0, 7});
}

TEST(Rule4, EditsInEitherBranch) {
  std::string text = "y = 5:i32; if slt(n, m) { A } else { B } return y;";
  std::string in_then = text, in_else = text;
  in_then.replace(in_then.find('A'), 1, "y = $;");
  in_then.replace(in_then.find('B'), 1, "y = 8:i32;");
  in_else.replace(in_else.find('A'), 1, "y = 8:i32;");
  in_else.replace(in_else.find('B'), 1, "y = $;");
  expect_different(in_then, "1:i32", "3:i32", {2, 3});
  expect_different(in_else, "1:i32", "3:i32", {3, 3});
  expect_different("y = $; if slt(n, m) { y = 1:i32; } return y;", "5:i32",
                   "6:i32", {3, 3});
  expect_different("y = $; if slt(n, m) { } else { y = 1:i32; } return y;",
                   "5:i32", "6:i32", {2, 3});
}

// Rule 5: loops with edits, by an invariant that holds at first and is kept.

TEST(Rule5, EditsOfOneMeaning) {
  expect_same(loop("$") + "return s;", "s = add(s, add(m, m));",
              "s = add(s, mul(m, 2:i32));");
}

TEST(Rule5, FourVersions) {
  std::string text = loop("s = $; t = T;") + "return add(mul(s, 1000:i32), t);";
  auto version = [&](const char *s, const char *t) {
    std::string body = with(text, s);
    return body.replace(body.find('T'), 1, t);
  };
  const char *s = "add(s, m)", *t = "add(t, i)";
  const char *s2 = "add(s, 1:i32)", *t2 = "add(t, 2:i32)";
  std::string o = version(s, t), a = version(s2, t), b = version(s, t2);
  expect_proved({o, a, o, a});
  expect_open({o, a, b, a}, {2, 3});
  expect_open({o, a, o, version(s2, t2)}, {2, 3});
}

TEST(Rule5, RelationsThatHoldAtFirstOnly) {
  std::string text = loop("$") + "return s;";
  expect_different("t = 1:i32;" + text, "s = add(s, t);",
                   "s = add(s, t); t = 2:i32;", {2, 0});
  // The difference takes three turns to s.
  std::string chain = "s = add(s, x); x = y; y = z; ";
  expect_different(text, chain, chain + "z = 1:i32;", {6, 1});
  expect_different(text, "s = add(s, load:i32(@g));",
                   "s = add(s, load:i32(@g)); store @g, m;", {2, 3});
}

TEST(Rule5, NotAllTurnsBegin) {
  std::string text =
      "$" + loop("t = add(t, 1:i32); s = add(s, mul(x, y));") + "return s;";
  expect_open({with(text, "x = 1:i32;"),
               "x = 1:i32; x = 2:i32;" +
                   loop("t = add(t, 2:i32); s = add(s, mul(x, 1:i32));") +
                   "return s;"},
              {1, 0});
}

TEST(Rule5, OtherNumbersOfTurns) {
  expect_open({loop("s = add(s, m);") + "return s;",
               loop("s = add(s, m);", "sle(i, n)") + "return s;"},
              {1, 1});
  expect_open(
      {loop("") + "return i;", loop("", "slt(i, n)", "2") + "return i;"},
      {3, 0});
  expect_open(
      {loop("s = add(s, m);") + "return s;",
       loop("s = add(s, m); s = add(s, m);", "slt(i, n)", "2") + "return s;"},
      {3, 1});
}

TEST(Rule5, BreakAndContinue) {
  std::string text = loop("$ s = add(s, m);") + "return s;";
  expect_different(text, "", "if eq(i, 3:i32) { break L; }", {5, -1});
  expect_different(text, "if eq(i, 3:i32) { break L; }",
                   "if eq(i, 3:i32) { return 0:i32; }", {7, 7});
  expect_different(
      text, "", "if eq(i, 3:i32) { i = add(i, 1:i32); continue L; }", {5, -1});
  expect_different(text, "check DivisionByZero, ne(i, 3:i32);",
                   "check DivisionByZero, ne(i, 4:i32);", {4, 0});
}

TEST(Rule5, CountersWrap) {
  std::string text = "loop L { if $ { } else { break L; } "
                     "s = add(s, 1:i32); c = add(c, 1:i8); } return s;";
  expect_different(text, "slt(c, trunc:i8(n))", "ne(c, trunc:i8(n))", {-4, 2});
  expect_different(text, "ult(c, trunc:i8(n))", "slt(c, trunc:i8(n))", {-4, 2});
}

// O leaves before the loop, or does not enter it: what A and M have in common
// with O says nothing of A and M.
TEST(Rule5, TheLeaderIsNotThere) {
  std::string rest = loop("$ s = add(s, t);") + "return s;";
  std::string o = "if slt(0:i32, n) { return -1:i32; } t = 1:i32;";
  std::string m = "t = 1:i32; if slt(0:i32, n) { t = 2:i32; }";
  expect_open({o + with(rest, ""), "t = 1:i32;" + with(rest, ""),
               o + with(rest, "y = 1:i32;"), m + with(rest, "y = 1:i32;")},
              {2, 3});
}

// Rule 6: versions that take different branches.

TEST(Rule6, BranchesTurnedAround) {
  expect_proved({"if slt(n, m) { y = mul(n, n); } else { y = m; } return y;",
                 "if sle(m, n) { y = m; } else { y = mul(n, n); } return y;"});
  expect_open({"if slt(n, m) { y = mul(n, n); } else { y = m; } return y;",
               "if slt(m, n) { y = m; } else { y = mul(n, n); } return y;"},
              {3, 3});
}

TEST(Rule6, LoopsInBothBranches) {
  std::string threes = loop("s = add(s, 3:i32);");
  std::string others = "loop K { if slt(i, n) { } else { break K; } "
                       "s = add(s, $); i = add(i, 1:i32); }";
  std::string one =
      "if slt(m, 0:i32) { " + threes + "} else { " + others + "} return s;";
  std::string other =
      "if sle(0:i32, m) { " + others + "} else { " + threes + "} return s;";
  expect_proved({with(one, "4:i32"), with(other, "4:i32")});
  expect_open({with(one, "4:i32"), with(other, "5:i32")}, {2, 3});
  expect_open({with(one, "4:i32"), with(one, "3:i32")}, {2, 3});
}

TEST(Rule6, ABranchThatReturns) {
  std::string text = "if slt(m, 0:i32) { " + loop("s = add(s, m);") +
                     "return s; } else { return $; }";
  expect_same(text, "add(m, m)", "mul(m, 2:i32)");
  expect_different(text, "7:i32", "8:i32", {2, 3});
}

TEST(Rule6, OtherVersionsEnterTheBranch) {
  std::string text = "$ s = 1:i32; if eq(x, 3:i32) { " +
                     loop("s = add(s, m);") + "} return s;";
  expect_different(text, "x = m;", "x = n;", {2, 3});
  expect_different("$ if eq(x, 3:i32) { y = x; s = mul(y, 2:i32); } return s;",
                   "x = m;", "x = n;", {2, 3});
  // Both branches do the same: which one is taken does not matter.
  expect_same("$ if eq(x, 3:i32) { y = add(m, m); } else "
              "{ y = mul(m, 2:i32); } return y;",
              "x = m;", "x = n;");
}

// while (a && b): the parts say where the loop ends, and the counter only moves
// where both hold.
TEST(Rules3To5, ConditionsJoinedByAnd) {
  const std::string positive = "if slt(m, 0:i32) { return 0:i32; } ";
  const std::string leave = "if b { } else { break L; } ";
  std::string moves_first =
      positive +
      "i = m; loop L { if slt(0:i32, i) { i = add(i, -1:i32); "
      "b = slt(n, i); } else { b = false; } " +
      leave + "s = add(s, i); } return s;";
  auto moves_last = [&](const std::string &least) {
    return positive + "x = m; loop L { if slt(" + least +
           ", x) { b = slt(n, sub(x, 1:i32)); } "
           "else { b = false; } " +
           leave + "x = sub(x, 1:i32); s = add(s, x); } return s;";
  };
  expect_proved({moves_first, moves_last("0:i32")});
  expect_open({moves_first, moves_last("2:i32")}, {-4, 3});
}

TEST(Rule6, FourVersionsApart) {
  std::string text = "x = 0:i32; y = 0:i32; $ if eq(x, 1:i32) { "
                     "if eq(y, 1:i32) { return 9:i32; } return 1:i32; } "
                     "return mul(y, 2:i32);";
  std::string a = "if slt(n, 0:i32) { x = 1:i32; }";
  std::string b = "if slt(m, 0:i32) { y = 1:i32; }";
  expect_open({with(text, ""), with(text, a), with(text, b), with(text, a + b)},
              {-1, -1});
  std::string c = "if sle(0:i32, n) { if slt(m, 0:i32) { y = 1:i32; } }";
  expect_proved(
      {with(text, ""), with(text, a), with(text, c), with(text, a + c)});
}

} // namespace
} // namespace mergeproof::relational
