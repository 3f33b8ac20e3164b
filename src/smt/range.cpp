#include "smt/range.h"

#include <algorithm>

namespace mergeproof::smt {

namespace {

constexpr unsigned most_steps = 500; // terms share parts, which are looked at
                                     // again each time

Range all_of(std::uint32_t bits) {
  __int128 half = __int128(1) << (bits - 1);
  return {-half, half - 1};
}

Range range_of(Term term, unsigned &steps);

// A result that does not fit may be anything.
Range fitting(Range range, std::uint32_t bits) {
  Range all = all_of(bits);
  return range.low < all.low || range.high > all.high ? all : range;
}

Range sum(Term term, unsigned &steps) {
  Range total;
  for (Term part : term->args) {
    Range one = range_of(part, steps);
    total = {total.low + one.low, total.high + one.high};
  }
  return fitting(total, term->sort.bits);
}

Range product(Term term, unsigned &steps) {
  Range a = range_of(term->args[0], steps), b = range_of(term->args[1], steps);
  auto is_small = [](const Range &range) {
    constexpr __int128 limit = __int128(1) << 62;
    return range.low > -limit && range.high < limit;
  };
  if (!is_small(a) || !is_small(b))
    return all_of(term->sort.bits);
  auto [low, high] = std::minmax(
      {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return fitting({low, high}, term->sort.bits);
}

Range shifted(Term term, unsigned &steps) {
  std::uint32_t bits = term->sort.bits;
  Term count = term->args[1];
  if (!count->is_constant() || count->value == 0 || count->value >= bits)
    return all_of(bits);
  auto by = static_cast<unsigned>(count->value);
  if (term->kind == Kind::LShr)
    return {0, (__int128(1) << (bits - by)) - 1};
  Range range = range_of(term->args[0], steps);
  return {range.low >> by, range.high >> by};
}

Range masked(Term term) {
  for (Term arg : term->args)
    if (arg->is_constant() && to_signed(arg->value, term->sort.bits) >= 0)
      return {0, __int128(arg->value)};
  return all_of(term->sort.bits);
}

// By a positive constant.
Range divided(Term term, unsigned &steps) {
  std::uint32_t bits = term->sort.bits;
  bool is_signed = term->kind == Kind::SDiv || term->kind == Kind::SRem;
  __int128 divisor =
      term->args[1]->is_constant() ? to_signed(term->args[1]->value, bits) : 0;
  if (divisor <= 0)
    return all_of(bits);
  Range range = range_of(term->args[0], steps);
  if (!is_signed && range.low < 0) // large numbers
    range = {0, (__int128(1) << bits) - 1};
  if (term->kind == Kind::SDiv || term->kind == Kind::UDiv)
    return fitting({range.low / divisor, range.high / divisor}, bits);
  return {range.low < 0 ? std::max(range.low, 1 - divisor) : 0,
          range.high > 0 ? std::min(range.high, divisor - 1) : 0};
}

Range range_of(Term term, unsigned &steps) {
  std::uint32_t bits = term->sort.bits;
  if (term->is_constant()) {
    __int128 value = to_signed(term->value, bits);
    return {value, value};
  }
  if (steps == 0)
    return all_of(bits);
  steps--;
  switch (term->kind) {
  case Kind::SignExtend:
    return range_of(term->args[0], steps);
  case Kind::ZeroExtend:
    return {0, (__int128(1) << term->args[0]->sort.bits) - 1};
  case Kind::Ite: {
    Range yes = range_of(term->args[1], steps);
    Range no = range_of(term->args[2], steps);
    return {std::min(yes.low, no.low), std::max(yes.high, no.high)};
  }
  case Kind::Add:
    return sum(term, steps);
  case Kind::Mul:
    return product(term, steps);
  case Kind::AShr:
  case Kind::LShr:
    return shifted(term, steps);
  case Kind::BvAnd:
    return masked(term);
  case Kind::UDiv:
  case Kind::SDiv:
  case Kind::URem:
  case Kind::SRem:
    return divided(term, steps);
  default:
    return all_of(bits);
  }
}

} // namespace

Range signed_range(Term term) {
  unsigned steps = most_steps;
  return range_of(term, steps);
}

} // namespace mergeproof::smt
