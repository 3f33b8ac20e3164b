// Bounds of a number that can be read off its term.
#pragma once

#include "smt/term.h"

namespace mergeproof::smt {

// low <= the value, read as a signed number, <= high.
struct Range {
  __int128 low = 0;
  __int128 high = 0;
  bool operator==(const Range &) const = default;
};

// Of a term of at most 64 bits; every value that it takes under any assignment
// lies inside.
Range signed_range(Term term);

// Of a number whose range is known, where the condition holds, which may
// compare it with something.
Range narrowed(Range range, Term number, Term condition);

} // namespace mergeproof::smt
