// The first turns of a loop under made-up inputs (SafeMerge, section 7: "the
// values of the first iterations"), one after the other from where the loop
// begins: what holds at the heads that are reached may hold at all.
#pragma once

#include "smt/term.h"

#include <vector>

namespace mergeproof::relational {

// What a turn changes, of any sort. `head` is a symbol of its own.
struct ChangingCell {
  smt::Term first = nullptr, head = nullptr, after = nullptr;
};

// By row: the values of `asked`, terms made of heads and of what was before the
// loop, at a head that was reached. `entered`: where the loop is; `goes_on`:
// where the turn from a head is followed by another. Rows of the beginning are
// among them. None where too few runs get beyond it.
using Rows = std::vector<std::vector<smt::Bits>>;
Rows reach_heads(const std::vector<ChangingCell> &cells, smt::Term entered,
                 smt::Term goes_on, const std::vector<smt::Term> &asked);

// Numbers in terms that what changes may be compared with; not more than a few.
std::vector<smt::Bits> numbers_in(const std::vector<smt::Term> &terms);

} // namespace mergeproof::relational
