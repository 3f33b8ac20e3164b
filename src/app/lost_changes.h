// Changes that the merge does not have and that no function of it need show:
// functions that a parent changed or added and the merge lacks, and initial
// contents of data. Other programs may depend on them, so each is an undecided
// unit of its own.
#pragma once

#include "app/version_set.h"
#include "git/merge.h"
#include "verdict/unit_result.h"

#include <string>
#include <vector>

namespace mergeproof::app {

// Functions first, by id. What only this program can name is left out: it shows
// in the functions that use it.
std::vector<verdict::UnitResult> describe_lost(const ir::Context &context,
                                               const git::MergeInput &input,
                                               const VersionSet &set);

// Of two versions: data that is not the same and that no function names, but
// other programs may, or a linker collects.
std::vector<verdict::UnitResult>
describe_unnamed_globals(const ir::Context &context,
                         const git::MergeInput &input, const VersionSet &set);

struct ReadFiles {
  const scan::MentionGraph *mentions = nullptr; // null: of no others
  scan::TextIndex *index = nullptr;
  const std::vector<std::string> *keys = nullptr; // sorted
};

// Of two versions: variables that do not start alike and that C files use that
// were not read: their functions were not compared.
std::vector<verdict::UnitResult>
describe_changed_globals(const ir::Context &context,
                         const git::MergeInput &input, const VersionSet &set,
                         const ReadFiles &files);

} // namespace mergeproof::app
