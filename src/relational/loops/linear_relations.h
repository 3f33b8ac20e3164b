// Variables of loops that change together: `*d++ = x` in one version where
// another writes `dst[n++] = x`, or one counter for the difference of two
// (SafeMerge, section 7: linear equalities from the values of the first turns).
//
//   x = first of x + turns * per_turn + sum of factor * (y - first of y)
//
// Candidates: guessed from turns with made-up values (smt::Simulation), so that
// each is to be shown.
#pragma once

#include "smt/term.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mergeproof::relational {

// Of a bit vector of at most 64 bits.
struct ChangingVariable {
  smt::Term first = nullptr; // what it is when the loop begins
  smt::Term head = nullptr;  // at the head of a turn: a symbol
  smt::Term after = nullptr; // and when the turn is over
  bool is_pointer = false;
  bool is_wanted = false; // a relation of it is of use
};

struct LinearRelation {
  struct Part {
    std::size_t variable = 0; // has no relation itself
    std::int64_t factor = 0;
  };
  std::vector<Part> parts; // at least one
  std::int64_t per_turn = 0;
  bool is_signed = true; // how changes of narrower variables are widened
};

// By variable. `goes_on`: where a turn is followed by another. What all change
// by in some made-up turns that go on is enough for a guess; none where too few
// of them go on.
std::vector<std::optional<LinearRelation>>
guess_relations(const std::vector<ChangingVariable> &variables,
                smt::Term goes_on);

// The change of a variable, as a number of `bits` bits.
smt::Term widen_change(smt::TermTable &table, smt::Term value, smt::Term first,
                       std::uint32_t bits, bool is_signed);

} // namespace mergeproof::relational
