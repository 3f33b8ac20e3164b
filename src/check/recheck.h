// Discharges verification conditions again with a solver that shares no code
// with the one that found the proof: cvc5 what Z3 found, Z3 what cvc5 found,
// one of them what the solver by bits found.
#pragma once

#include "verdict/verdict.h"

#include <string>
#include <vector>

namespace mergeproof::check {

enum class Recheck {
  Confirmed, // every condition is unsatisfiable
  Undecided, // the other gave up on some: "proved (Z3 only)"
  Refuted,   // the other has a model of some: an internal error of ours
  Missing    // cvc5 is not installed
};

struct RecheckResult {
  Recheck answer = Recheck::Undecided;
  std::string detail; // which condition, what was said of it
  // Undecided: whose word some condition rests on.
  bool rests_on_z3 = false, rests_on_cvc5 = false;
  bool rests_on_bits = false; // alone: no proof
};

// `rlimit`: cvc5's units; of Z3's, which are shorter, there are more.
RecheckResult
recheck(const std::vector<verdict::VerificationCondition> &conditions,
        std::uint64_t rlimit);

} // namespace mergeproof::check
