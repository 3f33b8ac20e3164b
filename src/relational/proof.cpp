#include "relational/proof.h"

#include <algorithm>

namespace mergeproof::relational {

using verdict::Assumption;

namespace {

// Values that nothing in the program set; the bytes of a new object are some.
bool mentions_unset(const std::vector<Term> &terms) {
  std::vector<Term> all = smt::reachable(terms);
  return std::any_of(all.begin(), all.end(), [](Term term) {
    if (term->kind == smt::Kind::Apply)
      return term->name == "$alloc malloc" || term->name == "$alloc realloc" ||
             term->name == "$alloc nth";
    return term->kind == smt::Kind::Symbol &&
           (term->name.starts_with("fresh ") ||
            term->name.starts_with("unset "));
  });
}

} // namespace

verdict::Verdict make_proof(symbolic::Universe &universe, Inquiry &inquiry,
                            const std::vector<Term> &asked, bool has_traps) {
  verdict::Verdict verdict;
  verdict.answer = verdict::Answer::Proved;
  verdict.conditions = inquiry.conditions;
  verdict.assumptions = universe.assumptions;
  verdict.assumptions.insert(Assumption::NoConcurrency);
  verdict.assumptions.insert(Assumption::StackIsDeep);
  if (universe.table.tells_types_apart()) {
    verdict.assumptions.insert(Assumption::TypesTellMemoryApart);
    verdict.assumptions.insert(Assumption::PointersAreAligned);
  }
  if (has_traps)
    verdict.assumptions.insert(universe.question().is_comparison()
                                   ? Assumption::TrapsAreAlike
                                   : Assumption::ParentsDoNotTrap);
  if (mentions_unset(inquiry.with_facts(asked)))
    verdict.assumptions.insert(Assumption::UninitialisedMemory);
  return verdict;
}

} // namespace mergeproof::relational
