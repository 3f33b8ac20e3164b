// Terms with other terms in the place of some of theirs.
#pragma once

#include "smt/term.h"

#include <unordered_map>
#include <vector>

namespace mergeproof::smt {

// The same operation of other arguments, which have the sorts of `term`'s.
Term rebuild(TermTable &table, Term term, const std::vector<Term> &args);

class Substitution {
public:
  explicit Substitution(TermTable &table) : table_(table) {}

  // Before the first use; the sorts agree.
  void replace(Term what, Term by) { known_[what] = by; }

  Term operator()(Term root);

private:
  TermTable &table_;
  std::unordered_map<Term, Term> known_; // what terms became
};

} // namespace mergeproof::smt
