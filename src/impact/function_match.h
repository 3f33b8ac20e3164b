// Functions that are the same under another name: renamed, moved to another
// file as static ones, or with another linkage.
//
// A pair is a function of the origin (the first version) that the merge does
// not know, and one of the merge that the origin does not know; every version
// in between defines exactly one of the two and does not mention the other. So
// giving both the same id changes no program. Which of the possible pairs are
// taken is a guess: the same name first, then the most alike bodies; only pairs
// that nothing else is as much like. A wrong guess cannot make a wrong proof:
// what is proved is proved of these two functions.
#pragma once

#include "ir/program.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::impact {

// Names or ids of the origin to such of the merge; "": is none of them.
using GivenMatches = std::map<std::string, std::string>;

struct FunctionMatch {
  ir::Symbol old_id, new_id;
  ir::Symbol old_name, new_name;
  unsigned likeness = 0; // of the bodies, in percent; names do not count
  bool is_given = false;
};

struct FunctionMatches {
  std::vector<FunctionMatch> matches; // by new id
  // What was given and cannot be: "f = g: …".
  std::vector<std::string> problems;
};

// `versions` in the question's order.
FunctionMatches
match_functions(const std::vector<const ir::Program *> &versions,
                const GivenMatches &given);

} // namespace mergeproof::impact
