// The relational engine: SafeMerge's verification of merges (paper, sections 5
// to 7) over the alignment of all versions.
#pragma once

#include "verdict/verdict.h"

#include <memory>

namespace mergeproof::relational {

std::shared_ptr<verdict::Engine> make_engine();

} // namespace mergeproof::relational
