#include "smt/linear.h"

namespace mergeproof::smt {

void Linear::add_atom(Term atom, Bits factor) {
  auto place = atoms_.try_emplace(atom->id, atom, 0).first;
  Bits &known = place->second.second;
  known = (known + factor) & mask(bits_);
  if (known == 0)
    atoms_.erase(place);
}

void Linear::add(Term t, Bits factor) {
  if (t->is_constant()) {
    constant_ += factor * t->value;
  } else if (t->kind == Kind::Add) {
    for (Term arg : t->args)
      add(arg, factor);
  } else if (t->kind == Kind::Mul && t->args[0]->is_constant()) {
    add(t->args[1], factor * t->args[0]->value);
  } else {
    add_atom(t, factor);
  }
}

Linear Linear::take_common(Linear &other) {
  Linear common(bits_);
  for (const auto &[id, atom] : atoms_) {
    auto found = other.atoms_.find(id);
    if (found != other.atoms_.end() && found->second.second == atom.second)
      common.atoms_.emplace(id, atom);
  }
  for (const auto &[id, atom] : common.atoms_) {
    atoms_.erase(id);
    other.atoms_.erase(id);
  }
  if (constant_ == other.constant_) {
    common.constant_ = constant_;
    constant_ = other.constant_ = 0;
  }
  return common;
}

Bits Linear::factor_of(Term atom) const {
  auto found = atoms_.find(atom->id);
  return found == atoms_.end() ? 0 : found->second.second;
}

Term Linear::build(TermTable &table) const {
  return fold_divisions(table, *this).build_as_is(table);
}

Term Linear::scaled(TermTable &table, Term atom, Bits factor) {
  if (factor == 1)
    return atom;
  return table.intern({.kind = Kind::Mul,
                       .sort = atom->sort,
                       .args = {table.constant(atom->sort, factor), atom}});
}

Term Linear::build_as_is(TermTable &table) const {
  std::vector<Term> args;
  for (const auto &[id, atom] : atoms_)
    args.push_back(scaled(table, atom.first, atom.second));
  if (constant() != 0 || args.empty())
    args.push_back(table.constant(bv_sort(bits_), constant()));
  if (args.size() == 1)
    return args[0];
  return table.intern(
      {.kind = Kind::Add, .sort = bv_sort(bits_), .args = std::move(args)});
}

} // namespace mergeproof::smt
