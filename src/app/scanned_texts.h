// Which texts of a merge are scanned for what they mention.
#pragma once

#include "git/merge.h"

#include <set>
#include <string>

namespace mergeproof::app {

// Key paths of the merge's C texts; of a huge tree only those in the
// directories of `touched` files.
std::set<std::string> scanned_texts(const git::MergeInput &input,
                                    const std::set<std::string> &touched);

bool is_scan_partial(const git::MergeInput &input);

} // namespace mergeproof::app
