// uses: frontend/c interp verdict ir source support
//
// Random programs about variable arguments do in the interpreter what they do
// natively. MERGEPROOF_VARIADICS=count runs more of them.
#include "frontend/c/parse.h"
#include "interp/machine.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "laws/random_variadic.h"
#include "source/memory_tree.h"
#include "support/subprocess.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

namespace mergeproof::tests {
namespace {

constexpr int inputs[] = {0, 1, -1, 2, 7, -100, 255, 65536, 2147483647};
constexpr unsigned batch = 40;

std::string native_main(unsigned count) {
  std::string text = "#include <stdio.h>\nint main(void) {\n"
                     "  static const int in[] = {0, 1, -1, 2, 7, -100, 255, "
                     "65536, 2147483647};\n"
                     "  static int (*const all[])(int, int) = {";
  for (unsigned k = 0; k < count; k++)
    text += "f" + std::to_string(k) + ", ";
  return text + "};\n  for (int k = 0; k < " + std::to_string(count) +
         "; k++)\n    for (int i = 0; i < 9; i++)\n"
         "      printf(\"%d\\n\", all[k](in[i], in[8 - i]));\n  return 0;\n}\n";
}

std::vector<std::string> run_native(const std::string &text) {
  std::string base =
      ::testing::TempDir() + "mergeproof_variadic_" + std::to_string(getpid());
  std::ofstream(base + ".c") << text;
  auto compiled =
      support::run({.argv = {"cc", "-w", "-O0", base + ".c", "-o", base}});
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

std::string run_interpreted(const interp::Executable &executable, ir::Symbol id,
                            int a, int b) {
  interp::NoExternals externals;
  interp::Machine machine(executable, externals, {});
  interp::Outcome outcome =
      machine.run(id, {static_cast<unsigned>(a), static_cast<unsigned>(b)});
  return outcome.kind == interp::Outcome::Kind::Returned
             ? std::to_string(static_cast<int>(*outcome.value))
             : interp::to_text(outcome);
}

void compare(std::uint64_t seed, unsigned count) {
  RandomVariadic random(seed);
  std::string text = variadic_prelude;
  for (unsigned k = 0; k < count; k++)
    text += random.program(k);
  ir::Context context;
  source::MemoryTree tree({{"a.c", text}});
  frontend::c::ParsedUnit unit = frontend::c::parse(
      context, {.tree = &tree, .path = "a.c", .key_path = "a.c"});
  for (const std::string &fault : ir::verify(unit.program))
    ADD_FAILURE() << fault;
  for (const auto &[id, function] : unit.program.functions)
    for (const std::string &reason : function.opaque_reasons)
      ADD_FAILURE() << "opaque " << id << ": " << reason;
  std::vector<std::string> expected = run_native(text + native_main(count));
  ASSERT_EQ(expected.size(), count * std::size(inputs)) << text;
  interp::Executable executable(unit.program);
  std::size_t next = 0;
  for (unsigned k = 0; k < count; k++)
    for (std::size_t i = 0; i < std::size(inputs); i++, next++) {
      ir::Symbol id = context.symbol("f" + std::to_string(k));
      int a = inputs[i], b = inputs[std::size(inputs) - 1 - i];
      ASSERT_EQ(run_interpreted(executable, id, a, b), expected[next])
          << "seed " << seed << ": " << id << "(" << a << ", " << b << ")\n"
          << text;
    }
}

TEST(VariadicLaw, InterpretedAsNatively) {
  const char *wanted = std::getenv("MERGEPROOF_VARIADICS");
  unsigned count = wanted ? unsigned(std::atoi(wanted)) : batch;
  for (unsigned done = 0; done < count; done += batch)
    compare(1 + done, batch);
}

} // namespace
} // namespace mergeproof::tests
