// Which local names of the versions mean the same thing.
//
// Parameters correspond by name, else by position. Other names are voted for:
// where two versions have the same statement up to local names, the names at
// the same place get a vote, and the labels of the loops around it do too. The
// best one-to-one assignment wins; equal names win ties. Heuristic: a bad
// correspondence makes more holes, never a wrong alignment.
#pragma once

#include "align/alignment.h"

#include <vector>

namespace mergeproof::align {

// By version: total and injective, and names of different roles never meet. The
// first version keeps its names.
std::vector<Renaming>
find_correspondence(ir::Context &context,
                    const std::vector<const ir::Function *> &versions);

} // namespace mergeproof::align
