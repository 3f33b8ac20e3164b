// The text of a written test.
#pragma once

#include "check/replay.h"
#include "check/test_framework.h"
#include "check/test_inputs.h"
#include "check/test_pin.h"

#include <string>

namespace mergeproof::check {

struct TestDescription {
  const verdict::Question *question = nullptr;
  const std::vector<ReplaySource> *sources = nullptr; // of its versions
  const verdict::Witness *witness = nullptr;
  const verdict::Violation *violation = nullptr;
  Pin pin;
  std::string name;             // "test_f_lost_A"
  bool may_exit = false;        // some version calls exit on these inputs
  std::string flags;            // on the compile line: " -fwrapv"
  std::string compiler = "cc";  // there
  bool has_traps = false;       // of some version, that only checks show
  bool has_other_files = false; // some version's test has
  std::string more_files;       // "elsewhere.c", on the compile line
  TestFramework framework = TestFramework::Assert;
  // What the unit called, as the test's own stubs note it; only known once the
  // test was compiled with -DRECORD and run on the pinned version.
  std::string recorded_calls;
};

support::Result<std::string> write_text(const TestDescription &test);

// Stands before preprocessed text: it was preprocessed for clang, and gcc has
// types that it defines.
std::string float_type_guard();

// What the test pins, in words: two lines without a comment's marks.
std::string pinned_text(const TestDescription &test);
// "f_lost_A": of the function that it is in a framework.
std::string case_name(const TestDescription &test);

} // namespace mergeproof::check
