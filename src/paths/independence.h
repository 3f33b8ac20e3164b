// The part of a path condition that a question depends on.
//
// Conditions that share no unknown cannot contradict each other. Of a
// conjunction that can hold, only those parts decide whether one more condition
// can hold with it that share an unknown with that condition, or with such a
// part (the constraint independence of symbolic executors since EXE and KLEE).
// What is left out makes a question weaker, and a refusal stays one, as long as
// no more is assumed of what is left (see Universe::tests_markers).
#pragma once

#include "smt/solver.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace mergeproof::paths {

using smt::Term;

std::vector<Term> conjuncts_of(Term term);

class Independence {
public:
  // Symbols and names of uninterpreted functions, sorted. Kept: a term is
  // looked through once.
  using Unknowns = std::vector<const void *>;
  const Unknowns &unknowns(Term term);

  // Those of `conjuncts` that some of `conditions` depends on, by their ids.
  std::vector<Term> relevant(std::vector<Term> conjuncts,
                             const std::vector<Term> &conditions);

private:
  std::unordered_map<Term, Unknowns> known_;
};

// Values of two models of conditions that share no unknown: `part` gives those
// of the unknowns of `terms`, `rest`, if there is one, the others. A term with
// both has no value.
std::shared_ptr<smt::Model>
join(const std::shared_ptr<Independence> &independence,
     const std::vector<Term> &terms, std::shared_ptr<smt::Model> part,
     std::shared_ptr<smt::Model> rest);

} // namespace mergeproof::paths
