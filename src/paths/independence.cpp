#include "paths/independence.h"

#include <algorithm>

namespace mergeproof::paths {
namespace {

using Unknowns = Independence::Unknowns;

bool have_common(const Unknowns &a, const Unknowns &b) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      return true;
    std::less<>()(a[i], b[j]) ? i++ : j++;
  }
  return false;
}

Unknowns united(const Unknowns &a, const Unknowns &b) {
  Unknowns both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                 std::back_inserter(both), std::less<>());
  return both;
}

class JoinedModel : public smt::Model {
public:
  JoinedModel(std::shared_ptr<Independence> independence, Unknowns unknowns,
              std::shared_ptr<smt::Model> part,
              std::shared_ptr<smt::Model> rest)
      : independence_(std::move(independence)), unknowns_(std::move(unknowns)),
        part_(std::move(part)), rest_(std::move(rest)) {}

  std::optional<smt::Bits> value(Term term) override {
    const Unknowns &asked = independence_->unknowns(term);
    if (!have_common(asked, unknowns_))
      return rest_ ? rest_->value(term) : std::nullopt;
    bool is_of_part = std::includes(unknowns_.begin(), unknowns_.end(),
                                    asked.begin(), asked.end(), std::less<>());
    return is_of_part ? part_->value(term) : std::nullopt;
  }

private:
  std::shared_ptr<Independence> independence_;
  Unknowns unknowns_;
  std::shared_ptr<smt::Model> part_;
  std::shared_ptr<smt::Model> rest_;
};

} // namespace

const Unknowns &Independence::unknowns(Term term) {
  auto [entry, is_new] = known_.try_emplace(term);
  if (!is_new)
    return entry->second;
  Unknowns &found = entry->second;
  for (Term part : smt::reachable({term})) {
    if (part->kind == smt::Kind::Symbol)
      found.push_back(part);
    else if (part->kind == smt::Kind::Apply)
      found.push_back(part->name.data()); // the table keeps a name once
  }
  std::sort(found.begin(), found.end(), std::less<>());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<Term> conjuncts_of(Term term) {
  return term->kind == smt::Kind::And ? term->args : std::vector<Term>{term};
}

std::vector<Term> Independence::relevant(std::vector<Term> conjuncts,
                                         const std::vector<Term> &conditions) {
  std::vector<Term> found;
  Unknowns reached;
  for (Term condition : conditions)
    reached = united(reached, unknowns(condition));
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    std::erase_if(conjuncts, [&](Term part) {
      if (!have_common(unknowns(part), reached))
        return false;
      reached = united(reached, unknowns(part));
      found.push_back(part);
      return has_grown = true;
    });
  }
  std::sort(found.begin(), found.end(),
            [](Term a, Term b) { return a->id < b->id; });
  return found;
}

std::shared_ptr<smt::Model>
join(const std::shared_ptr<Independence> &independence,
     const std::vector<Term> &terms, std::shared_ptr<smt::Model> part,
     std::shared_ptr<smt::Model> rest) {
  Unknowns unknowns;
  for (Term term : terms)
    unknowns = united(unknowns, independence->unknowns(term));
  return std::make_shared<JoinedModel>(independence, std::move(unknowns),
                                       std::move(part), std::move(rest));
}

} // namespace mergeproof::paths
