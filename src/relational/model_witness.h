// From a solver's model to inputs that can be run.
#pragma once

#include "relational/executor.h"
#include "smt/solver.h"

namespace mergeproof::relational {

// The arguments, objects, globals and external results that `model` gives to
// the inputs that `asserted` mentions. What the model leaves open is zero.
verdict::Witness make_witness(symbolic::Universe &universe, smt::Model &model,
                              const std::vector<Term> &asserted);

// What C promises of the unit's arguments: no pointer is less aligned than what
// it points to.
std::vector<Term> aligned_arguments(symbolic::Universe &universe);

// Inputs that are easy to build: pointers to the start of small objects.
std::vector<Term> wishes(symbolic::Universe &universe,
                         const std::vector<Term> &assertions);

} // namespace mergeproof::relational
