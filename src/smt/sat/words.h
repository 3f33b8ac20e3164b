// Arithmetic on words of literals, the lowest bit first, as SMT-LIB's theory of
// bit-vectors defines it. Operands of one operation have the same width.
#pragma once

#include "smt/sat/gates.h"
#include "smt/term.h"

#include <vector>

namespace mergeproof::smt {

using Word = std::vector<Literal>;

class Words {
public:
  explicit Words(Gates &gates) : gates_(gates) {}

  Word fresh(std::size_t bits);
  Word invert(const Word &a) const;
  Word choose(Literal condition, const Word &yes, const Word &no);
  Word add(const Word &a, const Word &b, Literal carry = never);
  Word subtract(const Word &a, const Word &b);
  Word negate(const Word &a);
  Word multiply(const Word &a, const Word &b);
  // By a number, with as few additions as its digits 1, 0 and -1 need.
  Word times(const Word &a, Bits factor);
  // Of unsigned numbers; by zero: all ones, and the dividend.
  struct Division {
    Word quotient, remainder;
  };
  Division divide(const Word &a, const Word &b);
  Division divide_signed(const Word &a, const Word &b);
  enum class Shift : std::uint8_t { Left, Right, RightSigned };
  Word shift(Shift how, const Word &a, const Word &count);

  Literal equal(const Word &a, const Word &b);
  Literal less(const Word &a, const Word &b); // unsigned
  Literal less_signed(Word a, Word b);

private:
  Gates &gates_;
};

} // namespace mergeproof::smt
