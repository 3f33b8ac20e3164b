// The paths engine: proves by following every path of every version, where
// loops end within a bound, and finds inputs on compatible paths where they do
// not do what the contract asks (symbolic merge conflicts, section IV).
#pragma once

#include "verdict/verdict.h"

#include <memory>

namespace mergeproof::paths {

struct EngineOptions {
  bool makes_table = false; // Verdict::paths
  // Turns of a loop in which there is a choice; 0: a few at first, then more.
  unsigned turns = 0;
};

std::shared_ptr<verdict::Engine> make_engine(const EngineOptions &options);

} // namespace mergeproof::paths
