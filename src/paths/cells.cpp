#include "paths/cells.h"

#include "relational/model_witness.h"

#include <algorithm>

namespace mergeproof::paths {

using relational::Claim;
using relational::Contract;
using relational::RunResult;

namespace {

constexpr std::size_t most_candidates = 6;

} // namespace

RunResult joint_result(smt::TermTable &table,
                       const std::vector<const Path *> &paths) {
  RunResult result;
  for (const Path *path : paths) {
    relational::Leave nowhere;
    nowhere.state.guard = table.boolean(false);
    result.returned.push_back(path->end == Path::End::Returned ? path->leave
                                                               : nowhere);
    relational::Ending ending;
    if (path->end == Path::End::Trapped)
      ending.traps.push_back(path->guard);
    if (path->end == Path::End::Exited)
      ending.exits.push_back(path->exit);
    result.endings.push_back(ending);
  }
  return result;
}

Cells::Cells(symbolic::Universe &universe, relational::Inquiry &inquiry,
             const std::vector<PathSet> &sets)
    : universe_(universe), table_(universe.table), inquiry_(inquiry),
      sets_(sets) {}

CellAnswer Cells::run() {
  std::vector<const Path *> chosen;
  extend(table_.boolean(true), chosen);
  return std::move(answer_);
}

// Guards of one version exclude each other: with this path, no other.
const Path *Cells::same_guard(std::size_t version,
                              const std::vector<const Path *> &chosen) const {
  for (const Path &path : sets_[version])
    for (const Path *other : chosen)
      if (other->guard == path.guard)
        return &path;
  return nullptr;
}

void Cells::extend(Term guard, std::vector<const Path *> &chosen) {
  std::size_t version = chosen.size();
  if (version == sets_.size())
    return ask(guard, chosen);
  const Path *same = same_guard(version, chosen);
  for (const Path &path : sets_[version]) {
    if (same && same != &path)
      continue;
    Term both = table_.logical_and(guard, path.guard);
    if (both->is_false() ||
        (!same && version > 0 &&
         inquiry_.refute({both}, "paths that are not taken together")))
      continue;
    chosen.push_back(&path);
    extend(both, chosen);
    chosen.pop_back();
  }
}

// An input that is easy to build, or else any.
void Cells::add_candidate(std::vector<Term> assertions,
                          const std::string &name) {
  for (Term term : relational::aligned_arguments(universe_))
    assertions.push_back(term);
  std::vector<Term> nice = assertions;
  for (Term wish : relational::wishes(universe_, assertions))
    nice.push_back(wish);
  for (const auto &attempt : {nice, assertions}) {
    smt::Answer answer = inquiry_.ask(attempt, name);
    if (answer.result != smt::Satisfiability::Sat)
      continue;
    verdict::Witness witness = relational::make_witness(
        universe_, *answer.model, inquiry_.with_facts(attempt));
    if (std::find(answer_.candidates.begin(), answer_.candidates.end(),
                  witness) == answer_.candidates.end())
      answer_.candidates.push_back(std::move(witness));
    return;
  }
}

bool Cells::holds(const std::vector<Term> &domain, const Claim &claim) {
  std::vector<Term> assertions = domain;
  assertions.push_back(claim.violation);
  std::string name = claim.observable + ": " + claim.rule;
  smt::Answer answer =
      inquiry_.ask(assertions, name, relational::Inquiry::Need::answer());
  if (answer.result == smt::Satisfiability::Unsat)
    return true;
  if (answer.result == smt::Satisfiability::Sat &&
      answer_.candidates.size() < most_candidates)
    add_candidate(assertions, name);
  return !claim.parts.empty() &&
         std::all_of(claim.parts.begin(), claim.parts.end(), [&](Term part) {
           std::vector<Term> smaller = domain;
           smaller.push_back(part);
           return inquiry_.refute(smaller, name);
         });
}

void Cells::ask(Term guard, const std::vector<const Path *> &chosen) {
  for (const Path *path : chosen)
    if (path->end == Path::End::LeftOut) {
      answer_.is_complete = false;
      answer_.why_incomplete = path->why;
      return;
    }
  RunResult result = joint_result(table_, chosen);
  Contract contract(universe_, result,
                    *universe_.question().versions.back().function);
  answer_.has_traps |= contract.has_traps();
  std::vector<Term> domain = contract.domain();
  domain.push_back(guard);
  answer_.asked.push_back(guard);
  Term any = table_.boolean(false);
  for (const Claim &claim : contract.claims())
    any = table_.logical_or(any, claim.violation);
  std::vector<Term> broken = domain;
  broken.push_back(any);
  answer_.asked.push_back(any);
  if (inquiry_.refute(broken, "what paths taken together do"))
    return;
  for (const Claim &claim : contract.claims())
    if (!holds(domain, claim)) {
      answer_.open = answer_.open.empty()
                         ? claim.observable + " (" + claim.rule + ")"
                         : answer_.open;
      return; // one is enough for these inputs
    }
}

} // namespace mergeproof::paths
