// Makes an input that shows a conflict as simple as it stays one: fewer
// objects, failing allocations and results of externals, smaller numbers,
// shorter texts.
//
// Greedy, in the interpreter, until nothing more can be left out or the runs
// are used up. Bytes only become smaller, so that truth values stay truth
// values.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

namespace mergeproof::testgen {

// `witness` itself if the interpreter does not see `violation` on it. The
// result shows a violation of the same rule on the same observable.
verdict::Witness minimise(const verdict::Question &question,
                          const verdict::Witness &witness,
                          const verdict::Violation &violation,
                          unsigned most_runs = 400);

// The same rule, parent and observable; values may differ.
bool is_same_violation(const verdict::Violation &a,
                       const verdict::Violation &b);

} // namespace mergeproof::testgen
