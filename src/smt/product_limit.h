// Whether a product fits, however code asks:
//
//   (uint64_t)a * b > UINT32_MAX      (uint64_t)a * b >> 32 != 0
//   a != 0 && a * b / a != b          a > UINT32_MAX / b
//
// All but the last become UINT32_MAX / a < b, which holds of no a or b that is
// 0: the quotient is the largest number then. Of a and b the older is first.
#pragma once

#include "smt/term.h"

namespace mergeproof::smt {

// The same as this comparison (Equal, ULt), if it asks that; else null. And
// 8 * n > 64, of an n that was widened, is n > 8; n / 90 == 2 is 180 <= n <
// 270.
Term compare_with_limit(TermTable &table, Kind kind, Term a, Term b);

} // namespace mergeproof::smt
