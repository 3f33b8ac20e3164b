// Questions about terms, by bits: can all assertions hold at once?
//
// For what Z3's core finds hard: bit-vectors whose memories and functions are
// few, most of all where the answer is yes. All questions share what was
// written and learnt for earlier ones. Answers rest on this code and the SAT
// solver below it, so what a proof makes of them is asked of another solver
// again.
//
// Limits are counts, and the order of questions is the same on every machine,
// so answers are, too.
#pragma once

#include "smt/solver.h"
#include "smt/term.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace mergeproof::smt {

class SatSolver {
public:
  explicit SatSolver(TermTable &table);
  ~SatSolver();

  struct Reply {
    Satisfiability result = Satisfiability::Unknown;
    std::shared_ptr<Model> model; // when Sat
    std::vector<Term> core; // when Unsat: of the assertions, those it takes
  };
  Reply check(const std::vector<Term> &assertions, std::uint64_t conflicts);

  // What all questions took: conflicts and variables, weighted.
  std::uint64_t spent() const { return spent_; }

private:
  struct Written;
  void renew();

  TermTable &table_;
  std::unique_ptr<Written> written_;
  std::uint64_t spent_ = 0;
};

} // namespace mergeproof::smt
