// Files that no parent touched, needed for what they define: a unit calls
// level(), which the files that were read only declare.
//
//     f.c (read)  int f(int x) { return level() > 100 ? ... }
//     util.c      int level(void) { return state & 7; }   <- wanted
//
// With level() an external, any result would do for a conflict; with its
// definition only those it gives. Textual: names that functions mention.
#pragma once

#include "git/merge.h"
#include "impact/triage.h"
#include "scan/text_index.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

struct DefinitionFiles {
  // Key paths, of a limited number, with the functions that they define.
  std::map<std::string, std::set<std::string>> files;
  // Functions that are defined in the tree, but not in these files: in several
  // programs of it, or too far away.
  std::set<std::string> left;
  bool operator==(const DefinitionFiles &) const = default;
};

// `wanted`: functions that the files that were read declare only; `known`: key
// paths of those files. A function that several files define is left, and so is
// a file whose text differs between versions or that is a program for tests.
// In a tree too large to be scanned as a whole nothing is known to be the only
// definition: all are left.
DefinitionFiles find_definition_files(const git::MergeInput &input,
                                      scan::TextIndex &index,
                                      const std::set<std::string> &wanted,
                                      const std::set<std::string> &known);

// Other files are left, with what they define. How many.
std::size_t keep_only(DefinitionFiles &found,
                      const std::set<std::string> &read);

// The names of functions that `units` reach in `version` and that are only
// declared there, by the project and not by the system.
std::set<std::string>
missing_definitions(const impact::AnalysedVersion &version,
                    const std::set<ir::Symbol> &units,
                    const source::FileTable &files);

// Of the C library's functions that the front end knows, those that the
// project defines for all its files; not in programs for tests alone.
std::set<std::string> own_library_functions(const git::MergeInput &input,
                                            scan::TextIndex &index);

} // namespace mergeproof::app
