// Gives the lines of the files that clang enters other numbers (__LINE__);
// where a diagnostic or a definition stands does not change by it.
#pragma once

#include "frontend/c/parse.h"

#include <memory>

namespace clang {
class PPCallbacks;
class SourceManager;
} // namespace clang

namespace mergeproof::frontend::c {

// For the preprocessor, which must not outlive the arguments. Sets `is_used`
// when such a number is asked for.
std::unique_ptr<clang::PPCallbacks> number_lines(clang::SourceManager &sources,
                                                 const LineNumbersOf &numbers,
                                                 bool &is_used);

} // namespace mergeproof::frontend::c
