// The verification conditions of a proof, kept for the user (--emit-proof).
#pragma once

#include "verdict/verdict.h"

#include <string>

namespace mergeproof::portfolio {

// As SMT-LIB 2, one file each, named after the unit. Why they could not be
// written; or empty.
std::string keep_conditions(const verdict::Verdict &proof,
                            const std::string &unit,
                            const std::string &directory);

} // namespace mergeproof::portfolio
