// uses: relational interp align verdict smt symbolic ir source support
//
// Bodies of library functions (relational/library_bodies.h): a call with such a
// body finds what the machine's own C library finds, and stops where there is
// nothing to look at.
#include "interp/oracle.h"
#include "ir/parse.h"
#include "ir/verify.h"
#include "relational/library_bodies.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace mergeproof::relational {
namespace {

constexpr int size = 7;  // of either text, with a 0 at its end if it is whole
constexpr int room = 16; // where the first one is
using Bytes = std::string;

#define TEXT                                                                   \
  ": ptr <pointer 8/8 \"const char *\" of <int 1/1 signed const \"char\">>"

enum class Gives { Size, Sign, Place };

struct Case {
  std::string name, params, args; // p, q: the texts; c, n
  Gives gives;
  // Of texts that are whole.
  std::function<std::int64_t(char *p, const char *q, int c, size_t n)> expected;
};

std::int64_t place(const void *found, const char *text) {
  return found ? static_cast<const char *>(found) - text : -1;
}
std::int64_t sign(int value) { return (value > 0) - (value < 0); }

const Case cases[] = {
    {"strlen", "", "p", Gives::Size,
     [](auto p, auto, auto, auto) { return std::int64_t(std::strlen(p)); }},
    {"strnlen", "s" TEXT ", n: i64", "p, n", Gives::Size,
     [](auto p, auto, auto, auto n) { return std::int64_t(strnlen(p, n)); }},
    {"strchr", "s" TEXT ", c: i32", "p, c", Gives::Place,
     [](auto p, auto, auto c, auto) { return place(std::strchr(p, c), p); }},
    {"strchrnul", "s" TEXT ", c: i32", "p, c", Gives::Place,
     [](auto p, auto, auto c, auto) { return place(strchrnul(p, c), p); }},
    {"strrchr", "s" TEXT ", c: i32", "p, c", Gives::Place,
     [](auto p, auto, auto c, auto) { return place(std::strrchr(p, c), p); }},
    {"memchr", "s" TEXT ", c: i32, n: i64", "p, c, n", Gives::Place,
     [](auto p, auto, auto c, auto n) {
       return place(std::memchr(p, c, n), p);
     }},
    {"rawmemchr", "s" TEXT ", c: i32", "p, 0:i32", Gives::Place,
     [](auto p, auto, auto, auto) { return place(rawmemchr(p, 0), p); }},
    {"strcmp", "a" TEXT ", b" TEXT, "p, q", Gives::Sign,
     [](auto p, auto q, auto, auto) { return sign(std::strcmp(p, q)); }},
    {"strncmp", "a" TEXT ", b" TEXT ", n: i64", "p, q, n", Gives::Sign,
     [](auto p, auto q, auto, auto n) { return sign(std::strncmp(p, q, n)); }},
    {"memcmp", "a" TEXT ", b" TEXT ", n: i64", "p, q, n", Gives::Sign,
     [](auto p, auto q, auto, auto n) { return sign(std::memcmp(p, q, n)); }},
    {"strcpy", "t: ptr, s" TEXT, "ptradd(p, 1:i64), q", Gives::Place,
     [](auto p, auto q, auto, auto) { return place(strcpy(p + 1, q), p); }},
    {"stpcpy", "t: ptr, s" TEXT, "p, q", Gives::Place,
     [](auto p, auto q, auto, auto) { return place(stpcpy(p, q), p); }},
    {"strcat", "t: ptr, s" TEXT, "p, q", Gives::Place,
     [](auto p, auto q, auto, auto) { return place(strcat(p, q), p); }},
    {"strspn", "s" TEXT ", t" TEXT, "p, q", Gives::Size,
     [](auto p, auto q, auto, auto) {
       return std::int64_t(std::strspn(p, q));
     }},
    {"strcspn", "s" TEXT ", t" TEXT, "p, q", Gives::Size,
     [](auto p, auto q, auto, auto) {
       return std::int64_t(std::strcspn(p, q));
     }},
    {"strpbrk", "s" TEXT ", t" TEXT, "p, q", Gives::Place,
     [](auto p, auto q, auto, auto) { return place(std::strpbrk(p, q), p); }},
};

std::string type_of(Gives gives) {
  return gives == Gives::Size ? "i64" : gives == Gives::Sign ? "i32" : "ptr";
}

std::string stores(const std::string &to, const Bytes &bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i++)
    text += "store ptradd(@" + to + ", " + std::to_string(i) + ":i64), " +
            std::to_string(static_cast<unsigned char>(bytes[i])) + ":i8;\n";
  return text;
}

std::string result_of(Gives gives) {
  switch (gives) {
  case Gives::Size:
    return "return r;";
  case Gives::Sign:
    return "if slt(r, 0:i32) { return -1:i64; }\n"
           "if slt(0:i32, r) { return 1:i64; }\nreturn 0:i64;";
  case Gives::Place:
    return "if eq(r, null) { return -1:i64; }\n"
           "return sub(ptrtoint:i64(r), ptrtoint:i64(@g));";
  }
  return "";
}

struct Input {
  Bytes p, q;
  int c = 0;
  std::size_t n = 0;
};

