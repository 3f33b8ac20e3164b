// Stubs for the external functions that a unit may call, as a written test has
// them: scripted results and, when the calls are what the test looks at, a
// trace.
#pragma once

#include "check/test_inputs.h"

#include <string>

namespace mergeproof::check {

enum class Trace { Off, On };

struct TestStubs {
  std::string renamings;   // #define lines, in front of the unit's text
  std::string definitions; // behind it
  bool may_stop = false;   // one does not return: it calls leave_by_stub()
};

support::Result<TestStubs> write_stubs(const verdict::Question &question,
                                       const verdict::Witness &witness,
                                       const TestInputs &inputs, Trace trace);

// C functions that traced stubs call.
extern const char *const trace_functions;

} // namespace mergeproof::check
