// A question to cvc5: what it or Z3 finds hard is often easy for the other.
#pragma once

#include "smt/solver.h"

namespace mergeproof::smt {

// What cvc5 said of a question.
struct SecondOpinion {
  Satisfiability result = Satisfiability::Unknown;
  std::uint64_t spent = 0;  // cvc5's resource units, at most the limit
  std::vector<bool> values; // that the script asks for, when Sat
};

// Whether an SMT-LIB script with one (check-sat) holds, within that many of
// cvc5's resource units. Unknown also where cvc5 is missing, or fails. There is
// no model but the values that the script asks for (smtlib.h).
SecondOpinion ask_second_solver(const std::string &script,
                                std::uint64_t rlimit);

} // namespace mergeproof::smt
