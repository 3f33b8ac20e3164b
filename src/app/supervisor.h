// Runs the work in a child process, so that a crash of clang, a lack of memory
// or Ctrl-C never costs what was already found.
//
// A worker that dies while it reads a file is started again without that file,
// up to five times; where it was reading several, it is first started again to
// read one at a time. Nothing that was started is left running, and
// nothing is left in the temporary directory.
#pragma once

#include "app/events.h"
#include "app/stop_signals.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace mergeproof::app {

// Files that killed a worker, with what happened.
using SkippedFiles = std::map<VersionedFile, std::string>;

// What earlier workers did not survive.
struct Setbacks {
  SkippedFiles skipped;
  bool is_wary = false; // read one file at a time: one of several was it
};

struct Work {
  // Runs in the child.
  std::function<void(EventWriter &, const Setbacks &)> run;
  std::uint64_t max_memory = 0; // bytes of address space for each process
  unsigned read_seconds = 300;  // for one file; longer counts as a crash
};

enum class Ending { Complete, Interrupted, Failed };

struct Supervision {
  RunRecord record;
  Ending ending = Ending::Complete;
  int signal = 0;      // Interrupted: by which
  std::string message; // Failed: why
};

Supervision supervise(const Work &work, const StopSignals &signals);

} // namespace mergeproof::app
