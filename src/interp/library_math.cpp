// <math.h>: the machine's own functions. errno is left as
// it is.
#include "interp/library_function.h"

#include <cmath>
#include <math.h>

namespace mergeproof::interp {
namespace {

template <typename F, F (*Function)(F)>
Bits unary(LibraryCall &call) {
  return float_bits(Function(call.real<F>(0)));
}

template <typename F, F (*Function)(F, F)>
Bits binary(LibraryCall &call) {
  return float_bits(Function(call.real<F>(0), call.real<F>(1)));
}

template <typename F, F (*Function)(F, F, F)>
Bits ternary(LibraryCall &call) {
  return float_bits(
      Function(call.real<F>(0), call.real<F>(1), call.real<F>(2)));
}

template <typename F, F (*Function)(F, int)>
Bits scale(LibraryCall &call) {
  return float_bits(
      Function(call.real<F>(0), static_cast<int>(call.integer(1))));
}

template <typename F, long (*Function)(F)>
Bits to_integer(LibraryCall &call) {
  return static_cast<Bits>(Function(call.real<F>(0)));
}

template <typename F>
Bits frexp(LibraryCall &call) {
  int exponent = 0;
  F fraction = std::frexp(call.real<F>(0), &exponent);
  call.write_number(call.address(1), static_cast<unsigned>(exponent), 4);
  return float_bits(fraction);
}

template <typename F>
Bits modf(LibraryCall &call) {
  F whole = 0;
  F fraction = std::modf(call.real<F>(0), &whole);
  call.write_number(call.address(1), float_bits(whole), sizeof whole);
  return float_bits(fraction);
}

#define UNARY(name)                                                            \
  {#name, unary<double, ::name>}, {#name "f", unary<float, ::name##f>}, {      \
    #name "l", unary<long double, ::name##l>                                   \
  }
#define BINARY(name)                                                           \
  {#name, binary<double, ::name>}, {#name "f", binary<float, ::name##f>}, {    \
    #name "l", binary<long double, ::name##l>                                  \
  }
#define SCALE(name)                                                            \
  {#name, scale<double, ::name>}, {#name "f", scale<float, ::name##f>}, {      \
    #name "l", scale<long double, ::name##l>                                   \
  }
#define TO_INTEGER(name)                                                       \
  {#name, to_integer<double, ::name>},                                         \
      {#name "f", to_integer<float, ::name##f>}, {                             \
    #name "l", to_integer<long double, ::name##l>                              \
  }

constexpr LibraryFunction functions[] = {
    UNARY(sin),
    UNARY(cos),
    UNARY(tan),
    UNARY(asin),
    UNARY(acos),
    UNARY(atan),
    UNARY(sinh),
    UNARY(cosh),
    UNARY(tanh),
    UNARY(asinh),
    UNARY(acosh),
    UNARY(atanh),
    UNARY(exp),
    UNARY(exp2),
    UNARY(expm1),
    UNARY(log),
    UNARY(log2),
    UNARY(log10),
    UNARY(log1p),
    UNARY(logb),
    UNARY(sqrt),
    UNARY(cbrt),
    UNARY(erf),
    UNARY(erfc),
    UNARY(floor),
    UNARY(ceil),
    UNARY(trunc),
    UNARY(round),
    UNARY(rint),
    UNARY(nearbyint),
    UNARY(fabs),
    UNARY(tgamma),
    BINARY(pow),
    BINARY(fmod),
    BINARY(atan2),
    BINARY(hypot),
    BINARY(fmin),
    BINARY(fmax),
    BINARY(fdim),
    BINARY(remainder),
    BINARY(copysign),
    BINARY(nextafter),
    SCALE(ldexp),
    SCALE(scalbn),
    TO_INTEGER(lround),
    TO_INTEGER(lrint),
    {"fma", ternary<double, ::fma>},
    {"fmaf", ternary<float, ::fmaf>},
    {"fmal", ternary<long double, ::fmal>},
    {"frexp", frexp<double>},
    {"frexpf", frexp<float>},
    {"frexpl", frexp<long double>},
    {"modf", modf<double>},
    {"modff", modf<float>},
    {"modfl", modf<long double>},
};

} // namespace

std::span<const LibraryFunction> math_functions() { return functions; }

} // namespace mergeproof::interp
