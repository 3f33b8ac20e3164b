// Puts a finished report where the user wants it.
#pragma once

#include "app/check_options.h"
#include "report/report.h"
#include "support/result.h"

namespace mergeproof::app {

// Every file is tried, also when one cannot be written. Error: the first that
// could not.
support::Status write_outputs(const CheckOptions &options,
                              const report::Report &report);

} // namespace mergeproof::app
