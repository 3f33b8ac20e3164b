// A C program that runs twice: in the interpreter after lowering, and natively
// under sanitizers. Both must give the same results and traps.
#pragma once

#include "frontend/c/parse.h"
#include "interp/machine.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "source/memory_tree.h"
#include "support/subprocess.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace mergeproof::frontend::c {

inline const std::vector<int> inputs = {
    0, 1, -1, 2, 3, 7, 31, 32, 100, -2147483647 - 1, 2147483647};

struct NativeCase {
  const char *name;
  const char *text; // defines int f(int a, int b)
};
inline void PrintTo(const NativeCase &one, std::ostream *out) {
  *out << one.name;
}

inline std::string harness(const std::string &text) {
  // _Fork: the sanitizer's handlers around a fork take longer than f.
  std::string main = R"(
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int _Fork(void);
int main(void) {
  static const int in[] = {0, 1, -1, 2, 3, 7, 31, 32, 100, -2147483647 - 1,
                           2147483647};
  for (int i = 0; i < 11; i++)
    for (int j = 0; j < 11; j++) {
      fflush(stdout);
      if (_Fork() == 0) {
        fclose(stderr);
        int result = f(in[i], in[j]);
        printf("%d\n", result);
        fflush(stdout);
        _exit(0);
      }
      int status;
      wait(&status);
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        printf("%s\n", WIFEXITED(status) && WEXITSTATUS(status) == 42
                           ? "exited" : "trapped");
    }
  return 0;
}
)";
  return text + main;
}

inline std::vector<std::string> run_native(const NativeCase &one) {
  std::string base = ::testing::TempDir() + "mergeproof_native_" + one.name;
  std::ofstream(base + ".c") << harness(one.text);
  auto compiled = support::run(
      {.argv = {"clang-19", "-w", "-g0", "-O0", "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all", base + ".c", "-o", base}});
  EXPECT_TRUE(compiled && compiled.value().succeeded())
      << (compiled ? compiled.value().err : compiled.error().message);
  auto ran =
      support::run({.argv = {base},
                    .environment = {"ASAN_OPTIONS=detect_leaks=0:symbolize=0",
                                    "UBSAN_OPTIONS=symbolize=0"}});
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

class Interpreted {
public:
  explicit Interpreted(const std::string &text)
      : tree_({{"a.c", text}}),
        unit_(parse(context_,
                    {.tree = &tree_, .path = "a.c", .key_path = "a.c"})) {
    for (const std::string &fault : ir::verify(unit_.program))
      ADD_FAILURE() << fault;
    for (const SkippedFunction &one : unit_.skipped)
      ADD_FAILURE() << "skipped " << one.name << ": " << one.reason;
    for (const auto &[id, function] : unit_.program.functions)
      for (const std::string &reason : function.opaque_reasons)
        ADD_FAILURE() << "opaque " << id << ": " << reason;
  }

  std::string run(int a, int b) const {
    interp::Executable executable(unit_.program);
    interp::NoExternals externals;
    interp::Machine machine(executable, externals, {});
    interp::Outcome outcome =
        machine.run("f", {static_cast<unsigned>(a), static_cast<unsigned>(b)});
    if (outcome.kind == interp::Outcome::Kind::Returned)
      return std::to_string(static_cast<int>(*outcome.value));
    if (outcome.kind == interp::Outcome::Kind::Exited)
      return "exited";
    if (outcome.kind == interp::Outcome::Kind::Trapped)
      return "trapped";
    return interp::to_text(outcome) + " " + outcome.why;
  }
  std::string text() const { return ir::print(unit_.program); }

private:
  ir::Context context_;
  source::MemoryTree tree_;
  ParsedUnit unit_;
};

// Every pair of inputs.
inline void expect_same_as_clang(const NativeCase &one) {
  Interpreted interpreted(one.text);
  std::vector<std::string> expected = run_native(one);
  ASSERT_EQ(expected.size(), inputs.size() * inputs.size());
  std::size_t next = 0;
  for (int a : inputs)
    for (int b : inputs)
      if (std::string got = interpreted.run(a, b); got != expected[next++]) {
        ADD_FAILURE() << "f(" << a << ", " << b << ") is " << got
                      << ", natively " << expected[next - 1] << "\n"
                      << interpreted.text();
        return;
      }
}

} // namespace mergeproof::frontend::c
