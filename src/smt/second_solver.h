// A question to cvc5, where Z3 has no answer: what one of them finds hard is
// often easy for the other.
#pragma once

#include "smt/solver.h"

namespace mergeproof::smt {

// Whether an SMT-LIB script with one (check-sat) holds, within that many of
// cvc5's resource units. Unknown also where cvc5 is missing, or fails. There is
// no model.
Satisfiability ask_second_solver(const std::string &script,
                                 std::uint64_t rlimit);

} // namespace mergeproof::smt
