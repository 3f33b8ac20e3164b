#include "paths/set_rules.h"

#include "paths/cells.h"
#include "paths/term_text.h"
#include "relational/contract.h"

#include <algorithm>

namespace mergeproof::paths {

namespace {

using relational::Contract;
using relational::RunResult;
using verdict::PathTable;
using End = Path::End;

constexpr std::size_t simulations = 8;

std::string join(const std::vector<std::string> &parts) {
  std::string all;
  for (const std::string &part : parts)
    all += (all.empty() ? "" : "; ") + part;
  return all;
}

class TableMaker {
public:
  TableMaker(symbolic::Universe &universe, relational::Inquiry &inquiry,
             const std::vector<PathSet> &sets)
      : universe_(universe), table_(universe.table), inquiry_(inquiry),
        sets_(sets), text_(universe) {
    for (std::size_t seed = 1; seed <= simulations; seed++)
      simulations_.emplace_back(seed);
  }

  PathTable make() {
    for (std::size_t v = 0; v < sets_.size(); v++)
      add_version(v);
    add_rules();
    return std::move(result_);
  }

private:
  struct Known {
    const Path *path = nullptr;
    std::size_t version = 0;
    unsigned number = 0;
  };

  void add_version(std::size_t v) {
    const auto &question = universe_.question();
    verdict::PathsOfVersion paths{question.versions[v].revision.id, {}, ""};
    for (const Path &path : sets_[v]) {
      if (path.end == End::LeftOut) {
        paths.why_incomplete = path.why;
        continue;
      }
      if (is_impossible(path))
        continue;
      paths.elements.push_back(
          {text_.condition(path.guard), effect(path, v), number_of(path, v)});
    }
    result_.versions.push_back(std::move(paths));
  }

  // Checks that never fail are no paths.
  bool is_impossible(const Path &path) {
    return ask({path.guard}, "a path that is not taken") ==
           smt::Satisfiability::Unsat;
  }

  // Where no more questions can be asked, nothing more is known; what was found
  // so far is still worth showing.
  smt::Satisfiability ask(const std::vector<Term> &assertions,
                          const std::string &name) {
    try {
      return inquiry_.ask(assertions, name, relational::Inquiry::Need::answer())
          .result;
    } catch (const relational::GiveUp &) {
      return smt::Satisfiability::Unknown;
    }
  }

  std::string effect(const Path &path, std::size_t version) {
    if (path.end == End::Trapped)
      return "traps";
    Term world =
        path.end == End::Exited ? path.exit.world : path.leave.state.world;
    std::vector<std::string> parts = text_.events(world);
    if (path.end == End::Exited) {
      parts.push_back("exits(" + text_.value(path.exit.code) + ")");
      return join(parts);
    }
    for (const auto &[region, memory] : path.leave.state.regions)
      for (std::string &write :
           text_.writes(memory, universe_.initial_region(region, version)))
        parts.push_back(std::move(write));
    parts.push_back(path.leave.value
                        ? "returns " + text_.value(path.leave.value)
                        : "returns");
    return join(parts);
  }

  unsigned number_of(const Path &path, std::size_t version) {
    for (const Known &known : known_)
      if (is_equivalent(path, version, *known.path, known.version)) {
        known_.push_back({&path, version, known.number});
        return known.number;
      }
    known_.push_back({&path, version, ++result_.elements});
    return result_.elements;
  }

  // Whether some input tells them apart, as far as a few made-up ones show.
  bool seem_different(Term a, Term b) {
    return std::any_of(simulations_.begin(), simulations_.end(),
                       [&](smt::Simulation &simulation) {
                         return simulation.value(a) != simulation.value(b);
                       });
  }

  bool is_equivalent(const Path &a, std::size_t v, const Path &b,
                     std::size_t w) {
    if (a.end != b.end || v == w)
      return false;
    if (a.guard != b.guard &&
        (seem_different(a.guard, b.guard) || !implies(a.guard, b.guard) ||
         !implies(b.guard, a.guard)))
      return false;
    return does_the_same(a, v, b, w);
  }

  bool implies(Term a, Term b) {
    return is_refuted({a, table_.logical_not(b)});
  }

  bool is_refuted(const std::vector<Term> &assertions) {
    smt::Satisfiability answer = ask(assertions, "equal path conditions");
    result_.undecided += answer == smt::Satisfiability::Unknown;
    return answer == smt::Satisfiability::Unsat;
  }

  // As the contract compares two versions.
  bool does_the_same(const Path &a, std::size_t v, const Path &b,
                     std::size_t w) {
    verdict::Question pair = universe_.question();
    pair.versions = {pair.versions[w], pair.versions[v]};
    pair.versions[0].revision = {source::Role::Parent, source::old_id, ""};
    pair.versions[1].revision = {source::Role::Merge, source::new_id, ""};
    RunResult result = joint_result(table_, {&b, &a});
    Contract contract(universe_, pair, result, *pair.versions[1].function);
    const auto &claims = contract.claims();
    return std::all_of(claims.begin(), claims.end(),
                       [&](const relational::Claim &claim) {
                         std::vector<Term> assertions = contract.domain();
                         assertions.push_back(claim.violation);
                         return is_refuted(assertions);
                       });
  }

  bool has(std::size_t version, unsigned number) const {
    return std::any_of(known_.begin(), known_.end(), [&](const Known &known) {
      return known.version == version && known.number == number;
    });
  }

  // CF-A, CF-B, …, and the rule on what all parents have.
  void add_rules() {
    const verdict::Question &question = universe_.question();
    std::size_t merge = question.versions.size() - 1;
    std::size_t first = question.has_base();
    verdict::PathRule common{"CF-", {}};
    for (std::size_t k = first; k < merge; k++) {
      const std::string &id = question.versions[k].revision.id;
      common.name += id;
      verdict::PathRule rule{"CF-" + id, {}};
      for (unsigned number = 1; number <= result_.elements; number++)
        if (has(k, number) && !has(0, number) && !has(merge, number))
          rule.broken.push_back(number);
      if (first > 0)
        result_.rules.push_back(std::move(rule));
    }
    for (unsigned number = 1; number <= result_.elements; number++) {
      bool is_common = merge > first;
      for (std::size_t k = first; k < merge; k++)
        is_common &= has(k, number);
      if (is_common && !has(merge, number))
        common.broken.push_back(number);
    }
    result_.rules.push_back(std::move(common));
  }

  symbolic::Universe &universe_;
  smt::TermTable &table_;
  relational::Inquiry &inquiry_;
  const std::vector<PathSet> &sets_;
  TermText text_;
  std::vector<smt::Simulation> simulations_;
  std::vector<Known> known_;
  PathTable result_;
};

} // namespace

verdict::PathTable make_table(symbolic::Universe &universe,
                              relational::Inquiry &inquiry,
                              const std::vector<PathSet> &sets) {
  return TableMaker(universe, inquiry, sets).make();
}

} // namespace mergeproof::paths
