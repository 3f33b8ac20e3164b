// What an engine is asked: did the merge keep what every parent did to `unit`?
//
// The versions are in a fixed order: base (if there is one), parents in git's
// order, merge last. A version that lacks the unit is not in the list; without a
// base only `unexpected` is asked (ARCHITECTURE, section 1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/context.h"
#include "ir/program.h"
#include "source/revision.h"

namespace mergeproof::verdict {

struct VersionOfUnit {
  source::Revision revision;
  const ir::Program *program = nullptr;
  const ir::Function *function = nullptr; // defined in *program
};

// Counts, never seconds: the same input gives the same answer everywhere.
struct Budget {
  std::uint64_t solver_rlimit = 20'000'000; // Z3 resource units per query
  std::uint32_t inline_depth = 8;
  std::uint32_t max_terms = 3'000'000;
  std::uint32_t unroll = 6; // loop turns, when looking for a counterexample
  std::uint32_t queries = 400;
};

struct Question {
  ir::Context *context = nullptr;
  ir::Symbol unit; // function id
  std::vector<VersionOfUnit> versions;
  Budget budget;

  bool has_base() const {
    return !versions.empty() &&
           versions.front().revision.role == source::Role::Base;
  }
};

} // namespace mergeproof::verdict
