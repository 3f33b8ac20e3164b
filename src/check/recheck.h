// Discharges verification conditions again with cvc5, a solver that shares no
// code with the one that found the proof.
#pragma once

#include "verdict/verdict.h"

#include <string>
#include <vector>

namespace mergeproof::check {

enum class Recheck {
  Confirmed, // every condition is unsatisfiable
  Undecided, // cvc5 gave up on some: "proved (Z3 only)"
  Refuted,   // cvc5 has a model of some: an internal error of ours
  Missing    // cvc5 is not installed
};

struct RecheckResult {
  Recheck answer = Recheck::Undecided;
  std::string detail; // which condition, what cvc5 said
};

RecheckResult
recheck(const std::vector<verdict::VerificationCondition> &conditions,
        std::uint64_t rlimit);

} // namespace mergeproof::check
