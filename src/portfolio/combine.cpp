#include "portfolio/combine.h"

#include "portfolio/decide.h"

#include <algorithm>

namespace mergeproof::portfolio {

using verdict::UnitAnswer;
using verdict::UnitResult;

bool is_final(const UnitResult &result) {
  bool is_plain = std::any_of(result.conflicts.begin(), result.conflicts.end(),
                              [](const verdict::ConfirmedConflict &conflict) {
                                return !conflict.violation.is_inherent;
                              });
  return result.answer == UnitAnswer::Proved ||
         (result.answer == UnitAnswer::Conflict && is_plain);
}

UnitResult combine(UnitResult searched, UnitResult proved) {
  double seconds = searched.seconds + proved.seconds;
  UnitResult result;
  if (searched.answer == UnitAnswer::Conflict &&
      proved.answer == UnitAnswer::Proved) {
    result = std::move(proved);
    result.answer = UnitAnswer::Unknown;
    result.by.clear();
    result.recheck.clear();
    result.assumptions.clear();
    result.reason = contradiction;
  } else if (searched.answer == UnitAnswer::Conflict &&
             proved.answer != UnitAnswer::Conflict) {
    result = std::move(searched);
  } else {
    result = std::move(proved);
    if (result.answer == UnitAnswer::Unknown &&
        result.reason.find(searched.reason) == result.reason.npos)
      result.reason += (result.reason.empty() ? "" : "; ") + searched.reason;
  }
  result.seconds = seconds;
  return result;
}

} // namespace mergeproof::portfolio
