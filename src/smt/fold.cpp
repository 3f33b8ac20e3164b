#include "smt/fold.h"

#include "support/check.h"

namespace mergeproof::smt {
namespace {

Bits fold_sdiv(Bits a, Bits b, std::uint32_t bits) {
  __int128 x = to_signed(a, bits), y = to_signed(b, bits);
  if (y == 0)
    return x < 0 ? 1 : mask(bits);
  if (y == -1)
    return Bits(0) - a; // the most negative number has no positive counterpart
  return static_cast<Bits>(x / y);
}

Bits fold_srem(Bits a, Bits b, std::uint32_t bits) {
  __int128 x = to_signed(a, bits), y = to_signed(b, bits);
  if (y == 0)
    return a;
  return y == -1 ? 0 : static_cast<Bits>(x % y);
}

Bits fold_ashr(Bits a, Bits b, std::uint32_t bits) {
  std::uint32_t count = b >= bits ? bits - 1 : static_cast<std::uint32_t>(b);
  return static_cast<Bits>(to_signed(a, bits) >> count);
}

} // namespace

Bits fold(Kind kind, Bits a, Bits b, std::uint32_t bits) {
  switch (kind) {
  case Kind::UDiv:
    return b == 0 ? mask(bits) : a / b;
  case Kind::SDiv:
    return fold_sdiv(a, b, bits);
  case Kind::URem:
    return b == 0 ? a : a % b;
  case Kind::SRem:
    return fold_srem(a, b, bits);
  case Kind::BvAnd:
    return a & b;
  case Kind::BvOr:
    return a | b;
  case Kind::BvXor:
    return a ^ b;
  case Kind::Shl:
    return b >= bits ? 0 : a << static_cast<unsigned>(b);
  case Kind::LShr:
    return b >= bits ? 0 : a >> static_cast<unsigned>(b);
  case Kind::AShr:
    return fold_ashr(a, b, bits);
  case Kind::ULt:
    return a < b;
  case Kind::SLt:
    return to_signed(a, bits) < to_signed(b, bits);
  default:
    CHECK(!"a foldable operation");
  }
  return 0;
}

} // namespace mergeproof::smt
