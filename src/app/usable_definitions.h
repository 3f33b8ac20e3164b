// Whether a file that is read for its definitions alone can stand in for the
// external functions that it defines.
#pragma once

#include "ir/program.h"
#include "source/file.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

// Of its statements; what it names counts by id.
std::uint64_t hash_body(const ir::Function &function);

// One version of the file.
struct DefinitionUnit {
  const ir::Program *program = nullptr;
  std::string path;
  const std::vector<std::string> *includes = nullptr;
};

// Ids of the functions with a body that the file brings, its own and those of
// its headers that `programs` (by version) lack. None of them unless every
// version has every function of the file, with all static ones that it refers
// to, or has it already, with the same body: what is left out could write what
// the others read. (Code that is not understood, or that clang rejects, is no
// reason: it may touch anything.) A function that a system header declares is a
// namesake where the file does not include that; so is, in a program of its own
// and under a name of the C library, one that others see declared somewhere
// else.
std::set<ir::Symbol>
usable_definitions(const std::vector<DefinitionUnit> &units,
                   const std::vector<ir::Program> &programs,
                   const source::FileTable &files);

// `unit` with bodies for those only.
ir::Program keep_definitions(const ir::Program &unit,
                             const std::set<ir::Symbol> &usable);

} // namespace mergeproof::app
