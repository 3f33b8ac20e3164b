// Which C files of a merge are parsed, by key path:
//   - those that a parent or the merge changed,
//   - those in which changes of several sources meet through headers and calls,
//     and those on the way, nearest first and at most a limited number.
#pragma once

#include "git/merge.h"
#include "scan/mention_graph.h"
#include "scan/text_index.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::scan {

struct FileSelection {
  std::vector<std::string> touched; // sorted key paths
  std::vector<std::string> related; // sorted; untouched
  std::vector<std::string> notes;
  std::string failure; // why a touched text cannot be read
  // Every text that was scanned.
  std::shared_ptr<const MentionGraph> mentions;
  bool is_all_scanned = true;
  // A header defines "_GNU_SOURCE" or another macro like it in one version, and
  // not in another one.
  bool asks_otherwise_of_glibc = false;
};

// The merge's C texts; of a huge tree only those in the directories of
// `touched` files.
struct ScannedTexts {
  std::set<std::string> keys; // key paths
  bool is_all = true;
};
ScannedTexts scanned_texts(const git::MergeInput &input,
                           const std::set<std::string> &touched);

// `macros`: a text that defines those of the command line.
FileSelection select_files(const git::MergeInput &input, TextIndex &index,
                           const std::string &macros = {});

// The same files (key paths), those first that more of the versions changed:
// where there is no time for all of them, these matter most. Files that as many
// changed stay in their order.
std::vector<std::string> by_changes(const git::MergeInput &input,
                                    std::vector<std::string> keys);

} // namespace mergeproof::scan
