// Headers that a build made (config.h, version.h): on the disk, below the root
// of the work tree, and in no version. Where a compilation database tells of a
// build, every version has them, as they are now (assumption
// generated-headers-same).
#pragma once

#include "git/merge.h"

#include <map>
#include <set>
#include <string>

namespace mergeproof::checkout {

// Adds them to the trees of `input`. The paths of those that were added.
std::set<std::string> add_generated_headers(git::MergeInput &input,
                                            const std::string &root);

// Adds what the templates of each tree would make (assumption
// template-headers). The paths, with those of the templates.
std::map<std::string, std::string> add_template_headers(git::MergeInput &input);

} // namespace mergeproof::checkout
