// Lowers what a translation unit defines, and what that refers to.
#pragma once

#include "frontend/c/diagnostics.h"
#include "frontend/c/left_out.h"
#include "frontend/c/parse.h"
#include "frontend/c/unit.h"

#include <vector>

namespace mergeproof::frontend::c {

// Functions that clang found errors in are declared only, and listed in
// `skipped` of what was parsed.
void lower_unit(Unit &unit, DiagnosticCollector &diagnostics,
                const LeftOut &left_out, ParsedUnit &parsed);

} // namespace mergeproof::frontend::c
