// Looks for inputs on which a merge does not keep what its parents did, guided
// by what runs go through (TOM, section 3.3: coverage of the lines that
// differ).
//
// Inputs are changed where they were made: in the choices of check::InputMaker,
// so that every changed input is one that a program could have. An input is
// kept as a start for others when it goes through something new in some
// version, or tells versions apart that no earlier one told apart. A quarter of
// a search's budget without any of these ends it where inputs have no texts; up
// to three of them, each with a part of the budget, are one after the other.
// The numbers that runs compare say how inputs are changed, too
// (testgen/follow_comparison.h): an input on which two of them are nearer to
// each other than before is kept, and what was compared replaced by what it was
// compared with. Versions run in the interpreter; whoever asks runs what was
// found natively.
#pragma once

#include "verdict/question.h"
#include "verdict/witness.h"

#include <cstdint>
#include <vector>

namespace mergeproof::testgen {

struct SearchBudget {
  unsigned runs = 1'500;               // inputs, each run in all versions
  std::uint64_t steps = 20'000;        // of one version on one input
  std::uint64_t all_steps = 8'000'000; // of all of them
  std::size_t enough = 8;              // inputs that show a difference
  std::uint64_t seed = 1;
};

struct SearchResult {
  // Inputs that break the contract; inherent conflicts only if nothing else
  // was found.
  std::vector<verdict::Witness> found;
  bool is_inherent = false; // all that were found
  unsigned runs = 0;
};

SearchResult search_guided(const verdict::Question &question,
                           const SearchBudget &budget);

} // namespace mergeproof::testgen
