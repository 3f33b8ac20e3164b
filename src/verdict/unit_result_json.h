// A UnitResult as one line of JSON: how results travel between processes and
// what stands under "units" in a report (schema mergeproof-report/1).
//
// Law: from_json(to_json(r)) gives r back, up to bytes that are not UTF-8,
// which become replacement characters. Fields may be added, never renamed.
#pragma once

#include "support/result.h"
#include "verdict/unit_result.h"

#include <string>

namespace mergeproof::verdict {

const char *to_text(UnitAnswer answer); // "proved", "not-analysed", …
const char *to_text(ConflictKind kind); // "lost", "unexpected"

std::string to_json(const UnitResult &result);

// Error: not JSON, or not of this shape (a truncated line, another schema).
support::Result<UnitResult> from_json(const std::string &text);

} // namespace mergeproof::verdict
