// Values of which some bits may never have been set, and what the operators of
// ir/expr.def make of them.
//
// A bit of a result is unset when the bits that were never set could change it:
// exactly so for logic, sums, comparisons and shifts by what is set; the higher
// bits of a product; all of the result otherwise. So `x & 0xff` of
// a word with one set byte is set, as in Seward and Nethercote, Using Valgrind
// to detect undefined value errors with bit-precision, USENIX 2005, section 2.
#pragma once

#include "ir/expr.h"

namespace mergeproof::interp {

struct Partial {
  ir::Bits bits = 0;
  ir::Bits unset = 0; // these of `bits` say nothing
};

Partial partial_unary(ir::Op op, ir::Scalar type, Partial a);
// `type` is the operands'; comparisons give 1 bit.
Partial partial_binary(ir::Op op, ir::Scalar type, Partial a, Partial b);
Partial partial_cast(ir::Op op, ir::Scalar to, ir::Scalar from, Partial a);

} // namespace mergeproof::interp