// A call of the function, with `take` on its result.
std::string program_of(const Case &one, const Input &input,
                       const std::string &take) {
  std::string type = type_of(one.gives);
  std::string call = one.params.empty() ? "!strlen" : one.name;
  auto global = [](const std::string &name, int bytes) {
    std::string number = std::to_string(bytes);
    return "global " + name + ": " + number + " align 1 <array " + number +
           "/1 \"char[]\" of <int 1/1 signed \"char\"> * " + number + "> = [" +
           number + "];\n";
  };
  std::string text = global("g", room) + global("h", size);
  if (!one.params.empty())
    text += "declare " + one.name + "(" + one.params + ") -> " + type + ";\n";
  text += "function f() -> i64 {\nlocal p: ptr; local q: ptr; local c: i32;\n"
          "local n: i64; local r: " +
          type + ";\n" + stores("g", input.p) + stores("h", input.q) +
          "p = @g; q = @h; c = " + std::to_string(input.c) +
          ":i32; n = " + std::to_string(input.n) + ":i64;\nr = call " + call +
          "(" + one.args + ");\n" + take + "\n}\n";
  return text;
}

struct Seen {
  bool has_body = false;
  std::string outcome, result;
  Bytes left; // of the first text
};

Seen run(const std::string &name, const std::string &text) {
  ir::Context context;
  auto parsed = ir::parse_program(context, text);
  EXPECT_TRUE(parsed) << parsed.error().message << "\n" << text;
  if (!parsed)
    return {};
  ir::Program program = std::move(parsed).value();
  ir::Symbol unit = context.symbol("f");
  ir::Function &function = program.functions.at(unit);
  function = with_library_bodies(context, program, function, {name});
  EXPECT_EQ(ir::verify(program), std::vector<std::string>{});
  verdict::Question question;
  question.context = &context;
  question.unit = unit;
  question.versions.push_back(
      {{source::Role::Parent, "A", ""}, &program, &function, nullptr});
  Seen seen{.has_body = true};
  ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
    auto *call = stmt.as<ir::Call>();
    auto *callee =
        call ? std::get_if<ir::Symbol>(&call->callee.target) : nullptr;
    seen.has_body &= !callee || *callee != context.symbol(name);
  });
  auto observed = interp::Oracle(question).observe_all({});
  auto &values = observed.front().values;
  seen.outcome = values["outcome"];
  seen.result = values["return value"];
  for (int i = 0; i < room; i++)
    seen.left +=
        char(std::atoi(values["global g[" + std::to_string(i) + "]"].c_str()));
  return seen;
}

Bytes random_text(std::mt19937 &random) {
  Bytes text;
  for (int i = 0; i + 1 < size; i++)
    text.push_back("\0ab\xe1"[random() % 4]);
  text.push_back('\0');
  return text;
}

TEST(LibraryBodies, FindWhatTheLibraryFinds) {
  std::mt19937 random(20261130);
  for (const Case &one : cases)
    for (int round = 0; round < 60; round++) {
      Input input{.p = random_text(random), .q = random_text(random)};
      input.c = "\0ab\xe1"[random() % 4] + 256 * int(random() % 2);
      input.n = random() % (size + 1);
      Seen seen = run(one.name, program_of(one, input, result_of(one.gives)));
      Bytes left = input.p;
      left.resize(room);
      std::int64_t expected =
          one.expected(left.data(), input.q.data(), input.c, input.n);
      EXPECT_TRUE(seen.has_body) << one.name;
      EXPECT_EQ(seen.outcome, "returned") << one.name;
      EXPECT_EQ(seen.result, std::to_string(expected)) << one.name;
      EXPECT_EQ(seen.left, left) << one.name;
    }
}

// A text without an end; and of memcmp() more bytes than there are.
TEST(LibraryBodies, StopWhereNothingIs) {
  for (const Case &one : cases) {
    Input input{
        .p = Bytes(room, 'a'), .q = Bytes(size, 'a'), .c = 'b', .n = room + 1};
    Seen seen = run(one.name, program_of(one, input, result_of(one.gives)));
    EXPECT_TRUE(seen.outcome.starts_with("trapped")) << one.name;
    input.p[0] = 'b'; // decides, but for these
    bool looks_on = one.name == "memcmp" || one.name == "strlen" ||
                    one.name == "strnlen" || one.name == "strrchr" ||
                    one.name == "rawmemchr" || one.name == "strcspn" ||
                    one.name == "strspn" || one.name == "strpbrk" ||
                    one.name == "strcpy" || one.name == "stpcpy" ||
                    one.name == "strcat";
    seen = run(one.name, program_of(one, input, result_of(one.gives)));
    EXPECT_EQ(seen.outcome.starts_with("trapped"), looks_on) << one.name;
  }
}

TEST(LibraryBodies, ANumberThatIsUsedStaysTheLibrarys) {
  const Case &strcmp =
      *std::find_if(std::begin(cases), std::end(cases),
                    [](const Case &one) { return one.name == "strcmp"; });
  Input input{.p = random_text(*std::make_unique<std::mt19937>(1)), .q = ""};
  for (const char *take :
       {"return sext:i64(r);",
        "if slt(r, 2:i32) { return 1:i64; } return 2:i64;",
        "store @h, r; return 0:i64;", "return zext:i64(eq(r, add(r, r)));"})
    EXPECT_FALSE(run("strcmp", program_of(strcmp, input, take)).has_body)
        << take;
  EXPECT_TRUE(run("strcmp", program_of(strcmp, input,
                                       "c = r; if sle(c, 0:i32) { return "
                                       "1:i64; } return 2:i64;"))
                  .has_body);
}

TEST(LibraryBodies, AFunctionOfTheProgramIsItsOwn) {
  ir::Context context;
  auto parsed = ir::parse_program(
      context, "function strchr(s: ptr, c: i32) -> ptr { return s; }\n"
               "function f(s: ptr) -> ptr { local r: ptr;\n"
               "r = call strchr(s, 1:i32); return r; }\n");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_TRUE(count_library_calls(parsed.value(), *parsed.value().find_function(
                                                      context.symbol("f")))
                  .empty());
}

} // namespace
} // namespace mergeproof::relational
