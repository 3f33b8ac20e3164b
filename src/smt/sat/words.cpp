#include "smt/sat/words.h"

#include <algorithm>

namespace mergeproof::smt {

Word Words::fresh(std::size_t bits) {
  Word word(bits);
  for (Literal &bit : word)
    bit = gates_.fresh();
  return word;
}

Word Words::invert(const Word &a) const {
  Word word(a.size());
  for (std::size_t i = 0; i < a.size(); i++)
    word[i] = -a[i];
  return word;
}

Word Words::choose(Literal condition, const Word &yes, const Word &no) {
  Word word(yes.size());
  for (std::size_t i = 0; i < yes.size(); i++)
    word[i] = gates_.choose(condition, yes[i], no[i]);
  return word;
}

Word Words::add(const Word &a, const Word &b, Literal carry) {
  Word sum(a.size());
  for (std::size_t i = 0; i < a.size(); i++) {
    sum[i] = gates_.differ(gates_.differ(a[i], b[i]), carry);
    if (i + 1 < a.size())
      carry = gates_.majority(a[i], b[i], carry);
  }
  return sum;
}

Word Words::subtract(const Word &a, const Word &b) {
  return add(a, invert(b), always);
}

Word Words::negate(const Word &a) {
  return add(Word(a.size(), never), invert(a), always);
}

Word Words::multiply(const Word &a, const Word &b) {
  auto constants = [](const Word &word) {
    return std::count_if(word.begin(), word.end(),
                         [](Literal bit) { return bit == never; });
  };
  const Word &by = constants(a) > constants(b) ? a : b;
  const Word &of = &by == &a ? b : a;
  Word product(a.size(), never);
  for (std::size_t i = 0; i < by.size(); i++) {
    if (by[i] == never)
      continue;
    Word part(a.size(), never);
    for (std::size_t k = 0; k + i < a.size(); k++)
      part[k + i] = gates_.both(by[i], of[k]);
    product = add(product, part);
  }
  return product;
}

Word Words::times(const Word &a, Bits factor) {
  const std::size_t bits = a.size();
  Word more(bits, never), less(bits, never);
  bool has_less = false;
  for (std::size_t i = 0; i < bits && factor != 0; i++, factor >>= 1) {
    if ((factor & 1) == 0)
      continue;
    Word part(i, never);
    part.insert(part.end(), a.begin(),
                a.end() - static_cast<std::ptrdiff_t>(i));
    bool is_minus = (factor & 3) == 3; // ...11 is ...100 - 1
    Word &sum = is_minus ? less : more;
    sum = add(sum, part);
    has_less |= is_minus;
    factor += is_minus ? 1 : 0;
    factor -= is_minus ? 0 : 1;
  }
  return has_less ? subtract(more, less) : more;
}

// Digit by digit. The remainder has one bit more than the divisor on the way.
Words::Division Words::divide(const Word &a, const Word &b) {
  Word divisor = b;
  divisor.push_back(never);
  Word rest(divisor.size(), never);
  Division division{Word(a.size(), never), {}};
  for (std::size_t i = a.size(); i-- > 0;) {
    rest.pop_back();
    rest.insert(rest.begin(), a[i]);
    Literal fits = -less(rest, divisor);
    division.quotient[i] = fits;
    rest = choose(fits, subtract(rest, divisor), rest);
  }
  rest.pop_back();
  division.remainder = rest;
  return division; // of zero everything fits: all ones, and a
}

Words::Division Words::divide_signed(const Word &a, const Word &b) {
  Literal minus_a = a.back(), minus_b = b.back();
  Division division =
      divide(choose(minus_a, negate(a), a), choose(minus_b, negate(b), b));
  division.quotient = choose(gates_.differ(minus_a, minus_b),
                             negate(division.quotient), division.quotient);
  division.remainder =
      choose(minus_a, negate(division.remainder), division.remainder);
  return division;
}

Word Words::shift(Shift how, const Word &a, const Word &count) {
  Literal filling = how == Shift::RightSigned ? a.back() : never;
  Word word = a;
  Literal is_far = never;
  for (std::size_t i = 0; i < count.size(); i++) {
    if (i >= 63 || (std::size_t(1) << i) >= a.size()) {
      is_far = gates_.either(is_far, count[i]);
      continue;
    }
    std::size_t by = std::size_t(1) << i;
    Word moved(a.size(), filling);
    for (std::size_t k = 0; k + by < a.size(); k++)
      if (how == Shift::Left)
        moved[k + by] = word[k];
      else
        moved[k] = word[k + by];
    word = choose(count[i], moved, word);
  }
  return choose(is_far, Word(a.size(), filling), word);
}

Literal Words::equal(const Word &a, const Word &b) {
  Word same(a.size());
  for (std::size_t i = 0; i < a.size(); i++)
    same[i] = gates_.same(a[i], b[i]);
  return gates_.all(same);
}

// The carry of b + ~a, which is b - a - 1.
Literal Words::less(const Word &a, const Word &b) {
  Literal carry = never;
  for (std::size_t i = 0; i < a.size(); i++)
    carry = gates_.majority(-a[i], b[i], carry);
  return carry;
}

Literal Words::less_signed(Word a, Word b) {
  a.back() = -a.back();
  b.back() = -b.back();
  return less(a, b);
}

} // namespace mergeproof::smt
