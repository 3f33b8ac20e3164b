// uses: interp verdict ir source support
//
// Every operator against what C computes for the machine's types, and at the
// widths that C does not have against definitions by wide arithmetic.
#include "interp/arithmetic.h"
#include "interp/float_arithmetic.h"
#include "laws/random_source.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace mergeproof::interp {
namespace {

using ir::Op;
using Signed = __int128;

constexpr Bits one = 1;

Bits power(unsigned exponent) { return one << exponent; }

// Values where carries, signs and ends meet, cut to the width.
std::vector<Bits> interesting(unsigned width) {
  std::vector<Bits> values;
  for (Bits base : {Bits(0), power(width - 1), ~Bits(0), power(width / 2),
                    Bits(0x5bd1e995)})
    for (int near = -2; near <= 2; near++)
      values.push_back(cut(base + static_cast<Bits>(Signed(near)), width));
  values.push_back(cut(7, width));
  values.push_back(cut(width, width));
  return values;
}

template <typename F>
void for_pairs(unsigned width, F &&f) {
  for (Bits a : interesting(width))
    for (Bits b : interesting(width))
      f(a, b);
}

template <typename U>
void expect_wrapping() {
  using S = std::make_signed_t<U>;
  constexpr unsigned width = sizeof(U) * 8;
  ir::Scalar type = ir::make_int(width);
  auto apply = [&](Op op, U a, U b) { return apply_binary(op, type, a, b); };
  for_pairs(width, [&](Bits x, Bits y) {
    U a = U(x), b = U(y);
    S s = S(a), t = S(b);
    EXPECT_EQ(U(apply(Op::Add, a, b)), U(std::uint64_t(a) + b));
    EXPECT_EQ(U(apply(Op::Sub, a, b)), U(std::uint64_t(a) - b));
    EXPECT_EQ(U(apply(Op::Mul, a, b)), U(std::uint64_t(a) * b));
    EXPECT_EQ(U(apply(Op::And, a, b)), U(a & b));
    EXPECT_EQ(U(apply(Op::Or, a, b)), U(a | b));
    EXPECT_EQ(U(apply(Op::Xor, a, b)), U(a ^ b));
    EXPECT_EQ(bool(apply(Op::Eq, a, b)), a == b);
    EXPECT_EQ(bool(apply(Op::Ne, a, b)), a != b);
    EXPECT_EQ(bool(apply(Op::ULt, a, b)), a < b);
    EXPECT_EQ(bool(apply(Op::ULe, a, b)), a <= b);
    EXPECT_EQ(bool(apply(Op::SLt, a, b)), s < t);
    EXPECT_EQ(bool(apply(Op::SLe, a, b)), s <= t);
    S exact_s;
    U exact_u;
    EXPECT_EQ(bool(apply(Op::SAddOverflow, a, b)),
              __builtin_add_overflow(s, t, &exact_s));
    EXPECT_EQ(bool(apply(Op::SSubOverflow, a, b)),
              __builtin_sub_overflow(s, t, &exact_s));
    EXPECT_EQ(bool(apply(Op::SMulOverflow, a, b)),
              __builtin_mul_overflow(s, t, &exact_s));
    EXPECT_EQ(bool(apply(Op::UAddOverflow, a, b)),
              __builtin_add_overflow(a, b, &exact_u));
    EXPECT_EQ(bool(apply(Op::USubOverflow, a, b)),
              __builtin_sub_overflow(a, b, &exact_u));
    EXPECT_EQ(bool(apply(Op::UMulOverflow, a, b)),
              __builtin_mul_overflow(a, b, &exact_u));
  });
}

template <typename U>
void expect_division_and_shifts() {
  using S = std::make_signed_t<U>;
  constexpr unsigned width = sizeof(U) * 8;
  ir::Scalar type = ir::make_int(width);
  auto apply = [&](Op op, U a, U b) { return U(apply_binary(op, type, a, b)); };
  for_pairs(width, [&](Bits x, Bits y) {
    U a = U(x), b = U(y);
    S s = S(a), t = S(b);
    bool overflows = s == std::numeric_limits<S>::min() && t == -1;
    EXPECT_EQ(apply(Op::UDiv, a, b), b ? U(a / b) : U(~U(0)));
    EXPECT_EQ(apply(Op::URem, a, b), b ? U(a % b) : a);
    EXPECT_EQ(apply(Op::SDiv, a, b), t == 0      ? U(s < 0 ? 1 : -1)
                                     : overflows ? a
                                                 : U(s / t));
    EXPECT_EQ(apply(Op::SRem, a, b), t == 0 ? a : overflows ? U(0) : U(s % t));
    bool is_wide = b >= width;
    EXPECT_EQ(apply(Op::Shl, a, b), is_wide ? U(0) : U(std::uint64_t(a) << b));
    EXPECT_EQ(apply(Op::LShr, a, b), is_wide ? U(0) : U(a >> b));
    EXPECT_EQ(apply(Op::AShr, a, b),
              is_wide ? U(s < 0 ? -1 : 0) : U(std::int64_t(s) >> b));
  });
}

template <typename U>
void expect_unary_and_casts() {
  using S = std::make_signed_t<U>;
  constexpr unsigned width = sizeof(U) * 8;
  ir::Scalar type = ir::make_int(width);
  for (Bits bits : interesting(width)) {
    U a = U(bits);
    EXPECT_EQ(U(apply_unary(Op::Not, type, a)), U(~a));
    EXPECT_EQ(U(apply_unary(Op::Neg, type, a)), U(0 - std::uint64_t(a)));
    EXPECT_TRUE(apply_cast(Op::ZExt, ir::make_int(128), type, a) == Bits(a));
    EXPECT_TRUE(apply_cast(Op::SExt, ir::make_int(128), type, a) ==
                static_cast<Bits>(Signed(S(a))));
    EXPECT_TRUE(apply_cast(Op::Trunc, ir::make_int(3), type, a) ==
                Bits(a & 7u));
  }
}

template <typename U>
void expect_all() {
  expect_wrapping<U>();
  expect_division_and_shifts<U>();
  expect_unary_and_casts<U>();
}

TEST(Arithmetic, EightBits) { expect_all<std::uint8_t>(); }
TEST(Arithmetic, SixteenBits) { expect_all<std::uint16_t>(); }
TEST(Arithmetic, ThirtyTwoBits) { expect_all<std::uint32_t>(); }
TEST(Arithmetic, SixtyFourBits) { expect_all<std::uint64_t>(); }

// Widths below 64 by exact arithmetic on numbers that fit in 128 bits.
void expect_by_definition(unsigned width) {
  ir::Scalar type = ir::make_int(std::uint16_t(width));
  Signed least = -Signed(power(width - 1)), most = -(least + 1);
  auto fits = [&](Signed v) { return v >= least && v <= most; };
  for_pairs(width, [&](Bits a, Bits b) {
    Signed s = to_signed(a, width), t = to_signed(b, width);
    auto is = [&](Op op, Bits expected) {
      return apply_binary(op, type, a, b) == cut(expected, width);
    };
    EXPECT_TRUE(is(Op::Add, a + b) && is(Op::Sub, a - b));
    EXPECT_TRUE(is(Op::Mul, a * b));
    EXPECT_TRUE(is(Op::UDiv, b ? a / b : ~Bits(0)));
    EXPECT_TRUE(is(Op::SDiv, t ? Bits(s / t) : s < 0 ? Bits(1) : ~Bits(0)));
    EXPECT_TRUE(is(Op::SRem, t ? Bits(s % t) : a));
    EXPECT_TRUE(is(Op::SLt, s < t) && is(Op::ULt, a < b));
    EXPECT_TRUE(is(Op::SAddOverflow, !fits(s + t)));
    EXPECT_TRUE(is(Op::SSubOverflow, !fits(s - t)));
    EXPECT_TRUE(is(Op::SMulOverflow, !fits(s * t)));
    EXPECT_TRUE(is(Op::UMulOverflow, a * b >= power(width)));
    EXPECT_TRUE(is(Op::AShr, Bits(s >> (b >= width ? width - 1 : int(b)))));
    EXPECT_TRUE(is(Op::Shl, b >= width ? Bits(0) : a << int(b)));
  });
}

TEST(Arithmetic, OddWidths) {
  for (unsigned width : {1u, 2u, 3u, 7u, 24u, 33u, 62u})
    expect_by_definition(width);
}

TEST(Arithmetic, OneBit) {
  EXPECT_TRUE(apply_unary(Op::Not, ir::bool_scalar, 0) == 1);
  EXPECT_TRUE(apply_unary(Op::Not, ir::bool_scalar, 1) == 0);
  EXPECT_TRUE(apply_cast(Op::SExt, ir::make_int(8), ir::bool_scalar, 1) == 255);
}

TEST(Arithmetic, OneHundredTwentyEightBits) {
  ir::Scalar type = ir::make_int(128);
  Bits least = power(127), ones = ~Bits(0);
  auto apply = [&](Op op, Bits a, Bits b) {
    return apply_binary(op, type, a, b);
  };
  EXPECT_TRUE(apply(Op::Add, ones, 1) == 0);
  EXPECT_TRUE(apply(Op::Mul, power(64), power(64)) == 0);
  EXPECT_TRUE(apply(Op::SDiv, least, ones) == least);
  EXPECT_TRUE(apply(Op::SRem, least, ones) == 0);
  EXPECT_TRUE(apply(Op::SDiv, ones - 6, 2) == ones - 2); // -7 / 2 = -3
  EXPECT_TRUE(apply(Op::SRem, ones - 6, 2) == ones);     // -7 % 2 = -1
  EXPECT_TRUE(apply(Op::UDiv, ones, 0) == ones);
  EXPECT_TRUE(apply(Op::SLt, least, 0) && !apply(Op::ULt, least, 0));
  EXPECT_TRUE(apply(Op::SAddOverflow, least - 1, 1));
  EXPECT_FALSE(apply(Op::SAddOverflow, least, 1));
  EXPECT_TRUE(apply(Op::SMulOverflow, power(64), power(63)));
  EXPECT_TRUE(apply(Op::UAddOverflow, ones, 1));
  EXPECT_TRUE(apply(Op::AShr, least, 127) == ones);
  EXPECT_TRUE(apply(Op::AShr, least, 128) == ones);
  EXPECT_TRUE(apply(Op::LShr, least, 127) == 1);
  EXPECT_TRUE(apply(Op::Shl, 1, 128) == 0);
  EXPECT_TRUE(apply_unary(Op::Neg, type, 1) == ones);
}

template <typename F>
Bits bits_of(F value, unsigned width) {
  Bits bits = 0;
  std::memcpy(&bits, &value, width / 8);
  return bits;
}

template <typename F>
void expect_floats(unsigned width) {
  const F infinity = std::numeric_limits<F>::infinity();
  const F nan = std::numeric_limits<F>::quiet_NaN();
  const std::vector<F> values{0,       F(-0.0),  1,         F(-1.5), F(0.1),
                              F(1e10), infinity, -infinity, nan,     F(-3e-5)};
  ir::Scalar type{ir::ScalarKind::Float, std::uint16_t(width)};
  for (F a : values)
    for (F b : values) {
      auto is = [&](Op op, F expected) {
        Bits result =
            apply_binary(op, type, bits_of(a, width), bits_of(b, width));
        return std::isnan(expected) || result == bits_of(expected, width);
      };
      auto holds = [&](Op op) {
        return bool(
            apply_binary(op, type, bits_of(a, width), bits_of(b, width)));
      };
      EXPECT_TRUE(is(Op::FAdd, a + b) && is(Op::FSub, a - b));
      EXPECT_TRUE(is(Op::FMul, a * b) && (b == 0 || is(Op::FDiv, a / b)));
      EXPECT_EQ(holds(Op::FEq), a == b);
      EXPECT_EQ(holds(Op::FNe), a != b);
      EXPECT_EQ(holds(Op::FLt), a < b);
      EXPECT_EQ(holds(Op::FLe), a <= b);
      EXPECT_TRUE(apply_unary(Op::FNeg, type, bits_of(a, width)) ==
                  bits_of(F(-a), width));
    }
}

TEST(Floats, AgreeWithTheMachine) {
  expect_floats<float>(32);
  expect_floats<double>(64);
  expect_floats<long double>(80);
}

// Bits that no operation makes, and numbers, as the machine takes them.
TEST(Floats, ExtendedBitsAreAsTheMachineTakesThem) {
  ir::Scalar f80{ir::ScalarKind::Float, 80}, f64{ir::ScalarKind::Float, 64};
  tests::RandomSource random(5);
  const Bits tops[] = {0, 1, 0x3fff, 0x403e, 0x7ffe, 0x7fff};
  for (int i = 0; i < 20'000; i++) {
    Bits top = random.one_in(4) ? random.below(0x10000)
                                : tops[random.below(6)] | random.below(2) << 15;
    Bits bits = top << 64 | (random.next() << random.below(64));
    long double volatile a = 0;
    long double number = 0;
    std::memcpy(&number, &bits, 10);
    a = number;
    EXPECT_TRUE(apply_binary(Op::FAdd, f80, bits, bits) == bits_of(a + a, 80));
    EXPECT_EQ(bool(apply_binary(Op::FEq, f80, bits, bits)), a == a);
    EXPECT_EQ(bool(apply_binary(Op::FLt, f80, bits, 0)), a < 0);
    EXPECT_TRUE(apply_cast(Op::FloatToFloat, f64, f80, bits) ==
                bits_of(static_cast<double>(a), 64));
    Bits integer = apply_cast(Op::FloatToSInt, ir::make_int(64), f80, bits);
    EXPECT_TRUE(a == a || integer == 0);
    EXPECT_TRUE(apply_unary(Op::FNeg, f80, bits) == (bits ^ Bits(1) << 79));
  }
  Bits one_without_its_bit = Bits(0x3fff) << 64;
  EXPECT_TRUE(apply_cast(Op::FloatToFloat, f64, f80, one_without_its_bit) ==
              Bits(0xfff8) << 48);
}

TEST(Floats, DivisionByZero) {
  ir::Scalar type{ir::ScalarKind::Float, 64};
  EXPECT_EQ(float_text(apply_binary(Op::FDiv, type, bits_of(-1.0, 64),
                                    bits_of(0.0, 64)),
                       64),
            "-inf");
}

TEST(Floats, Casts) {
  ir::Scalar f32{ir::ScalarKind::Float, 32}, f64{ir::ScalarKind::Float, 64};
  ir::Scalar f80{ir::ScalarKind::Float, 80}, f128{ir::ScalarKind::Float, 128};
  auto to_int = [&](Op op, double value, std::uint16_t width) {
    return apply_cast(op, ir::make_int(width), f64, bits_of(value, 64));
  };
  EXPECT_TRUE(to_int(Op::FloatToSInt, -2.9, 8) == 0xfe);
  EXPECT_TRUE(to_int(Op::FloatToSInt, -128.5, 8) == 0x80);
  EXPECT_TRUE(to_int(Op::FloatToSInt, -129, 8) == 0);
  EXPECT_TRUE(to_int(Op::FloatToSInt, 127.9, 8) == 127);
  EXPECT_TRUE(to_int(Op::FloatToSInt, 128, 8) == 0);
  EXPECT_TRUE(to_int(Op::FloatToSInt, std::nan(""), 32) == 0);
  EXPECT_TRUE(to_int(Op::FloatToSInt, -0x1p63, 64) == power(63));
  EXPECT_TRUE(to_int(Op::FloatToSInt, -0x1p127, 128) == power(127));
  EXPECT_TRUE(to_int(Op::FloatToUInt, -0.9, 8) == 0);
  EXPECT_TRUE(to_int(Op::FloatToUInt, 255.9, 8) == 255);
  EXPECT_TRUE(to_int(Op::FloatToUInt, 256, 8) == 0);
  EXPECT_TRUE(to_int(Op::FloatToUInt, -1, 8) == 0);
  EXPECT_TRUE(apply_cast(Op::SIntToFloat, f64, ir::make_int(8), 0xff) ==
              bits_of(-1.0, 64));
  EXPECT_TRUE(apply_cast(Op::UIntToFloat, f32, ir::make_int(64),
                         ~std::uint64_t(0)) == bits_of(0x1p64f, 32));
  EXPECT_TRUE(apply_cast(Op::FloatToFloat, f32, f64, bits_of(0.1, 64)) ==
              bits_of(0.1f, 32));
  Bits wide = apply_cast(Op::FloatToFloat, f128, f64, bits_of(0.1, 64));
  EXPECT_TRUE(apply_cast(Op::FloatToFloat, f64, f128, wide) ==
              bits_of(0.1, 64));
  EXPECT_TRUE(apply_cast(Op::FloatToFloat, f80, f64, bits_of(0.1, 64)) ==
              bits_of(static_cast<long double>(0.1), 80));
}

TEST(Arithmetic, RandomPairsAtSixtyFourBits) {
  tests::RandomSource random(3);
  ir::Scalar type = ir::make_int(64);
  for (int i = 0; i < 20'000; i++) {
    std::uint64_t a = random.next() >> random.below(64), b = random.next();
    b >>= random.below(64);
    std::int64_t exact = 0;
    EXPECT_TRUE(apply_binary(Op::Mul, type, a, b) == a * b);
    EXPECT_TRUE(apply_binary(Op::UDiv, type, a, b) ==
                (b ? a / b : ~std::uint64_t(0)));
    EXPECT_EQ(bool(apply_binary(Op::SMulOverflow, type, a, b)),
              __builtin_mul_overflow(std::int64_t(a), std::int64_t(b), &exact));
  }
}

} // namespace
} // namespace mergeproof::interp
