// Functions that one parent changed where another changed what may be called
// with them: each keeps what its parent did, and who calls both may find that
// they do not fit.
#pragma once

#include "impact/triage.h"

#include <cstddef>
#include <vector>

namespace mergeproof::impact {

// Units that identity settles and that some parents influence, where other
// parents influence other functions. At most `most`: first those that a module
// shows to others, of these those whose own text differs between the versions,
// then those that call such a one.
std::vector<const Unit *>
find_meetings(const std::vector<AnalysedVersion> &versions,
              const Triage &triage, std::size_t most);

} // namespace mergeproof::impact
