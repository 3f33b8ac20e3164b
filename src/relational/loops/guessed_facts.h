// Relations between variables of two versions that held at every head of a
// loop's first turns (first_turns.h), as candidates (SafeMerge, section 7):
//
//   x == y            as numbers of other widths
//   x == a * y + b    where both are what they were at the beginning
//   x == y op z       a sum, a difference, a bitwise operation
//   x == y op c       a remainder, a quotient, some bits; c is in the code
//   (x == u) == (y is one of some numbers, or z, or less than z)
//   y == u ? x == v : x == z + a * y    an index, or none; z does not change
//   y == u ? x == v : x == y + b        what follows what was found, or v
//   (x, y, z) is one of a few           flags and states
//
// Where one is equal to a variable of the other version, nothing is guessed.
#pragma once

#include "relational/loops/first_turns.h"
#include "relational/loops/loop_facts.h"

namespace mergeproof::relational {

struct SampledVariable {
  std::size_t lane = 0;
  std::string_view name;
  Term first = nullptr;   // a bit vector of at most 64 bits
  bool is_wanted = false; // what it is at a head is not known otherwise
  bool is_unchanged = false;
  bool is_unsigned = false; // code widens it without a sign
  std::vector<smt::Bits> values = {}, firsts = {}; // by row
};

struct GuessedRelation {
  std::size_t variable = 0, other = 0; // by number
  std::int64_t factor = 0;             // of the change of the other
  bool is_signed = true;               // how that is widened
  Fact fact;                           // the same as a fact
};

struct Guesses {
  std::vector<GuessedRelation> relations;
  std::vector<Fact> facts;
};

// a < b, of addresses as of numbers.
using Below = std::function<Term(smt::Kind, Term a, Term b)>;
// `numbers`: those of the code.
Guesses guess_relations(TermTable &table,
                        const std::vector<SampledVariable> &variables,
                        const std::vector<smt::Bits> &numbers, Below below);

} // namespace mergeproof::relational
