// A sum of constant multiples of atoms, modulo 2^bits: the normal form of Add.
//
// Divisions in it are folded where that leaves fewer atoms:
//
//   a - (a / c) * c          is   a % c
//   a % c + (a / c) * c      is   a
//   t / 60 - t / 3600 * 60   is   t / 60 % 60
//
// for any c, 0 as well: a / 0 * 0 is 0, and a % 0 is a.
#pragma once

#include "smt/term.h"

#include <map>
#include <utility>

namespace mergeproof::smt {

class Linear {
public:
  // By the ids of the atoms: the atom, and its factor, which is not 0.
  using Atoms = std::map<std::uint64_t, std::pair<Term, Bits>>;

  explicit Linear(std::uint32_t bits) : bits_(bits) {}

  void add(Term t, Bits factor);
  // What both have, taken out of both.
  Linear take_common(Linear &other);
  Term build(TermTable &table) const;

  std::uint32_t bits() const { return bits_; }
  const Atoms &atoms() const { return atoms_; }
  bool has_atoms() const { return !atoms_.empty(); }
  Bits constant() const { return constant_ & mask(bits_); }
  Bits factor_of(Term atom) const; // 0: it has none

private:
  void add_atom(Term atom, Bits factor);
  Term build_as_is(TermTable &table) const;
  static Term scaled(TermTable &table, Term atom, Bits factor);

  std::uint32_t bits_;
  Bits constant_ = 0;
  Atoms atoms_;
};

// The same sum, with its divisions folded.
Linear fold_divisions(TermTable &table, const Linear &sum);

} // namespace mergeproof::smt
