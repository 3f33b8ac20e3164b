// What a run tells its caller in one number:
//
//   0 no conflict (everything proved, or only inherent findings) · 1 conflict ·
//   3 something undecided and nothing worse · 4 some unit could not be analysed
//
// 2 (usage, environment) and 128+n (signals) are the program's own to give.
#pragma once

#include "report/report.h"

namespace mergeproof::report {

// Never: always 0. Conflict: 0 or 1. Unknown: all of the above.
enum class FailOn { Conflict, Unknown, Never };

int exit_code(const Report &report, FailOn fail_on);

} // namespace mergeproof::report
