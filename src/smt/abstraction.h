// Terms with the operations that solvers find hard, products of two unknowns,
// divisions, and what is read of tables of constants, replaced by symbols,
// which are equal where the operands are (Ackermann's reduction). If a question
// about these cannot be satisfied, neither can the one about the terms.
#pragma once

#include "smt/term.h"

#include <unordered_map>
#include <vector>

namespace mergeproof::smt {

// Whether it is a number made of memories, tokens or functions.
bool is_source(Term term);

class Abstraction {
public:
  // Tables alone leave the solver what it knows of numbers: that what 400
  // divides, 4 does. All: tables and hard operations. Sources: whatever is
  // loaded, or a function's value, without saying where these are equal, so
  // that nothing is left but numbers.
  enum class Of { Tables, All, Sources };
  Abstraction(TermTable &table, Of of) : table_(table), of_(of) {}

  // Whether there is something to replace.
  bool is_worth_it(const std::vector<Term> &terms) const;

  std::vector<Term> operator()(const std::vector<Term> &terms);

private:
  Term replaced(Term root);
  std::vector<Term> congruences(const std::vector<Term> &terms);
  Term congruence(Term a, Term b);
  bool is_hard(Term term) const;

  TermTable &table_;
  Of of_;
  std::unordered_map<Term, Term> known_; // terms and what they became
};

} // namespace mergeproof::smt
