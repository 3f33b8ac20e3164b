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

// f() of the number, in the machine's type of that width.
template <typename Visitor>
auto with_value(Bits a, unsigned width, Visitor &&f) {
  return with_type(
      width, [&](auto type) { return f(from_bits<decltype(type)>(a, width)); });
}

// What no operation makes (no bit in front of the point) counts as a NaN where
// the machine converts it, but not where Widest is made of it.
template <typename F>
bool is_number(F value) {
  return value == value;
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
  return with_value(a, width, [&](auto number) {
    Widest value = number, limit = power_of_two(to_width - 1);
    // The value is truncated first: -128.5 is in the range of 8 bits.
    bool fits = (value < limit && value > -limit - 1) || value == -limit;
    return fits && is_number(number)
               ? cut(static_cast<Bits>(static_cast<__int128>(value)), to_width)
               : Bits(0);
  });
}

Bits float_to_unsigned(Bits a, unsigned width, unsigned to_width) {
  return with_value(a, width, [&](auto number) {
    Widest value = number;
    bool fits = value > 0 && value < power_of_two(to_width);
    return fits && is_number(number) ? static_cast<Bits>(value) : Bits(0);
  });
}

Bits float_to_float(Bits a, unsigned from_width, unsigned to_width) {
  return with_value(a, from_width, [&](auto number) {
    return with_type(to_width, [&](auto type) {
      using F = decltype(type);
      return to_bits<F>(static_cast<F>(number), to_width);
    });
  });
}

std::string float_text(Bits a, unsigned width) {
  char text[64];
  with_value(a, width, [&](auto number) {
    if (width <= 64)
      return std::snprintf(text, sizeof text, "%.17g",
                           static_cast<double>(number));
    return std::snprintf(text, sizeof text, "%.21Lg",
                         static_cast<long double>(number));
  });
  return text;
}

} // namespace mergeproof::interp
