// Recursive functions that differ between the versions, related by induction on
// calls (mutual summaries: Hawblitzel, Kawaguchi, Lahiri, Rebelo: Towards
// modularly comparing programs using automated theorem provers, CADE 2013).
//
// Two versions of such a function are compared as units while their recursive
// calls count as calls of one and the same unknown function. If that can be
// shown, they compute the same: the two are least fixed points of functionals
// that agree on every argument. Callees that are the same by this count as
// unchanged afterwards; of a unit that is a merge, versions that are the same
// decide as equal closures do (impact/triage.h).
//
// Left out: functions that allocate, free or call externals, or that set errno
// where the unit looks at it, for the comparison does not see all of what they
// do; and comparisons that rest on what globals
// are initialised with, for a recursive call does not find that.
#pragma once

#include "verdict/verdict.h"

#include <functional>
#include <vector>

namespace mergeproof::relational {

class Induction {
public:
  using Decide = std::function<verdict::Verdict(const verdict::Question &)>;
  // `decide` proves what two versions do to be the same, or not.
  Induction(const verdict::Question &question, Decide decide);

  // Whether something that differs was shown to be the same in some versions.
  bool has_found() const { return has_found_; }
  // Whether the versions of the unit that are the same settle the question.
  bool is_settled() const { return is_settled_; }
  // With that known.
  const verdict::Question &question() const { return question_; }
  // What it rests on.
  void add_evidence(verdict::Verdict &verdict) const;

private:
  using Classes = std::vector<std::size_t>; // by version: the first like it

  void visit(ir::Symbol id);
  bool is_candidate(ir::Symbol id) const;
  bool differs(ir::Symbol id) const;
  void relate(ir::Symbol id);
  bool are_same(ir::Symbol id, std::size_t v, std::size_t w);
  verdict::Question compare(ir::Symbol id, std::size_t v, std::size_t w) const;
  void make_same(ir::Symbol id, const Classes &classes);
  bool settles(const Classes &classes) const;

  verdict::Question question_;
  Decide decide_;
  std::vector<ir::Symbol> seen_;
  std::vector<verdict::Verdict> proofs_;
  unsigned asked_ = 0;
  bool is_errno_asked_ = false;
  bool has_found_ = false, is_settled_ = false;
};

} // namespace mergeproof::relational
