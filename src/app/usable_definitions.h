// What of a file that is read for its definitions alone can stand in for an
// external function.
#pragma once

#include "ir/program.h"
#include "source/file.h"

#include <set>
#include <vector>

namespace mergeproof::app {

// Ids of functions of a file (`units`: its programs, by version) that every
// version understands in full, with all static functions that they refer to,
// and that `programs` (by version) lack. What a system header declares is the
// system's, not the file's.
std::set<ir::Symbol>
usable_definitions(const std::vector<const ir::Program *> &units,
                   const std::vector<ir::Program> &programs,
                   const source::FileTable &files);

// `unit` with bodies for those only.
ir::Program keep_definitions(const ir::Program &unit,
                             const std::set<ir::Symbol> &usable);

} // namespace mergeproof::app
