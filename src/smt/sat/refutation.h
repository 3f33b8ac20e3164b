// Why assertions cannot hold together, in parts that other solvers find easy.
//
// What the solver by bits finds rests on few laws of memories and functions
// (consistency.h). With these written down, loads, values of functions and
// equalities of memories may be unknowns of which nothing else is known: what
// remains is a question about bit-vectors alone. So there are two parts,
//
//     claims   the assertions and the laws, over such unknowns: they cannot
//              hold together;
//     laws     each of which always holds,
//
// and who confirms both has confirmed that the assertions cannot hold (lemmas
// on demand as in Brummayer, Biere 2009, kept as a certificate). A law says of
// anything what it says of the terms that it was met at, so those are unknowns
// in it, too. Two things are not among the parts: a symbol that an assertion
// says what it equals was replaced, and that memories that differ do so at some
// address is an axiom of arrays.
#pragma once

#include "smt/term.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::smt {

struct Refutation {
  std::vector<Term> claims; // of numbers only
  std::vector<Term> laws;   // none: the claims need none
};

// None: they can hold, or the limit was met.
std::optional<Refutation> refute_in_parts(TermTable &table,
                                          const std::vector<Term> &assertions,
                                          std::uint64_t conflicts);

// Complete scripts, each of which cannot be satisfied.
std::vector<std::string> to_smtlib(TermTable &table, const Refutation &parts,
                                   const std::string &comment);

} // namespace mergeproof::smt
