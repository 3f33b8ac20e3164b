// What the operators of ir/expr.def compute, on bits. Operands have no bits
// above their width, nor have results.
#pragma once

#include "ir/expr.h"

namespace mergeproof::interp {

using ir::Bits;

// The low `width` bits.
inline Bits cut(Bits bits, unsigned width) {
  return width >= 128 ? bits : bits & ((Bits(1) << width) - 1);
}

// The value as a signed number.
inline __int128 to_signed(Bits bits, unsigned width) {
  if (width < 128 && (bits >> (width - 1) & 1))
    bits |= ~Bits(0) << width;
  return static_cast<__int128>(bits);
}

Bits apply_unary(ir::Op op, ir::Scalar type, Bits a);
// `type` is the operands'; comparisons give 1 bit.
Bits apply_binary(ir::Op op, ir::Scalar type, Bits a, Bits b);
Bits apply_cast(ir::Op op, ir::Scalar to, ir::Scalar from, Bits a);

} // namespace mergeproof::interp
