// uses: frontend/c interp verdict ir source support
//
// Law: random functions with jumps of every kind do the same in the interpreter
// as natively. MERGEPROOF_PROGRAMS and MERGEPROOF_SEED try others.
#include "frontend/c/parse.h"
#include "interp/machine.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "laws/random_gotos.h"
#include "source/memory_tree.h"
#include "support/subprocess.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace mergeproof::tests {
namespace {

constexpr int inputs[] = {0, 1, 2, 5, 9, 30};

std::uint64_t number_from_environment(const char *name, std::uint64_t other) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : other;
}

const char *const prelude = R"(
static unsigned bump(unsigned *p) { *p = *p * 3 + 1; return *p & 7; }
)";

std::string harness(std::size_t count) {
  std::string calls;
  for (std::size_t i = 0; i < count; i++)
    calls += "f" + std::to_string(i) + ", ";
  return "#include <stdio.h>\n"
         "static unsigned (*all[])(int, int) = {" +
         calls +
         "};\nint main(void) {\n"
         "  static const int in[] = {0, 1, 2, 5, 9, 30};\n"
         "  for (unsigned f = 0; f < sizeof all / sizeof *all; f++)\n"
         "    for (int i = 0; i < 6; i++)\n"
         "      for (int j = 0; j < 6; j++)\n"
         "        printf(\"%u\\n\", all[f](in[i], in[j]));\n"
         "  return 0;\n}\n";
}

std::vector<std::string> run_native(const std::string &text) {
  std::string base = ::testing::TempDir() + "mergeproof_gotos";
  std::ofstream(base + ".c") << text;
  auto compiled = support::run(
      {.argv = {"clang-19", "-w", "-O0", base + ".c", "-o", base}});
  EXPECT_TRUE(compiled && compiled.value().succeeded())
      << (compiled ? compiled.value().err : compiled.error().message);
  auto ran = support::run({.argv = {base}});
  std::vector<std::string> lines;
  if (ran) {
    std::istringstream in(ran.value().out);
    for (std::string line; std::getline(in, line);)
      lines.push_back(line);
  }
  std::remove((base + ".c").c_str());
  std::remove(base.c_str());
  return lines;
}

std::string interpret(const interp::Executable &executable,
                      const std::string &name, int a, int b) {
  interp::NoExternals externals;
  interp::Machine machine(executable, externals, {});
  interp::Outcome outcome =
      machine.run(name, {static_cast<unsigned>(a), static_cast<unsigned>(b)});
  if (outcome.kind == interp::Outcome::Kind::Returned)
    return std::to_string(static_cast<unsigned>(*outcome.value));
  return interp::to_text(outcome) + " " + outcome.why;
}

// The first input on which the function differs; empty if there is none.
std::string difference(const interp::Executable &executable,
                       const std::string &name, const std::string *expected) {
  for (int a : inputs)
    for (int b : inputs) {
      std::string got = interpret(executable, name, a, b);
      if (got != *expected)
        return name + "(" + std::to_string(a) + ", " + std::to_string(b) +
               ") is " + got + ", natively " + *expected;
      expected++;
    }
  return "";
}

TEST(FrontendGotos, DoTheSameNatively) {
  std::size_t count = number_from_environment("MERGEPROOF_PROGRAMS", 150);
  std::uint64_t seed = number_from_environment("MERGEPROOF_SEED", 1);
  std::vector<std::string> functions;
  std::string text = prelude;
  for (std::size_t i = 0; i < count; i++) {
    RandomGotos random(seed * 1'000'003 + i);
    functions.push_back(random.function("f" + std::to_string(i)));
    text += functions.back();
  }
  ir::Context context;
  source::MemoryTree tree({{"a.c", text}});
  frontend::c::ParsedUnit unit = frontend::c::parse(
      context, {.tree = &tree, .path = "a.c", .key_path = "a.c"});
  for (const std::string &fault : ir::verify(unit.program))
    ADD_FAILURE() << fault;
  for (const frontend::c::SkippedFunction &one : unit.skipped)
    ADD_FAILURE() << "skipped " << one.name << ": " << one.reason;
  std::vector<std::string> expected = run_native(text + harness(count));
  ASSERT_EQ(expected.size(), count * 36);
  interp::Executable executable(unit.program);
  for (std::size_t i = 0; i < count; i++) {
    std::string name = "f" + std::to_string(i);
    const ir::Function &lowered = *unit.program.find_function(name);
    EXPECT_TRUE(lowered.opaque_reasons.empty())
        << lowered.opaque_reasons.front() << "\n"
        << functions[i];
    std::string fault = difference(executable, name, &expected[i * 36]);
    EXPECT_EQ(fault, "") << functions[i] << ir::print(lowered.body);
  }
}

} // namespace
} // namespace mergeproof::tests
