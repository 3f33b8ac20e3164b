#include "smt/sat/elimination.h"

#include "smt/linear.h"

#include <algorithm>

namespace mergeproof::smt {

namespace {

constexpr unsigned most_steps = 8;

} // namespace

std::vector<Term> parts_of(const std::vector<Term> &assertions) {
  std::vector<Term> parts, waiting(assertions.rbegin(), assertions.rend());
  std::unordered_set<Term> seen;
  while (!waiting.empty()) {
    Term term = waiting.back();
    waiting.pop_back();
    if (!seen.insert(term).second)
      continue;
    if (term->kind == Kind::And)
      waiting.insert(waiting.end(), term->args.rbegin(), term->args.rend());
    else
      parts.push_back(term);
  }
  return parts;
}

Elimination::Elimination(TermTable &table, std::vector<Term> parts)
    : table_(table), parts_(std::move(parts)) {
  for (unsigned step = 0; step < most_steps && run_once(); step++) {
  }
}

Term Elimination::operator()(Term term) {
  for (Substitution &step : steps_)
    term = step(term);
  return term;
}

// Whether `symbol` may become `value` beside what was chosen before: in no
// value is a symbol that becomes something itself.
bool Elimination::choose(Term symbol, Term value, Substitution &next) {
  if (symbol->kind != Kind::Symbol || chosen_.count(symbol) ||
      kept_.count(symbol))
    return false;
  std::vector<Term> below;
  for (Term term : reachable({value}))
    if (term->kind == Kind::Symbol) {
      if (term == symbol || chosen_.count(term))
        return false;
      below.push_back(term);
    }
  kept_.insert(below.begin(), below.end());
  chosen_.insert(symbol);
  next.replace(symbol, value);
  return true;
}

// Of sums: a symbol that is in them once.
bool Elimination::solve(Term equality, Substitution &next) {
  Sort sort = equality->args[0]->sort;
  if (sort.kind != SortKind::BitVec)
    return false;
  Linear sum(sort.bits);
  sum.add(equality->args[0], 1);
  sum.add(equality->args[1], mask(sort.bits));
  for (const auto &[id, entry] : sum.atoms()) {
    auto [atom, factor] = entry;
    if (atom->kind != Kind::Symbol ||
        (factor != 1 && factor != mask(sort.bits)))
      continue;
    Linear rest = sum;
    rest.add(atom, -factor);
    Term value = rest.build(table_);
    if (choose(atom, factor == 1 ? table_.negate(value) : value, next))
      return true;
  }
  return false;
}

bool Elimination::run_once() {
  Substitution next(table_, Loads::AsTheyAre);
  chosen_.clear();
  kept_.clear();
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < parts_.size(); i++) {
    Term part = parts_[i];
    if (part->kind == Kind::Equal &&
        (choose(part->args[0], part->args[1], next) ||
         choose(part->args[1], part->args[0], next) || solve(part, next)))
      found.push_back(i);
  }
  if (found.empty())
    return false;
  for (Term &part : parts_)
    part = next(part);
  equations_.insert(equations_.end(), found.begin(), found.end());
  steps_.push_back(std::move(next));
  return true;
}

} // namespace mergeproof::smt
