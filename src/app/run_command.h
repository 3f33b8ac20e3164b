// `mergeproof run`: the program of some C files, run by the interpreter.
//
// Prints what the program prints, and gives its exit status. Volatile objects
// are plain ones: nothing but the program changes or watches them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mergeproof::app {

struct RunOptions {
  std::vector<std::string> files;
  std::vector<std::string> arguments; // argv from 1 on
  std::vector<std::string> flags;     // clang's, after --
  std::uint64_t steps = 1'000'000'000;
  bool checks_alignment = false;
  bool ignores_unset = false; // memory that was never written holds zeros
};

// Exit codes of runs that do not end by themselves, as timeout(1),
// git-bisect(1) and shells have them.
inline constexpr int limit_reached = 124;
inline constexpr int program_trapped = 125;
inline constexpr int program_aborted = 134; // 128 + SIGABRT

int run_program(const RunOptions &options);

} // namespace mergeproof::app
