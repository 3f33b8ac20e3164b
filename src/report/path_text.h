// The path conditions of one unit's versions, for a person.
#pragma once

#include "report/conflict_text.h"
#include "verdict/unit_result.h"

namespace mergeproof::report {

// Of `unit`. Equivalent elements have the same number; "!" marks those
// that the merge should have.
Lines show_paths(const verdict::UnitResult &unit,
                 const verdict::PathTable &table, const TextOptions &options);

} // namespace mergeproof::report
