// Symbols that an assertion says what they equal, taken out of the others: most
// of all memories, for which equality is dear to state by bits.
#pragma once

#include "smt/substitution.h"
#include "smt/term.h"

#include <cstddef>
#include <unordered_set>
#include <vector>

namespace mergeproof::smt {

// Assertions without the conjunctions among them, each once.
std::vector<Term> parts_of(const std::vector<Term> &assertions);

class Elimination {
public:
  // Assertions, none of them a conjunction.
  Elimination(TermTable &table, std::vector<Term> parts);

  // What is left of them, in their order; true where nothing is.
  const std::vector<Term> &parts() const { return parts_; }
  // Those that say what a symbol equals.
  const std::vector<std::size_t> &equations() const { return equations_; }
  // What became of a term.
  Term operator()(Term term);

private:
  bool run_once();
  bool solve(Term equality, Substitution &next);
  bool choose(Term symbol, Term value, Substitution &next);

  TermTable &table_;
  std::vector<Term> parts_;
  std::vector<std::size_t> equations_;
  std::vector<Substitution> steps_;
  // Of this step.
  std::unordered_set<Term> chosen_, kept_;
};

} // namespace mergeproof::smt
