// The text of a unit after preprocessing: every include and macro expanded,
// line markers with paths relative to the tree's root.
#pragma once

#include "frontend/c/parse.h"

#include <string>

namespace mergeproof::frontend::c {

// Empty when clang does not accept the flags.
std::string preprocess(const ParseRequest &request);

} // namespace mergeproof::frontend::c
