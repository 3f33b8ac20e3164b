#include "interp/float_arithmetic.h"

#include "interp/arithmetic.h"
#include "support/check.h"

#include <cstdio>
#include <cstring>
#include <limits>

namespace mergeproof::interp {
namespace {

using ir::Op;
using Widest = __float128;

static_assert(std::numeric_limits<long double>::digits == 64,
              "80-bit floats are the machine's long double");

template <typename F>
F from_bits(Bits bits, unsigned width) {
  F value = 0;
  std::memcpy(&value, &bits, width / 8);
  return value;
}

template <typename F>
Bits to_bits(F value, unsigned width) {
  Bits bits = 0;
  std::memcpy(&bits, &value, width / 8);
  return bits;
}

// f(F()) with the machine's type of that width.
template <typename Visitor>
auto with_type(unsigned width, Visitor &&f) {
  switch (width) {
  case 32:
    return f(float());
  case 64:
    return f(double());
  case 80:
    return f(static_cast<long double>(0));
  default:
    CHECK(width == 128);
    return f(Widest(0));
  }
}

template <typename F>
Bits compute(Op op, unsigned width, F a, F b) {
  if (op == Op::FAdd)
    return to_bits<F>(a + b, width);
  if (op == Op::FSub)
    return to_bits<F>(a - b, width);
  if (op == Op::FMul)
    return to_bits<F>(a * b, width);
  if (op == Op::FDiv)
    return to_bits<F>(a / b, width);
  if (op == Op::FEq)
    return a == b;
  if (op == Op::FNe)
    return a != b;
  if (op == Op::FLt)
    return a < b;
  CHECK(op == Op::FLe);
  return a <= b;
}

Widest widen(Bits a, unsigned width) {
  return with_type(width, [&](auto type) {
    return Widest(from_bits<decltype(type)>(a, width));
  });
}

Widest power_of_two(unsigned exponent) {
  Widest value = 1;
  for (unsigned i = 0; i < exponent; i++)
    value *= 2;
  return value;
}

} // namespace

Bits apply_float(Op op, unsigned width, Bits a, Bits b) {
  return with_type(width, [&](auto type) {
    using F = decltype(type);
    return compute<F>(op, width, from_bits<F>(a, width),
                      from_bits<F>(b, width));
  });
}

Bits float_from_signed(__int128 value, unsigned width) {
  return with_type(width, [&](auto type) {
    using F = decltype(type);
    return to_bits<F>(static_cast<F>(value), width);
  });
}

Bits float_from_unsigned(Bits value, unsigned width) {
  return with_type(width, [&](auto type) {
    using F = decltype(type);
    return to_bits<F>(static_cast<F>(value), width);
  });
}

Bits float_to_signed(Bits a, unsigned width, unsigned to_width) {
  Widest value = widen(a, width), limit = power_of_two(to_width - 1);
  // The value is truncated first: -128.5 is in the range of 8 bits.
  if (!(value < limit && value > -limit - 1) && value != -limit)
    return 0;
  return cut(static_cast<Bits>(static_cast<__int128>(value)), to_width);
}

Bits float_to_unsigned(Bits a, unsigned width, unsigned to_width) {
  Widest value = widen(a, width);
  if (!(value > -1 && value < power_of_two(to_width)))
    return 0;
  return value <= 0 ? Bits(0) : static_cast<Bits>(value);
}

Bits float_to_float(Bits a, unsigned from_width, unsigned to_width) {
  return with_type(to_width, [&](auto type) {
    using F = decltype(type);
    return to_bits<F>(static_cast<F>(widen(a, from_width)), to_width);
  });
}

std::string float_text(Bits a, unsigned width) {
  char text[64];
  if (width <= 64)
    std::snprintf(text, sizeof text, "%.17g",
                  static_cast<double>(widen(a, width)));
  else
    std::snprintf(text, sizeof text, "%.21Lg",
                  static_cast<long double>(widen(a, width)));
  return text;
}

} // namespace mergeproof::interp
