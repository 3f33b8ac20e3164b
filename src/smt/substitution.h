// Terms with other terms in the place of some of theirs.
#pragma once

#include "smt/term.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mergeproof::smt {

// The same operation of other arguments, which have the sorts of `term`'s.
// A load looks through stores as TermTable::load() does, or is kept as it is:
// what looks through assumes more than arrays do.
enum class Loads : std::uint8_t { LookThrough, AsTheyAre };
Term rebuild(TermTable &table, Term term, const std::vector<Term> &args,
             Loads loads = Loads::LookThrough);

class Substitution {
public:
  explicit Substitution(TermTable &table, Loads loads = Loads::LookThrough)
      : table_(table), loads_(loads) {}

  // Before the first use; the sorts agree.
  void replace(Term what, Term by) { known_[what] = by; }

  Term operator()(Term root);

private:
  TermTable &table_;
  Loads loads_;
  std::unordered_map<Term, Term> known_; // what terms became
};

} // namespace mergeproof::smt
