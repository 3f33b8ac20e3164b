// Writes a confirmed witness as a unit test in plain C that a person can read,
// and runs the test on every version.
//
//   f_lost_A/test_f_lost_A.c   sets up inputs, calls f, looks at an observable
//            O.c A.c B.c M.c   the versions, preprocessed
//            elsewhere.c       what they mention and the test never reaches
//
//   cc -w -DUNIT='"A.c"' test_f_lost_A.c elsewhere.c && ./a.out
//
// The test passes where the pinned value is computed: on the parent whose
// change is lost, and not on base and merge; for an unexpected value on the
// parents and not on the merge when the parents agree, otherwise on the merge
// alone.
#pragma once

#include "check/replay.h"
#include "check/test_framework.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::check {

struct TestTarget {
  std::string directory;
  TestFramework framework = TestFramework::Assert;
  std::string cache; // of objects, a directory; or empty
};

struct WrittenTest {
  std::string path;       // of its C file
  std::string compiler;   // "cc", or the one that runs use where cc does not do
  bool has_traps = false; // only sanitizers see what some version does
};

// In a new folder of the directory. Error: an input or the observable cannot be
// written in C; nothing is left behind then.
support::Result<WrittenTest>
write_test(const verdict::Question &question, const verdict::Witness &witness,
           const verdict::Violation &violation,
           const std::vector<verdict::Observation> &observations,
           const std::vector<ReplaySource> &sources, const TestTarget &target);

// Moves the test to a new folder of the directory, as a whole: nobody finds a
// part of one. Its path there.
support::Result<std::string> publish_test(const std::string &test,
                                          const std::string &directory);

struct TestRun {
  std::vector<bool> passed; // by version, in the question's order
  // It passes and fails where it should: only then the test shows the conflict.
  bool is_as_promised = false;
  bool is_stable = true; // every version does the same in every run
};

struct TestRunOptions {
  unsigned times = 1; // runs of each version
  std::string cache;  // of objects, a directory; or empty
};

// Compiles and runs a written test on every version, in the sandbox.
support::Result<TestRun>
run_written_test(const verdict::Question &question,
                 const verdict::Violation &violation,
                 const std::vector<ReplaySource> &sources,
                 const std::string &test, const TestRunOptions &options = {});

// How a reader runs a written test on the merge, for a shell that stands in its
// folder: "cc -w -DUNIT='\"M.c\"' test_f_lost_A.c -lm && ./a.out".
struct CommandOptions {
  TestFramework framework = TestFramework::Assert;
  std::string compiler = "cc";
  bool traps = false; // only sanitizers see what some version does
};
std::string run_command(const std::string &test, const CommandOptions &options,
                        const ReplaySource &source, const std::string &version);

// What a version has to be compiled with, for a shell: " -fwrapv".
std::string compile_line_flags(const ReplaySource &source);
} // namespace mergeproof::check
