// Names that the merge defines twice where no parent does: each parent added a
// definition, in another file. Linked into one program, they clash. And tables
// that name what the merge does not define any more.
#pragma once

#include "app/reading/parse_store.h"
#include "app/version_set.h"
#include "git/merge.h"
#include "verdict/unit_result.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::app {

struct LinkClash {
  std::string name;
  std::string reason; // "a.c and b.c define it, and no parent has both: …"
  std::string file;   // key path of the first
  unsigned line = 0;
  bool is_function = false;
};

// By id. `keys` are the files that were read.
std::map<std::string, LinkClash>
find_link_clashes(const ir::Context &context, const git::MergeInput &input,
                  const ParseStore &store, const std::vector<std::string> &keys,
                  const VersionSet &set);

verdict::UnitResult describe(const std::string &id, const LinkClash &clash);

} // namespace mergeproof::app
