// The part of a memory that some pointers can reach, and the whole with another
// part in its place.
//
//   memory            store(store(store(m, p, 1), &x, 2), p + 4, 3)
//   part behind p     store(store(m, p, 1), p + 4, 3)
//   whole(now)        store(now, &x, 2)
//
// Left out is what was written to objects that neither the pointers nor any
// write that stays can point into (are_apart). Where the pointers point, memory
// and part hold the same bytes; elsewhere memory and whole(now) do if the part
// and `now` do. Assumes InObjectArithmetic.
#pragma once

#include "smt/term.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mergeproof::smt {

class MemoryPart {
public:
  MemoryPart(TermTable &table, Term memory, const std::vector<Term> &pointers);

  Term part();
  // The memory after its part became `now`.
  Term whole(Term now);

private:
  void find_left_out(const std::vector<Term> &pointers);
  Term whole(Term memory, Term now);

  TermTable &table_;
  Term memory_;
  std::unordered_set<Term> left_out_; // stores and changes
  std::unordered_map<Term, Term> wholes_;
};

// Without what was written to these addresses: elsewhere it holds the same.
using IsLeftOut = std::function<bool(Term written)>;
Term memory_without(TermTable &table, Term memory,
                    const IsLeftOut &is_left_out);

} // namespace mergeproof::smt
