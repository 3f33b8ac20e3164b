// Which C files of a merge are parsed, by key path:
//   - those that a parent or the merge changed,
//   - those in which changes of several sources meet through headers and calls,
//     and those on the way, nearest first and at most a limited number.
#pragma once

#include "app/text_index.h"
#include "git/merge.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

// Which changes the functions and data of the tree reach, for those that are
// not read. A mask of sources: bit v of parent v, `merge_source` where the
// merge is not as the parents that changed something made it.
struct ReachedChanges {
  static constexpr std::uint32_t merge_source = std::uint32_t(1) << 31;
  std::map<std::string, std::uint32_t> names; // that all files can use
  std::uint32_t others = 0;                   // of names that are not listed

  std::uint32_t of(const std::string &name) const {
    auto found = names.find(name);
    return found == names.end() ? others : found->second;
  }
};

struct FileSelection {
  std::vector<std::string> touched; // sorted key paths
  std::vector<std::string> related; // sorted; untouched
  std::vector<std::string> notes;
  ReachedChanges reached;
};

// The merge's C texts; of a huge tree only those in the directories of
// `touched` files.
struct ScannedTexts {
  std::set<std::string> keys; // key paths
  bool is_all = true;
};
ScannedTexts scanned_texts(const git::MergeInput &input,
                           const std::set<std::string> &touched);

FileSelection select_files(const git::MergeInput &input, TextIndex &index);

} // namespace mergeproof::app
