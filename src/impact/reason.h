// Why a function has to be analysed, in words: "changed by A and B", "unchanged
// here, but calls limit() changed by A and sum() changed by B".
#pragma once

#include "impact/culprits.h"

#include <string>
#include <vector>

namespace mergeproof::impact {

// "A", "A and B", "A, B and C".
std::string join_names(const std::vector<std::string> &names);

// `versions` define the function; the base first, if there is one.
std::string explain_unit(ir::Symbol id,
                         const std::vector<AnalysedVersion> &versions,
                         const std::vector<Influence> &influences);

} // namespace mergeproof::impact
