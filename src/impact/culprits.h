// What makes a function reach other code in one version than in another.
#pragma once

#include "impact/triage.h"

#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::impact {

inline constexpr std::string_view not_understood =
    " with code that was not understood";

// A function or global that differs itself.
struct Culprit {
  ir::Symbol id;
  unsigned distance; // steps from the unit: calls, addresses, uses of globals
  std::string text;  // "calls limit() changed"
};

// Walks what `unit` reaches in `version`, down to what differs itself from
// `base`; nearest first. Not the unit's own text.
std::vector<Culprit> find_culprits(ir::Symbol unit, const AnalysedVersion &base,
                                   const AnalysedVersion &version);

// What one parent has to do with a function's being analysed.
struct Influence {
  std::string parent;
  bool is_own = false; // the function's own text differs
  std::vector<Culprit> culprits;
};

// Each of `parents` against `reference`; all define the function.
std::vector<Influence>
find_influences(ir::Symbol unit, const std::vector<AnalysedVersion> &versions,
                const AnalysedVersion &reference,
                const std::vector<std::string> &parents);

} // namespace mergeproof::impact
