// <math.h>: the machine's own functions.
#include "interp/library_function.h"

#include <cerrno>
#include <cmath>
#include <math.h>

namespace mergeproof::interp {
namespace {

// What f() gives; errno is what it sets.
template <typename Compute>
auto with_errno(LibraryCall &call, Compute &&f) {
  errno = 0;
  auto value = f();
  if (errno)
    call.write_number(call.state.error_number, Bits(errno), sizeof errno);
  return value;
}

template <typename F, F (*Function)(F)>
Bits unary(LibraryCall &call) {
  F x = call.real<F>(0);
  return float_bits(with_errno(call, [&] { return Function(x); }));
}

template <typename F, F (*Function)(F, F)>
Bits binary(LibraryCall &call) {
  F x = call.real<F>(0), y = call.real<F>(1);
  return float_bits(with_errno(call, [&] { return Function(x, y); }));
}

template <typename F, F (*Function)(F, F, F)>
Bits ternary(LibraryCall &call) {
  F x = call.real<F>(0), y = call.real<F>(1), z = call.real<F>(2);
  return float_bits(with_errno(call, [&] { return Function(x, y, z); }));
}

template <typename F, F (*Function)(F, int)>
Bits scale(LibraryCall &call) {
  F x = call.real<F>(0);
  int exponent = static_cast<int>(call.integer(1));
  return float_bits(with_errno(call, [&] { return Function(x, exponent); }));
}

template <typename F, F (*Function)(F, long)>
Bits scale_long(LibraryCall &call) {
  F x = call.real<F>(0);
  long exponent = call.integer(1);
  return float_bits(with_errno(call, [&] { return Function(x, exponent); }));
}

template <typename F, typename Integer, Integer (*Function)(F)>
Bits to_integer(LibraryCall &call) {
  F x = call.real<F>(0);
  return static_cast<Bits>(with_errno(call, [&] { return Function(x); }));
}

// nan("text")
template <typename F, F (*Function)(const char *)>
Bits make_nan(LibraryCall &call) {
  return float_bits(Function(call.text(call.address(0)).c_str()));
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
#define SCALE_LONG(name)                                                       \
  {#name, scale_long<double, ::name>},                                         \
      {#name "f", scale_long<float, ::name##f>}, {                             \
    #name "l", scale_long<long double, ::name##l>                              \
  }
#define TO_INTEGER(name, RESULT)                                               \
  {#name, to_integer<double, RESULT, ::name>},                                 \
      {#name "f", to_integer<float, RESULT, ::name##f>}, {                     \
    #name "l", to_integer<long double, RESULT, ::name##l>                      \
  }

constexpr LibraryFunction math_table[] = {
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
    UNARY(lgamma),
    UNARY(exp10),
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
    SCALE_LONG(scalbln),
    TO_INTEGER(lround, long),
    TO_INTEGER(lrint, long),
    TO_INTEGER(llround, long long),
    TO_INTEGER(llrint, long long),
    TO_INTEGER(ilogb, int),
    {"nan", make_nan<double, ::nan>},
    {"nanf", make_nan<float, ::nanf>},
    {"nanl", make_nan<long double, ::nanl>},
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

std::span<const LibraryFunction> math_functions() { return math_table; }

} // namespace mergeproof::interp
