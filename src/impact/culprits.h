// What makes a function reach other code in one version than in another.
#pragma once

#include "impact/triage.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
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

// What one parent has to do with a function's being analysed.
struct Influence {
  std::string parent;
  bool is_own = false; // the function's own text differs
  std::vector<Culprit> culprits;
};

// What differs between two versions, as seen from functions.
class Differences;

// For many units of the same versions, which outlive it: what differs between
// two versions is worked out once.
class InfluenceFinder {
public:
  InfluenceFinder();
  ~InfluenceFinder();

  // Each of `parents` against `reference`; all define the function. Culprits
  // are what it reaches and what differs itself, nearest first; not the unit's
  // own text.
  std::vector<Influence> find(ir::Symbol unit,
                              const std::vector<AnalysedVersion> &versions,
                              const AnalysedVersion &reference,
                              const std::vector<std::string> &parents);

private:
  using Pair = std::pair<const Closures *, const Closures *>;
  std::map<Pair, std::unique_ptr<Differences>> known_;
};

} // namespace mergeproof::impact
