// From a solver's model to inputs that can be run.
#pragma once

#include "relational/executor.h"
#include "smt/solver.h"

namespace mergeproof::relational {

// The arguments, objects, globals and external results that `model` gives to
// the inputs that `asserted` mentions. What the model leaves open is zero.
verdict::Witness make_witness(symbolic::Universe &universe, smt::Model &model,
                              const std::vector<Term> &asserted);

} // namespace mergeproof::relational
