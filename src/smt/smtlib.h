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

// The same, which then asks for the values of these Bool terms, by the names
// v0, v1, ...
std::string to_smtlib(const std::vector<Term> &assertions,
                      const std::string &comment,
                      const std::vector<Term> &values);

} // namespace mergeproof::smt
