// What becomes of a proof: it is kept for the user, the other solver is asked
// about it, and it is put into the result with all that it rests on.
#pragma once

#include "portfolio/portfolio.h"

namespace mergeproof::portfolio {

// `result`: its answer is Proved afterwards, unless the other solver refutes a
// condition.
void accept_proof(const verdict::Verdict &proof, const Task &task,
                  const Options &options, verdict::UnitResult &result);

} // namespace mergeproof::portfolio
