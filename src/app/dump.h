// --dump: the result of one step on standard output, for people and golden
// tests.
#pragma once

#include "app/tasks.h"
#include "scan/file_selection.h"

namespace mergeproof::app {

void dump_git(const git::MergeInput &input);
void dump_files(const scan::FileSelection &selection);
void dump_ir(const VersionSet &set);
void dump_closures(const VersionSet &set);
void dump_alignments(const std::vector<portfolio::Task> &tasks);
void dump_questions(const std::vector<portfolio::Task> &tasks);

} // namespace mergeproof::app
