// The report as JSON, schema mergeproof-report/1. Scripts rely on it: fields
// may be added, never renamed within a schema version.
#pragma once

#include "report/report.h"

#include <string>

namespace mergeproof::report {

std::string to_json(const Report &report);

} // namespace mergeproof::report
