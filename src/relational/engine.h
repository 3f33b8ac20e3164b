// The relational engine: SafeMerge's verification of merges (paper, sections 5
// to 7) over the alignment of all versions.
#pragma once

#include <memory>

#include "verdict/verdict.h"

namespace mergeproof::relational {

std::shared_ptr<verdict::Engine> make_engine();

} // namespace mergeproof::relational
