// `mergeproof check`: from what the user named to a report and an exit code.
#pragma once

#include "app/check_options.h"

namespace mergeproof::app {

int run_check(const CheckOptions &options);

} // namespace mergeproof::app
