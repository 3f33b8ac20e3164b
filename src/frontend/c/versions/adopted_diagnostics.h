// What clang says of functions that it reads without their bodies is replaced
// by what it said of them in the version that gave the bodies.
#pragma once

#include "frontend/c/versions/shared_bodies.h"

namespace mergeproof::frontend::c {

// Of the file `path`, by the functions' names; `original`: its text.
std::vector<source::Diagnostic>
adopt_diagnostics(std::vector<source::Diagnostic> said,
                  const std::map<std::string, const SharedBody *> &functions,
                  const std::string &path, const std::string &original);

} // namespace mergeproof::frontend::c
