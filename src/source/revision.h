// One version taking part in a merge.
//
// Ids are short and stable: "O" the base, "A", "B", "C"… the parents in git's
// order, "M" the merge. A 2-way merge of unrelated histories has no base.
#pragma once

#include <string>

namespace mergeproof::source {

enum class Role { Base, Parent, Merge };

struct Revision {
  Role role = Role::Base;
  std::string id;    // "O", "A", "B", …, "M"
  std::string label; // what the user knows it as: a commit, a file name
};

} // namespace mergeproof::source
