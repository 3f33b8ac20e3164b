// Lowers what a translation unit defines, and what that refers to.
#pragma once

#include "frontend/c/diagnostics.h"
#include "frontend/c/parse.h"
#include "frontend/c/unit.h"

#include <vector>

namespace mergeproof::frontend::c {

// Functions that clang found errors in are declared only, and listed in
// `skipped`.
void lower_unit(Unit &unit, DiagnosticCollector &diagnostics,
                std::vector<SkippedFunction> &skipped);

} // namespace mergeproof::frontend::c
