// Errors and warnings of the compiler that the merge has and no parent had: the
// commonest and cheapest kind of broken merge (a signature changed here, a new
// call added there).
//
// Never a false alarm: nothing is said about a unit
//  * that no parent has, or that was not read to its end in the merge or in a
//    parent that has it;
//  * in which a parent has an error that the merge has not: an error hides
//  others;
//  * (warnings) in which a parent has any error: clang then skips its analyses;
//  * whose missing headers differ in a way that could explain the error. With
//    missing headers an unknown name is reported only when a parent removed its
//    declaration and another parent added the line.
#pragma once

#include "source/diagnostic.h"
#include "source/revision.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::impact {

struct UnitDiagnostics {
  std::vector<source::Diagnostic> diagnostics;
  std::vector<std::string> includes;         // files of the tree that were read
  std::vector<std::string> missing_includes; // as written
};

struct BuildVersion {
  source::Revision revision;
  std::map<std::string, UnitDiagnostics>
      units; // by path, those that were parsed
  // A file's text; nullopt when the version has no such file.
  std::function<std::optional<std::string>(const std::string &path)> read;
};

struct BuildConflict {
  source::Diagnostic diagnostic;
  std::string explanation; // which change of which parent collides with which
  std::vector<std::string> parents; // ids; empty when no change was found
};

// Versions in the order base (if any), parents, merge. Sorted by place; one
// finding per file and message.
std::vector<BuildConflict>
find_build_conflicts(const std::vector<BuildVersion> &versions);

// True for errors, and for warnings that tell of broken code.
bool is_serious(const source::Diagnostic &diagnostic);

} // namespace mergeproof::impact
