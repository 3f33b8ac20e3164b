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

Range extended(Term term, unsigned &steps) {
  Range inner = range_of(term->args[0], steps);
  return inner.low >= 0
             ? inner
             : Range{0, (__int128(1) << term->args[0]->sort.bits) - 1};
}

// What a comparison says of a number that is compared.
Range compared(Range range, Term number, Term test, bool holds) {
  bool is_first = test->args[0] == number;
  if (!is_first && test->args[1] != number)
    return range;
  Term other = test->args[is_first ? 1 : 0];
  Range limit = all_of(number->sort.bits);
  if (other->is_constant())
    limit.low = limit.high = to_signed(other->value, number->sort.bits);
  if (test->kind == Kind::Equal)
    return holds && other->is_constant() ? limit : range;
  if (test->kind == Kind::ULt && (!is_first || !holds || limit.low < 0))
    return range;
  if (test->kind == Kind::ULt) // as an unsigned number
    range.low = std::max<__int128>(range.low, 0);
  bool is_upper = is_first == holds; // number < limit, not limit < number
  __int128 strictly = holds ? 1 : 0;
  if (is_upper)
    range.high = std::min(range.high, limit.high - strictly);
  else
    range.low = std::max(range.low, limit.low + strictly);
  return range;
}

// What is known of a number where the condition holds, or does not.
Range narrowed(Range range, Term number, Term condition, bool holds) {
  constexpr std::size_t most_parts = 16;
  if (condition->kind == Kind::Not)
    return narrowed(range, number, condition->args[0], !holds);
  bool is_list = condition->kind == (holds ? Kind::And : Kind::Or);
  if (is_list && condition->args.size() <= most_parts) {
    for (Term part : condition->args)
      range = narrowed(range, number, part, holds);
    return range;
  }
  bool is_test = condition->kind == Kind::SLt || condition->kind == Kind::ULt ||
                 condition->kind == Kind::Equal;
  return is_test ? compared(range, number, condition, holds) : range;
}

// Each is taken under its condition.
Range chosen(Term term, unsigned &steps) {
  auto side = [&](std::size_t i) {
    Range range = range_of(term->args[i], steps);
    Range here = narrowed(range, term->args[i], term->args[0], i == 1);
    return here.low <= here.high ? here : range;
  };
  Range yes = side(1), no = side(2);
  return {std::min(yes.low, no.low), std::max(yes.high, no.high)};
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
    return extended(term, steps);
  case Kind::Ite:
    return chosen(term, steps);
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

Range narrowed(Range range, Term number, Term condition) {
  Range here =
      number->is_constant() ? range : narrowed(range, number, condition, true);
  return here.low <= here.high ? here : range;
}

} // namespace mergeproof::smt
