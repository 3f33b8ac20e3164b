// What one version keeps in memory while a loop runs, and another in variables
// that it stores afterwards:
//
//   while (…) s->len--;          n = s->len;  while (…) n--;  s->len = n;
//
//   memory of the one = memory of the other with n written to &s->len
//
// Candidates: places that no turn moves, and variables that held the same at
// every head of the first turns (first_turns.h). Each is to be shown.
#pragma once

#include "smt/term.h"

#include <set>
#include <string_view>
#include <vector>

namespace mergeproof::relational {

struct KeptMemory {
  struct Part {
    smt::Term address = nullptr; // the same in every turn
    std::string_view variable;   // of the lane
    smt::Sort sort;
    smt::Access access;
  };
  std::size_t lane = 0; // whose memory it is otherwise
  std::vector<Part> parts;
};

// The stores that made `after` of the memory `before`, one for each address
// that has none of `changing` in it.
std::vector<smt::Term> steady_stores(smt::Term before, smt::Term after,
                                     const std::set<smt::Term> &changing);

} // namespace mergeproof::relational
