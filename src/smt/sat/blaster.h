// Terms as literals: Bool one, a bit-vector one for each bit, a Token a number
// of its own. What a memory, a function or a symbol may be is left free, and
// what these owe each other is stated where an assignment breaks it
// (smt/sat/consistency.h). Each term is written once.
#pragma once

#include "smt/sat/words.h"
#include "smt/term.h"

#include <unordered_map>
#include <vector>

namespace mergeproof::smt {

// Tokens differ as these numbers do: enough for any number of them.
inline constexpr std::uint32_t token_bits = 24;

inline bool is_memory(Term term) { return term->sort.kind == SortKind::Memory; }

class Blaster {
public:
  Blaster() : words_(gates_) {}

  Gates &gates() { return gates_; }
  // Of any sort but Memory; of a Bool one bit.
  const Word &word(Term term);
  Literal literal(Term condition) { return word(condition).front(); }
  // After Sat.
  Bits value(Term term);

private:
  Word make(Term term);
  Word constant(Bits value, std::size_t bits) const;
  Word unknown(Term term);
  Word equal(Term term);
  Word connective(Term term);
  Word sum(Term term);
  Word product(Term term);
  Word division(Term term);
  Word logic(Term term);
  Word part(Term term);
  const Word &arg(Term term, std::size_t i) { return known_.at(term->args[i]); }

  Gates gates_;
  Words words_;
  std::unordered_map<Term, Word> known_;
};

} // namespace mergeproof::smt
