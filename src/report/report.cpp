#include "report/report.h"

#include <algorithm>
#include <tuple>

namespace mergeproof::report {

bool is_inherent(const verdict::UnitResult &unit) {
  return unit.answer == verdict::UnitAnswer::Conflict &&
         !unit.conflicts.empty() &&
         std::all_of(unit.conflicts.begin(), unit.conflicts.end(),
                     [](const verdict::ConfirmedConflict &conflict) {
                       return conflict.violation.is_inherent;
                     });
}

Counts count(const Report &report) {
  Counts counts;
  counts.conflicts = static_cast<unsigned>(report.build.size());
  for (const verdict::UnitResult &unit : report.units) {
    switch (unit.answer) {
    case verdict::UnitAnswer::Proved:
      counts.proved++;
      break;
    case verdict::UnitAnswer::Conflict:
      (is_inherent(unit) ? counts.inherent : counts.conflicts)++;
      break;
    case verdict::UnitAnswer::Unknown:
      counts.unknown++;
      break;
    case verdict::UnitAnswer::NotAnalysed:
      counts.not_analysed++;
      break;
    }
  }
  return counts;
}

void sort_units(Report &report) {
  std::stable_sort(report.units.begin(), report.units.end(),
                   [](const auto &a, const auto &b) {
                     return std::tie(a.file, a.line, a.id) <
                            std::tie(b.file, b.line, b.id);
                   });
}

} // namespace mergeproof::report
