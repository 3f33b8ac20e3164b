#include "smt/abstraction.h"

#include "smt/substitution.h"

#include <algorithm>

namespace mergeproof::smt {

namespace {

constexpr std::size_t most_congruences = 400;
constexpr std::size_t least_entries = 6; // of a table

bool is_power_of_two(Term term) {
  return term->value != 0 && (term->value & (term->value - 1)) == 0;
}

// An object that was filled with constants, as tables are.
bool is_table(Term memory) {
  for (std::size_t i = 0; i < least_entries; i++) {
    if (memory->kind != Kind::Store || !memory->args[2]->is_constant())
      return false;
    memory = memory->args[0];
  }
  return true;
}

bool is_hard_arithmetic(Term term) {
  switch (term->kind) {
  case Kind::Mul:
    return !term->args[0]->is_constant();
  case Kind::UDiv:
  case Kind::SDiv:
  case Kind::URem:
  case Kind::SRem: // by a power of two it is a matter of bits
    return !term->args[1]->is_constant() || !is_power_of_two(term->args[1]);
  default:
    return false;
  }
}

} // namespace

bool is_source(Term term) {
  auto is_number = [](Term part) {
    return part->sort.kind == SortKind::Bool ||
           part->sort.kind == SortKind::BitVec;
  };
  return is_number(term) &&
         (term->kind == Kind::Apply ||
          !std::all_of(term->args.begin(), term->args.end(), is_number));
}

bool Abstraction::is_hard(Term term) const {
  if (of_ == Of::Sources)
    return is_source(term);
  return term->kind == Kind::Load ? is_table(term->args[0])
                                  : of_ == Of::All && is_hard_arithmetic(term);
}

bool Abstraction::is_worth_it(const std::vector<Term> &terms) const {
  std::vector<Term> all = reachable(terms);
  return std::any_of(all.begin(), all.end(),
                     [&](Term term) { return is_hard(term); });
}

std::vector<Term> Abstraction::operator()(const std::vector<Term> &terms) {
  std::vector<Term> result;
  for (Term term : terms)
    result.push_back(replaced(term));
  if (of_ != Of::Sources)
    for (Term condition : congruences(terms))
      result.push_back(condition);
  return result;
}

// Equal operands, equal results; leaving some out is sound.
std::vector<Term> Abstraction::congruences(const std::vector<Term> &terms) {
  std::vector<Term> hard, found;
  for (Term term : reachable(terms))
    if (is_hard(term))
      hard.push_back(term);
  for (std::size_t i = 0; i < hard.size(); i++)
    for (std::size_t j = 0; j < i && found.size() < most_congruences; j++)
      if (hard[i]->kind == hard[j]->kind && hard[i]->sort == hard[j]->sort &&
          (hard[i]->kind != Kind::Load || hard[i]->args[0] == hard[j]->args[0]))
        found.push_back(congruence(hard[i], hard[j]));
  return found;
}

Term Abstraction::congruence(Term a, Term b) {
  auto are_equal = [&](Term x, Term y) {
    return table_.equal(known_.at(x), known_.at(y));
  };
  Term same = table_.logical_and(are_equal(a->args[0], b->args[0]),
                                 are_equal(a->args[1], b->args[1]));
  if (a->kind == Kind::Mul)
    same = table_.logical_or(
        same, table_.logical_and(are_equal(a->args[0], b->args[1]),
                                 are_equal(a->args[1], b->args[0])));
  return table_.implies(same, table_.equal(known_.at(a), known_.at(b)));
}

Term Abstraction::replaced(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term top = stack.back();
    if (known_.count(top)) {
      stack.pop_back();
      continue;
    }
    std::size_t before = stack.size();
    for (Term arg : top->args)
      if (!known_.count(arg))
        stack.push_back(arg);
    if (stack.size() > before)
      continue;
    std::vector<Term> args;
    for (Term arg : top->args)
      args.push_back(known_.at(arg));
    if (is_hard(top))
      known_[top] =
          table_.symbol("some #" + std::to_string(top->id), top->sort);
    else
      known_[top] = args == top->args ? top : rebuild(table_, top, args);
  }
  return known_.at(root);
}

} // namespace mergeproof::smt
