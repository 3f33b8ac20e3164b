// IEEE floats of 32, 64, 80 (x87) and 128 bits, held as bits; round to nearest.
#pragma once

#include "ir/expr.h"

#include <string>

namespace mergeproof::interp {

using ir::Bits;

// FAdd … FDiv give bits of the same width, FEq … FLe one bit.
Bits apply_float(ir::Op op, unsigned width, Bits a, Bits b);

Bits float_from_signed(__int128 value, unsigned width);
Bits float_from_unsigned(Bits value, unsigned width);
// Towards zero; 0 when out of the range of `to_width` bits.
Bits float_to_signed(Bits a, unsigned width, unsigned to_width);
Bits float_to_unsigned(Bits a, unsigned width, unsigned to_width);
Bits float_to_float(Bits a, unsigned from_width, unsigned to_width);

// As printf's %.17g writes it, 80 and 128 bits with %.21Lg.
std::string float_text(Bits a, unsigned width);

} // namespace mergeproof::interp
