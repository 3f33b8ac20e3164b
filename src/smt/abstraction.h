// Terms with the operations that solvers find hard, products of two unknowns
// and divisions, replaced by symbols, which are equal where the operands are
// (Ackermann's reduction). If a question about these cannot be satisfied,
// neither can the one about the terms.
#pragma once

#include "smt/term.h"

#include <unordered_map>
#include <vector>

namespace mergeproof::smt {

class Abstraction {
public:
  explicit Abstraction(TermTable &table) : table_(table) {}

  // Whether there is something to replace.
  static bool is_worth_it(const std::vector<Term> &terms);

  std::vector<Term> operator()(const std::vector<Term> &terms);

private:
  Term replaced(Term root);
  std::vector<Term> congruences(const std::vector<Term> &terms);
  Term congruence(Term a, Term b);

  TermTable &table_;
  std::unordered_map<Term, Term> known_; // terms and what they became
};

} // namespace mergeproof::smt
