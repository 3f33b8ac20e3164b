// Compatible paths, one of each version: the inputs on which all of them are
// taken, and whether the contract of a merge holds there.
//
// This is the contract of ARCHITECTURE, section 1, and not yet the rules on
// sets (set_rules.h): it compares what versions do on the same inputs, however
// each of them splits its inputs into paths. If every path was followed, the
// answer is a proof or a refutation.
#pragma once

#include "paths/enumeration.h"
#include "relational/contract.h"
#include "verdict/witness.h"

#include <string>
#include <vector>

namespace mergeproof::paths {

struct CellAnswer {
  std::string open; // the first claim that could not be shown; empty: all hold
  bool is_complete = true;
  std::string why_incomplete;
  bool has_traps = false;
  std::vector<Term> asked; // what the questions were about
  std::vector<verdict::Witness>
      candidates; // inputs that may break the contract
};

class Cells {
public:
  Cells(symbolic::Universe &universe, relational::Inquiry &inquiry,
        const std::vector<PathSet> &sets);

  // Throws relational::GiveUp.
  CellAnswer run();

private:
  void extend(Term guard, std::vector<const Path *> &chosen);
  const Path *same_guard(std::size_t version,
                         const std::vector<const Path *> &chosen) const;
  void ask(Term guard, const std::vector<const Path *> &chosen);
  void add_candidate(std::vector<Term> assertions, const std::string &name);
  bool holds(const std::vector<Term> &domain, const relational::Claim &claim);

  symbolic::Universe &universe_;
  smt::TermTable &table_;
  relational::Inquiry &inquiry_;
  const std::vector<PathSet> &sets_;
  CellAnswer answer_;
};

// What `paths`, one of each version, do; LeftOut must not be among them.
relational::RunResult joint_result(smt::TermTable &table,
                                   const std::vector<const Path *> &paths);

} // namespace mergeproof::paths
