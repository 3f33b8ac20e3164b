// A whole file of the user's disk.
#pragma once

#include "support/result.h"

#include <string>

namespace mergeproof::support {

// Error: "cannot write x: is the disk full?".
Status write_file(const std::string &path, const std::string &text);

} // namespace mergeproof::support
