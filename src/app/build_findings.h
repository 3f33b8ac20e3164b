// What clang says of the merge and of no parent, from the files that were read.
#pragma once

#include "app/reading/parse_store.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace mergeproof::app {

std::vector<report::BuildFinding>
find_build_findings(const git::MergeInput &input, const ParseStore &store,
                    const std::vector<std::string> &keys);

} // namespace mergeproof::app
