// A whole file of the user's disk.
#pragma once

#include "support/result.h"

#include <string>

namespace mergeproof::support {

// Error: "cannot read x: why".
Result<std::string> read_file(const std::string &path);

} // namespace mergeproof::support
