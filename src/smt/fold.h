// Constant folding of bit-vector operations, as SMT-LIB defines them.
#pragma once

#include "smt/term.h"

namespace mergeproof::smt {

// kind is a binary bit-vector operation with constant operands of `bits` bits.
Bits fold(Kind kind, Bits a, Bits b, std::uint32_t bits);

// c ? constant : constant, as C's int-valued conditions make them.
bool is_constant_ite(Term t);

} // namespace mergeproof::smt
