// The versions of one merge: base, parents and merge, as trees that can be read
// without a checkout, with what is needed to follow a file from one to another.
//
//     revisions  O  A  B  M        (no O when has_base is false)
//     trees      ·  ·  ·  ·        same order
//
// A file is known by its key path: the path it has in the merge, or, when the
// merge does not have it, in the base, or else in the parent that added it.
//
// Nothing is ever written to the repository: what git must write (a merge made
// in memory, a virtual base, the index of a merge in progress) goes to a
// private object directory that lives as long as the trees do. No hook, no
// network.
#pragma once

#include "git/repository.h"
#include "source/revision.h"
#include "source/tree.h"
#include "support/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mergeproof::git {

enum class ChangeKind : std::uint8_t { Added, Modified, Deleted, Renamed };

struct MergeInput {
  std::vector<source::Revision> revisions;
  std::vector<std::shared_ptr<source::Tree>> trees;
  // Full names by version; empty for a virtual base and for a merge that is not
  // committed.
  std::vector<std::string> commits;
  bool has_base = false;

  // By revision id: path in that version -> key path, where the two differ.
  std::map<std::string, std::map<std::string, std::string>> renames;
  // The inverse: key path -> path in that version.
  std::map<std::string, std::map<std::string, std::string>> renamed_from;

  // By revision id: key path -> what that version did to it since the base
  // (Renamed: perhaps modified too). For every parent and the merge. Without a
  // base: how each parent differs from the merge, and nothing for the merge.
  // Text files only; binary files and submodules are left out, with a note.
  std::map<std::string, std::map<std::string, ChangeKind>> changes;

  // Key paths, sorted: files of the merge that git could not merge, or that
  // hold conflict markers.
  std::vector<std::string> conflicted_files;

  // For the report: "the base is virtual, made of 2 merge bases", …
  std::vector<std::string> notes;

  // The key path of a file of version `id`, and back; the path itself unless it
  // was renamed. (Whether the version has the file: ask its tree.)
  std::string key_path(const std::string &id, const std::string &path) const;
  std::string path_of(const std::string &id, const std::string &key) const;
};

// A recorded merge. Error: not a merge, unknown revision, cut off history.
support::Result<MergeInput> from_merge_commit(const Repository &repository,
                                              const std::string &revision);

// The merge in progress: HEAD and MERGE_HEAD, merged as the index says; files
// that the index still has in conflict are taken from the work tree.
support::Result<MergeInput> from_merge_head(const Repository &repository);

// Two or more revisions, merged in memory in the order given.
support::Result<MergeInput>
from_branches(const Repository &repository,
              const std::vector<std::string> &revisions);

// Two versions to compare: ids "old" (role Parent) and "new" (role Merge),
// without a base.
support::Result<MergeInput> from_two_versions(const Repository &repository,
                                              const std::string &old_revision,
                                              const std::string &new_revision);

} // namespace mergeproof::git
