// What a written test looks at: an observable as a C expression, and the check
// that compares it with the value that the test pins.
#pragma once

#include "check/test_inputs.h"

#include <string>

namespace mergeproof::check {

// C functions that the checks call.
extern const char *const expectation_functions;

// The statements that check `observable` (not "outcome" nor "external calls")
// against `value`, as observations show it. The call's result is in `result`.
support::Result<std::string>
write_expectation(const verdict::Question &question, const TestInputs &inputs,
                  const FittedWitness &fitted, const std::string &observable,
                  const std::string &value);

} // namespace mergeproof::check
