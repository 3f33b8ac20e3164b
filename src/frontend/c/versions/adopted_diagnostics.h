// What clang says of functions that it reads without their bodies is replaced
// by what it said of them in the version that gave the bodies.
#pragma once

#include "frontend/c/versions/shared_bodies.h"
#include "frontend/c/versions/variants.h"

namespace mergeproof::frontend::c {

// Of the file `path`, by the functions' names; `original`: its text.
std::vector<source::Diagnostic>
adopt_diagnostics(std::vector<source::Diagnostic> said,
                  const std::map<std::string, const SharedBody *> &functions,
                  const std::string &path, const std::string &original);

// What is said of a variant of the file `path`: what was said of the first
// version, with that text, but in the bodies that are others. None: some of it
// leads into one of them.
std::optional<std::vector<source::Diagnostic>>
move_diagnostics(std::vector<source::Diagnostic> said,
                 const VariantText &variant, const std::string &path,
                 const std::string &first);

} // namespace mergeproof::frontend::c
