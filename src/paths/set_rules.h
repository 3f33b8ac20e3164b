// The rules on sets of path conditions (symbolic merge conflicts, section
// IV-D), with equality by the solver over aligned inputs and outputs.
#pragma once

#include "paths/enumeration.h"
#include "verdict/path_table.h"

namespace mergeproof::paths {

// `sets` by version of the universe's question. Elements whose equivalence the
// solver cannot decide are told apart, and counted.
verdict::PathTable make_table(symbolic::Universe &universe,
                              relational::Inquiry &inquiry,
                              const std::vector<PathSet> &sets);

} // namespace mergeproof::paths
