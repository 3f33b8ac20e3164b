// Writes a confirmed witness as a unit test in plain C that a person can read,
// and runs the test on every version.
//
//   f_lost_A/test_f_lost_A.c   sets up the inputs, calls f, looks at one
//   observable
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

#include <set>
#include <string>
#include <vector>

namespace mergeproof::check {

// The path of the test's C file in a new folder of `directory`. Error: an input
// or the observable cannot be written in C; nothing is left behind then.
support::Result<std::string>
write_test(const verdict::Question &question, const verdict::Witness &witness,
           const verdict::Violation &violation,
           const std::vector<verdict::Observation> &observations,
           const std::vector<ReplaySource> &sources,
           const std::string &directory);

struct TestRun {
  std::vector<bool> passed; // by version, in the question's order
  // It passes and fails where it should: only then the test shows the conflict.
  bool is_as_promised = false;
};

// Compiles and runs a written test on every version, in the sandbox.
support::Result<TestRun> run_written_test(
    const verdict::Question &question, const verdict::Violation &violation,
    const std::vector<ReplaySource> &sources, const std::string &test);

// What a version has to be compiled with, for a shell: " -fwrapv".
std::string compile_line_flags(const ReplaySource &source);

} // namespace mergeproof::check
