// Untouched C files in which headers that different parents changed meet: two
// new declarations may clash although nobody touched the file that includes
// both.
#pragma once

#include "git/merge.h"
#include "scan/text_index.h"

#include <set>
#include <string>

namespace mergeproof::scan {

// Key paths, few: one for each set of changed headers that no touched file
// already includes together.
std::set<std::string>
files_where_headers_meet(const git::MergeInput &input, TextIndex &index,
                         const std::set<std::string> &keys,
                         const std::set<std::string> &touched);

} // namespace mergeproof::scan
