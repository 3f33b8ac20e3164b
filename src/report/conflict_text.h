// One conflict for a person: what was lost or is new, on which inputs, over
// which versions, where the changes stand, how to run the test.
#pragma once

#include "report/text.h"

#include <string>
#include <vector>

namespace mergeproof::report {

// Lines without a line break.
using Lines = std::vector<std::string>;

Lines show_conflict(const Report &report, const verdict::UnitResult &unit,
                    const TextOptions &options);
Lines show_finding(const BuildFinding &finding, const TextOptions &options);

} // namespace mergeproof::report
