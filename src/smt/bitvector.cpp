// Bit-vector constructors of TermTable, with their simplifications.
#include "smt/fold.h"
#include "smt/linear.h"
#include "smt/range.h"
#include "smt/term.h"
#include "support/check.h"

#include <algorithm>
#include <optional>

namespace mergeproof::smt {

namespace {

// A sum where `condition` is known: (condition ? a : b) is a, or b.
void add_under(Linear &sum, Term t, Term condition, bool holds) {
  auto chosen = [&](Term part) {
    bool is_decided = part->kind == Kind::Ite && part->args[0] == condition;
    return is_decided ? part->args[holds ? 1 : 2] : part;
  };
  if (t->kind != Kind::Add)
    return sum.add(chosen(t), 1);
  for (Term part : t->args)
    sum.add(chosen(part), 1);
}

} // namespace

// (c ? x + y : x) is x + (c ? y : 0): what both branches add stands outside, so
// that a value changed in a branch and one that is changed behind it meet.
Term TermTable::factored_ite(Term condition, Term yes, Term no) {
  if (yes->sort.kind != SortKind::BitVec)
    return nullptr;
  Linear a(yes->sort.bits), b(yes->sort.bits);
  add_under(a, yes, condition, true);
  add_under(b, no, condition, false);
  Linear common = a.take_common(b);
  if (!common.has_atoms())
    return nullptr;
  common.add(ite(condition, a.build(*this), b.build(*this)), 1);
  return common.build(*this);
}

Term TermTable::add(Term a, Term b) {
  CHECK(a->sort == b->sort);
  Linear sum(a->sort.bits);
  sum.add(a, 1);
  sum.add(b, 1);
  return sum.build(*this);
}

Term TermTable::negate(Term a) {
  Linear sum(a->sort.bits);
  sum.add(a, ~Bits(0));
  return sum.build(*this);
}

// n - i == 2 is n == i + 2; null: nothing is taken away.
Term TermTable::equal_without_minus(Term sum, Term number) {
  if (sum->kind != Kind::Add || !number->is_constant())
    return nullptr;
  Bits sign = Bits(1) << (sum->sort.bits - 1);
  Linear taken(sum->sort.bits), rest(sum->sort.bits);
  for (Term part : sum->args) {
    bool is_minus = part->kind == Kind::Mul && part->args[0]->is_constant() &&
                    (part->args[0]->value & sign) != 0;
    if (is_minus || part->is_constant())
      taken.add(part, ~Bits(0));
    else
      rest.add(part, 1);
  }
  if (!taken.has_atoms() || !rest.has_atoms())
    return nullptr;
  taken.add(number, 1);
  return equal(rest.build(*this), taken.build(*this));
}

namespace {

constexpr unsigned most_choices = 8;

unsigned count_choices(Term t, unsigned most) {
  if (t->is_constant())
    return 1;
  if (t->kind != Kind::Ite || most == 0)
    return most_choices + 1;
  return count_choices(t->args[1], most - 1) +
         count_choices(t->args[2], most - 1);
}

// (c ? 2 : 5): a product with it is linear in both branches.
bool is_choice_of_constants(Term t) {
  return t->kind == Kind::Ite && count_choices(t, most_choices) <= most_choices;
}

} // namespace

Term TermTable::multiply(Term a, Term b) {
  CHECK(a->sort == b->sort);
  if (b->is_constant())
    std::swap(a, b);
  if (a->is_constant()) {
    Linear sum(a->sort.bits);
    sum.add(b, a->value);
    return sum.build(*this);
  }
  if (is_choice_of_constants(a))
    return ite(a->args[0], multiply(a->args[1], b), multiply(a->args[2], b));
  if (is_choice_of_constants(b))
    return multiply(b, a);
  if (a->id > b->id)
    std::swap(a, b);
  return intern({.kind = Kind::Mul, .sort = a->sort, .args = {a, b}});
}

namespace {

bool is_commutative(Kind kind) {
  return kind == Kind::BvAnd || kind == Kind::BvOr || kind == Kind::BvXor;
}

bool is_order(Kind kind) { return kind == Kind::ULt || kind == Kind::SLt; }

bool is_zero(Term t) { return t->is_constant() && t->value == 0; }

// x op x, x op 0, x op all-ones; null when nothing applies.
Term simplify_special(TermTable &table, Kind kind, Term a, Term b) {
  bool b_is_ones = b->is_constant() && b->value == mask(a->sort.bits);
  switch (kind) {
  case Kind::BvAnd:
    if (a == b || b_is_ones)
      return a;
    return is_zero(b) ? b : nullptr;
  case Kind::BvOr:
    if (a == b || is_zero(b))
      return a;
    return b_is_ones ? b : nullptr;
  case Kind::BvXor:
    if (a == b)
      return table.constant(a->sort, 0);
    return is_zero(b) ? a : b_is_ones ? table.bv_not(a) : nullptr;
  case Kind::Shl:
  case Kind::LShr:
  case Kind::AShr:
    return is_zero(b) ? a : nullptr;
  case Kind::UDiv:
  case Kind::SDiv:
    return b->is_constant() && b->value == 1 ? a : nullptr;
  case Kind::ULt:
    if (is_zero(a))
      return table.logical_not(table.equal(b, a));
    if (b->is_constant() && b->value == 1)
      return table.equal(a, table.constant(a->sort, 0));
    return a == b || is_zero(b) ? table.boolean(false) : nullptr;
  case Kind::SLt:
    return a == b ? table.boolean(false) : nullptr;
  default:
    return nullptr;
  }
}

} // namespace

// Divisions by powers of two as shifts and masks, as people write them, too.
Term TermTable::divide_by_power(Kind kind, Term a, Term b) {
  std::uint32_t bits = a->sort.bits, shift = 0;
  if (!b->is_constant() || b->value == 0 || (b->value & (b->value - 1)) != 0)
    return nullptr;
  while (b->value >> shift != 1)
    shift++;
  Term count = constant(a->sort, shift);
  switch (kind) {
  case Kind::UDiv:
    return binary(Kind::LShr, a, count);
  case Kind::URem:
    return binary(Kind::BvAnd, a, constant(a->sort, b->value - 1));
  case Kind::SDiv: {
    if (shift == 0 || shift == bits - 1) // 1, and the most negative number
      return nullptr;
    Term sign = binary(Kind::AShr, a, constant(a->sort, bits - 1));
    Term rounding = binary(Kind::LShr, sign, constant(a->sort, bits - shift));
    return binary(Kind::AShr, add(a, rounding), count);
  }
  case Kind::SRem:
    if (shift == 0 || shift == bits - 1)
      return nullptr;
    return subtract(a, multiply(b, binary(Kind::SDiv, a, b)));
  default:
    return nullptr;
  }
}

// x where `a` is x % power with a sign, for some power of two; else null.
Term TermTable::dividend_of_remainder(Term a, Bits &power) {
  if (a->kind != Kind::Add)
    return nullptr;
  for (Term arg : a->args) {
    if (arg->kind != Kind::Mul || !arg->args[0]->is_constant() ||
        arg->args[1]->kind != Kind::AShr)
      continue;
    Term factor = constant(a->sort, -arg->args[0]->value);
    power = factor->value;
    Term dividend = subtract(a, arg);
    if (power != 0 && divide_by_power(Kind::SRem, dividend, factor) == a)
      return dividend;
  }
  return nullptr;
}

namespace {

struct Division {
  bool is_signed = false, is_remainder = false;
  Term dividend = nullptr;
  Bits divisor = 0; // positive, read as a signed number where it is one
};

std::optional<Division> division(Kind kind, Term a, Term b) {
  bool is_signed = kind == Kind::SDiv || kind == Kind::SRem;
  bool is_remainder = kind == Kind::URem || kind == Kind::SRem;
  bool is_one =
      is_signed || is_remainder || kind == Kind::UDiv; // of the four kinds
  if (!is_one || !b->is_constant() || b->value == 0 ||
      (is_signed && to_signed(b->value, b->sort.bits) < 0))
    return std::nullopt;
  return Division{is_signed, is_remainder, a, b->value};
}

} // namespace

// Divisions of what was divided before: times and sizes are taken apart in
// steps that differ. Quotients are rounded towards zero, so that signs do not
// matter.
Term TermTable::divide_again(Kind kind, Term a, Term b) {
  std::optional<Division> outer = division(kind, a, b);
  std::optional<Division> inner =
      outer && a->args.size() == 2 ? division(a->kind, a->args[0], a->args[1])
                                   : std::nullopt;
  if (!inner || inner->is_signed != outer->is_signed)
    return nullptr;
  Term x = inner->dividend;
  Bits p = inner->divisor, q = outer->divisor;
  Kind quotient = outer->is_signed ? Kind::SDiv : Kind::UDiv;
  Kind remainder = outer->is_signed ? Kind::SRem : Kind::URem;
  if (!inner->is_remainder) { // x / p
    Bits most = mask(a->sort.bits - (outer->is_signed ? 1 : 0));
    bool fits = !outer->is_remainder && p <= most / q;
    return fits ? binary(quotient, x, constant(a->sort, p * q)) : nullptr;
  }
  if (p <= q) // x % p is the smaller one
    return outer->is_remainder ? a : constant(a->sort, 0);
  if (p % q != 0)
    return nullptr;
  return outer->is_remainder ? binary(remainder, x, b)
                             : binary(remainder, binary(quotient, x, b),
                                      constant(a->sort, p / q));
}

// Before what was divided is cut to a width that it fits in anyway.
Term TermTable::divide_wide(Kind kind, Term a, Term b) {
  std::optional<Division> one = division(kind, a, b);
  if (!one || !one->is_signed || a->kind != Kind::Extract || a->low != 0 ||
      a->args[0]->sort.bits > 64)
    return nullptr;
  Term wide = a->args[0];
  std::uint32_t bits = a->sort.bits;
  Range range = signed_range(wide);
  __int128 half = __int128(1) << (bits - 1);
  if (range.low < -half || range.high >= half)
    return nullptr;
  return extract(bits - 1, 0,
                 binary(kind, wide, constant(wide->sort, one->divisor)));
}

Term TermTable::binary(Kind kind, Term a, Term b) {
  CHECK(a->sort == b->sort && a->sort.kind == SortKind::BitVec);
  Sort sort = is_order(kind) ? bool_sort : a->sort;
  if (a->is_constant() && b->is_constant())
    return constant(sort, fold(kind, a->value, b->value, a->sort.bits));
  if (is_commutative(kind) &&
      (a->is_constant() || (!b->is_constant() && a->id > b->id)))
    std::swap(a, b);
  if (Term simple = simplify_special(*this, kind, a, b))
    return simple;
  if (is_order(kind))
    if (Term simple = simplify_comparison(kind, a, b))
      return simple;
  if (Term wide = divide_wide(kind, a, b))
    return wide;
  if (Term once = divide_again(kind, a, b))
    return once;
  if (Term shifted = divide_by_power(kind, a, b))
    return shifted;
  if (kind == Kind::Shl && b->is_constant() && b->value < a->sort.bits)
    return multiply(constant(a->sort, Bits(1) << unsigned(b->value)), a);
  return intern({.kind = kind, .sort = sort, .args = {a, b}});
}

Term TermTable::bv_not(Term a) {
  if (a->is_constant())
    return constant(a->sort, ~a->value);
  if (a->kind == Kind::BvNot)
    return a->args[0];
  return intern({.kind = Kind::BvNot, .sort = a->sort, .args = {a}});
}

namespace {

// Of two numbers of `bits` bits.
bool is_widened_product(Term a, std::uint32_t bits) {
  return a->kind == Kind::Mul &&
         std::all_of(a->args.begin(), a->args.end(), [&](Term arg) {
           return (arg->kind == Kind::ZeroExtend ||
                   arg->kind == Kind::SignExtend) &&
                  arg->args[0]->sort.bits == bits;
         });
}

} // namespace

Term TermTable::extract(std::uint32_t high, std::uint32_t low, Term a) {
  CHECK(high >= low && high < a->sort.bits);
  if (low == 0 && high + 1 == a->sort.bits)
    return a;
  if (a->is_constant())
    return constant(bv_sort(high - low + 1), a->value >> low);
  if (a->kind == Kind::Extract)
    return extract(high + a->low, low + a->low, a->args[0]);
  if (a->kind == Kind::Concat) {
    std::uint32_t split = a->args[1]->sort.bits;
    if (high < split)
      return extract(high, low, a->args[1]);
    if (low >= split)
      return extract(high - split, low - split, a->args[0]);
  }
  bool is_extension =
      a->kind == Kind::ZeroExtend || a->kind == Kind::SignExtend;
  if (is_extension && high < a->args[0]->sort.bits)
    return extract(high, low, a->args[0]);
  if (a->kind == Kind::ZeroExtend && low >= a->args[0]->sort.bits)
    return constant(bv_sort(high - low + 1), 0);
  if (is_extension && low == 0 && high + 1 > a->args[0]->sort.bits)
    return a->kind == Kind::ZeroExtend ? zero_extend(high + 1, a->args[0])
                                       : sign_extend(high + 1, a->args[0]);
  if (is_widened_product(a, high + 1) && low == 0)
    return multiply(a->args[0]->args[0], a->args[1]->args[0]);
  if (a->kind == Kind::Ite &&
      (a->args[1]->is_constant() || a->args[2]->is_constant()))
    return ite(a->args[0], extract(high, low, a->args[1]),
               extract(high, low, a->args[2]));
  return intern({.kind = Kind::Extract,
                 .sort = bv_sort(high - low + 1),
                 .high = high,
                 .low = low,
                 .args = {a}});
}

Term TermTable::concat(Term high, Term low) {
  std::uint32_t bits = high->sort.bits + low->sort.bits;
  if (high->is_constant() && low->is_constant())
    return constant(bv_sort(bits), high->value << low->sort.bits | low->value);
  if (high->kind == Kind::Extract && low->kind == Kind::Extract &&
      high->args[0] == low->args[0] && high->low == low->high + 1)
    return extract(high->high, low->low, high->args[0]);
  return intern(
      {.kind = Kind::Concat, .sort = bv_sort(bits), .args = {high, low}});
}

Term TermTable::zero_extend(std::uint32_t bits, Term a) {
  if (bits == a->sort.bits)
    return a;
  if (a->is_constant())
    return constant(bv_sort(bits), a->value);
  if (a->kind == Kind::ZeroExtend)
    return zero_extend(bits, a->args[0]);
  if (is_constant_ite(a))
    return ite(a->args[0], zero_extend(bits, a->args[1]),
               zero_extend(bits, a->args[2]));
  return intern({.kind = Kind::ZeroExtend, .sort = bv_sort(bits), .args = {a}});
}

Term TermTable::sign_extend(std::uint32_t bits, Term a) {
  if (bits == a->sort.bits)
    return a;
  if (a->is_constant())
    return constant(bv_sort(bits), Bits(to_signed(a->value, a->sort.bits)));
  if (a->kind == Kind::SignExtend)
    return sign_extend(bits, a->args[0]);
  if (a->kind == Kind::ZeroExtend)
    return zero_extend(bits, a->args[0]);
  if (is_constant_ite(a))
    return ite(a->args[0], sign_extend(bits, a->args[1]),
               sign_extend(bits, a->args[2]));
  return intern({.kind = Kind::SignExtend, .sort = bv_sort(bits), .args = {a}});
}

} // namespace mergeproof::smt
