// Whether a file that is read for its definitions alone can stand in for the
// external functions that it defines.
#pragma once

#include "ir/program.h"
#include "source/file.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

// One version of the file.
struct DefinitionUnit {
  const ir::Program *program = nullptr;
  std::string path;
  const std::vector<std::string> *includes = nullptr;
};

// Ids of the functions with a body that the file brings, its own and those of
// its headers that `programs` (by version) lack. None of them unless every
// version has every function of the file, with all static ones that it refers
// to: what is left out could write what the others read. (Code that is not
// understood, or that clang rejects, is no reason: it may touch anything.) A
// function that others see declared must be declared in a header that the file
// includes, too: else it is a namesake (a mock, the system's).
std::set<ir::Symbol>
usable_definitions(const std::vector<DefinitionUnit> &units,
                   const std::vector<ir::Program> &programs,
                   const source::FileTable &files);

// `unit` with bodies for those only.
ir::Program keep_definitions(const ir::Program &unit,
                             const std::set<ir::Symbol> &usable);

} // namespace mergeproof::app
