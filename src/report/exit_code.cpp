#include "report/exit_code.h"

namespace mergeproof::report {

int exit_code(const Report &report, FailOn fail_on) {
  if (fail_on == FailOn::Never)
    return 0;
  Counts counts = count(report);
  if (counts.conflicts > 0)
    return 1;
  if (fail_on == FailOn::Conflict)
    return 0;
  bool is_partial = !report.is_complete || !report.conflicted_files.empty();
  if (counts.not_analysed > 0 || is_partial)
    return 4;
  // Beside an inherent conflict nothing of a function is proved.
  return counts.unknown + counts.inherent > 0 ? 3 : 0;
}

} // namespace mergeproof::report
