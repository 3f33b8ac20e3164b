// uses: interp verdict ir source support
//
// What operators make of bits that were never set, against all that these bits
// could be: exhaustively at three bits.
#include "interp/arithmetic.h"
#include "interp/partial.h"

#include <gtest/gtest.h>
#include <set>

namespace mergeproof::interp {
namespace {

using ir::Op;

constexpr unsigned width = 3;
constexpr Bits all = (Bits(1) << width) - 1;

// What a value with unset bits may be.
std::vector<Bits> completions(Partial a) {
  std::vector<Bits> values;
  for (Bits some = 0; some <= all; some++)
    if ((some & ~a.unset) == 0)
      values.push_back((a.bits & ~a.unset) | some);
  return values;
}

template <typename F>
void for_partials(F &&f) {
  for (Bits bits = 0; bits <= all; bits++)
    for (Bits unset = 0; unset <= all; unset++)
      f(Partial{bits, unset});
}

// Bits of the result that are not the same for all operands.
Bits varying(Op op, Partial a, Partial b) {
  Bits ones = ~Bits(0), any = 0;
  for (Bits x : completions(a))
    for (Bits y : completions(b)) {
      Bits result = apply_binary(op, ir::make_int(width), x, y);
      ones &= result;
      any |= result;
    }
  return any & ~ones;
}

// Nothing that varies is called set.
void expect_covered(Op op) {
  for_partials([&](Partial a) {
    for_partials([&](Partial b) {
      Partial result = partial_binary(op, ir::make_int(width), a, b);
      ASSERT_EQ(result.bits,
                apply_binary(op, ir::make_int(width), a.bits, b.bits));
      ASSERT_EQ(varying(op, a, b) & ~result.unset, 0u) << ir::to_text(op);
      if (!a.unset && !b.unset) {
        ASSERT_EQ(result.unset, 0u);
      }
    });
  });
}

// And nothing more.
void expect_exact(Op op) {
  for_partials([&](Partial a) {
    for_partials([&](Partial b) {
      Partial result = partial_binary(op, ir::make_int(width), a, b);
      ASSERT_EQ(varying(op, a, b), result.unset)
          << ir::to_text(op) << " of " << unsigned(a.bits) << "/"
          << unsigned(a.unset) << " and " << unsigned(b.bits) << "/"
          << unsigned(b.unset);
    });
  });
}

TEST(Partial, NothingIsCalledSetThatIsNot) {
  for (Op op :
       {Op::Add,          Op::Sub,          Op::Mul,          Op::UDiv,
        Op::SDiv,         Op::URem,         Op::SRem,         Op::And,
        Op::Or,           Op::Xor,          Op::Shl,          Op::LShr,
        Op::AShr,         Op::Eq,           Op::Ne,           Op::ULt,
        Op::ULe,          Op::SLt,          Op::SLe,          Op::SAddOverflow,
        Op::SSubOverflow, Op::SMulOverflow, Op::UAddOverflow, Op::USubOverflow,
        Op::UMulOverflow})
    expect_covered(op);
}

TEST(Partial, LogicAndComparisonsAreExact) {
  for (Op op : {Op::And, Op::Or, Op::Xor, Op::Eq, Op::Ne, Op::ULt, Op::ULe,
                Op::SLt, Op::SLe})
    expect_exact(op);
}

TEST(Partial, SumsKeepWhatNoCarryReaches) {
  for (Op op : {Op::Add, Op::Sub})
    expect_exact(op);
  Partial low{0, 0xff}, word{0x100, 0};
  EXPECT_EQ(partial_binary(Op::Add, ir::make_int(32), low, word).unset, 0xffu);
}

TEST(Partial, CastsMoveBits) {
  Partial byte{0, 0x80};
  auto cast = [&](Op op, unsigned to, unsigned from) {
    return partial_cast(op, ir::make_int(std::uint16_t(to)),
                        ir::make_int(std::uint16_t(from)), byte)
        .unset;
  };
  EXPECT_EQ(cast(Op::ZExt, 32, 8), 0x80u);
  EXPECT_EQ(cast(Op::SExt, 16, 8), 0xff80u);
  EXPECT_EQ(cast(Op::Trunc, 4, 8), 0u);
  EXPECT_EQ(partial_cast(Op::SIntToFloat, {ir::ScalarKind::Float, 32},
                         ir::make_int(8), byte)
                .unset,
            0xffffffffu);
}

TEST(Partial, NegationIsADifference) {
  for_partials([](Partial a) {
    ASSERT_EQ(partial_unary(Op::Neg, ir::make_int(width), a).unset,
              varying(Op::Sub, {}, a));
    ASSERT_EQ(partial_unary(Op::Not, ir::make_int(width), a).unset, a.unset);
  });
}

} // namespace
} // namespace mergeproof::interp
