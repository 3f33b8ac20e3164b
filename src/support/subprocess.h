// Runs another program and keeps what it wrote. No shell is involved.
//
// Limits hold for the child and everything it starts: the whole process group
// is killed when time is up or when this process is told to stop.
#pragma once

#include "support/result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace mergeproof::support {

// Does the work of a program, in a copy of this process; gives its exit code.
using ProgramBody = int (*)(const std::vector<std::string> &argv);

struct Command {
  std::vector<std::string> argv;        // argv[0] is looked up in PATH
  ProgramBody body = nullptr;           // runs instead of that program
  std::string input;                    // written to the child's standard input
  std::string directory;                // empty: the current one
  std::vector<std::string> environment; // "NAME=value", added to ours
  std::chrono::milliseconds timeout = std::chrono::minutes(10);
  std::uint64_t max_memory = 0; // bytes of address space, 0: no limit
  std::uint64_t max_output = std::uint64_t(1) << 30; // bytes kept per stream
};

struct Completed {
  int exit_code = 0; // meaningful when signal == 0
  int signal = 0;    // the signal that ended it
  bool timed_out = false;
  std::string out;
  std::string err;
  bool succeeded() const { return exit_code == 0 && signal == 0 && !timed_out; }
};

// Error only when the program cannot be started.
Result<Completed> run(const Command &command);

// As a POSIX shell reads it.
std::string shell_word(const std::string &text);

} // namespace mergeproof::support
