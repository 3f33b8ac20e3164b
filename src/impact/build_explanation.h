// Which change of which parent collides with which, behind one compiler
// message.
#pragma once

#include "impact/build_conflicts.h"

namespace mergeproof::impact {

struct BuildExplanation {
  std::string text; // empty: nothing was found
  std::vector<std::string> parents;
  // A parent took the declaration away and another one added the line.
  bool is_removed_and_used = false;
};

// `unit` is the path of the translation unit that the diagnostic was given for.
BuildExplanation explain_build(const source::Diagnostic &diagnostic,
                               const std::string &unit,
                               const std::vector<BuildVersion> &versions);

// The identifiers that the message quotes: 'x' in "no member named 'x'".
std::vector<std::string> quoted_identifiers(const std::string &message);

} // namespace mergeproof::impact
