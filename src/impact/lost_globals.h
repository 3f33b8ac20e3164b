// Changes of data that no function of this program need show: the initial
// contents of globals that other programs can see, or reach through them.
#pragma once

#include "impact/triage.h"

#include <vector>

namespace mergeproof::impact {

// By id. A parent's change is kept when every byte that it changed is the
// parent's in the merge; where sizes or pointers differ, when the merge has the
// parent's contents as a whole. Nothing without a base.
std::vector<LostGlobal>
find_lost_globals(const std::vector<AnalysedVersion> &versions);

} // namespace mergeproof::impact
