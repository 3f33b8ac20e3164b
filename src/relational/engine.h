// The relational engine: SafeMerge's verification of merges (paper, sections 5
// to 7) over the alignment of all versions.
#pragma once

#include "verdict/verdict.h"

#include <memory>
#include <vector>

namespace mergeproof::relational {

// To be asked in this order; the later ones take longer.
std::vector<std::shared_ptr<verdict::Engine>> make_engines();

} // namespace mergeproof::relational
