// Prints assertions as a complete SMT-LIB 2.6 script that any solver can check.
#pragma once

#include "smt/term.h"

#include <string>
#include <vector>

namespace mergeproof::smt {

// Declares what the assertions use, defines shared terms once, asserts each,
// ends with (check-sat). Deterministic. `comment` stands in the first line.
std::string to_smtlib(const std::vector<Term> &assertions,
                      const std::string &comment);

} // namespace mergeproof::smt
