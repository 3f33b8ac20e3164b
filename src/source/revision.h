// One version taking part in a merge.
//
// Ids are short and stable: "O" the base, "A", "B", "C"… the parents in git's
// order, "M" the merge. A 2-way merge of unrelated histories has no base. Two
// versions that are compared are a parent "old" and a merge "new".
#pragma once

#include <string>
#include <vector>

namespace mergeproof::source {

enum class Role { Base, Parent, Merge };

struct Revision {
  Role role = Role::Base;
  std::string id;    // "O", "A", "B", …, "M"
  std::string label; // what the user knows it as: a commit, a file name
};

inline constexpr const char *old_id = "old";
inline constexpr const char *new_id = "new";

// Whether two versions are compared: what one does, the other must do, traps
// included.
inline bool is_comparison(const std::vector<Revision> &versions) {
  return versions.size() == 2 && versions.front().id == old_id;
}

} // namespace mergeproof::source
