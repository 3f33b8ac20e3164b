// Bounds of a number that can be read off its term.
#pragma once

#include "smt/term.h"

namespace mergeproof::smt {

// low <= the value, read as a signed number, <= high.
struct Range {
  __int128 low = 0;
  __int128 high = 0;
};

// Of a term of at most 64 bits; every value that it takes under any assignment
// lies inside.
Range signed_range(Term term);

} // namespace mergeproof::smt
