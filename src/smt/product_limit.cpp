#include "smt/product_limit.h"

#include <utility>

namespace mergeproof::smt {

namespace {

// limit / a < b
Term is_quotient_less(TermTable &table, Term limit, Term a, Term b) {
  if (a->id > b->id)
    std::swap(a, b);
  return table.binary(Kind::ULt, table.binary(Kind::UDiv, limit, a), b);
}

// Bits that a product of widened numbers may need, if that is no more than it
// has; else 0.
std::uint32_t needed_bits(Term product) {
  std::uint32_t bits = product->sort.bits;
  if (product->kind != Kind::Mul || product->args[1]->kind != Kind::ZeroExtend)
    return 0;
  Term a = product->args[0], b = product->args[1]->args[0];
  if (a->is_constant())
    return a->value != 0 && a->value <= mask(bits) / mask(b->sort.bits) ? bits
                                                                        : 0;
  if (a->kind != Kind::ZeroExtend)
    return 0;
  std::uint32_t needed = a->args[0]->sort.bits + b->sort.bits;
  return needed <= bits ? needed : 0;
}

// product > limit; null: it stays as it is.
Term exceeds(TermTable &table, Term product, Bits limit) {
  if (needed_bits(product) == 0)
    return nullptr;
  Term a = product->args[0], b = product->args[1]->args[0];
  Bits largest = mask(b->sort.bits);
  if (a->is_constant()) {
    Bits quotient = limit / a->value;
    return quotient >= largest
               ? table.boolean(false)
               : table.binary(Kind::ULt, table.constant(b->sort, quotient), b);
  }
  a = a->args[0];
  if (a->sort != b->sort || limit != largest)
    return nullptr;
  return is_quotient_less(table, table.constant(b->sort, limit), a, b);
}

Term negated(TermTable &table, Term condition) {
  return condition ? table.logical_not(condition) : nullptr;
}

// The highest bits of a product are 0.
Term has_no_high_bits(TermTable &table, Term high) {
  std::uint32_t shift = 0, top = high->sort.bits; // of the product
  if (high->kind == Kind::Extract) {
    shift = high->low;
    top = high->high + 1;
    high = high->args[0];
  }
  if (high->kind == Kind::LShr && high->args[1]->is_constant() &&
      high->args[1]->value < high->sort.bits) {
    auto by = static_cast<std::uint32_t>(high->args[1]->value);
    shift += by;
    top += by;
    high = high->args[0];
  }
  std::uint32_t needed = needed_bits(high);
  if (needed == 0 || top < needed || shift == 0 || shift >= high->sort.bits)
    return nullptr;
  return negated(table, exceeds(table, high, mask(shift)));
}

// The product is what its low bits are.
Term is_its_low_bits(TermTable &table, Term product, Term low) {
  if (needed_bits(product) == 0 || low->kind != Kind::ZeroExtend)
    return nullptr;
  Term cut = low->args[0];
  std::uint32_t bits = cut->sort.bits;
  return cut == table.extract(bits - 1, 0, product)
             ? negated(table, exceeds(table, product, mask(bits)))
             : nullptr;
}

// a * b / a == b
Term is_undone(TermTable &table, Term quotient, Term b) {
  if (quotient->kind != Kind::UDiv)
    return nullptr;
  Term a = quotient->args[1],
       largest = table.constant(a->sort, mask(a->sort.bits));
  if (quotient->args[0]->kind != Kind::Mul ||
      quotient->args[0] != table.multiply(a, b))
    return nullptr;
  Term is_zero = table.equal(a, table.constant(a->sort, 0));
  return table.ite(is_zero, table.equal(b, largest),
                   table.logical_not(is_quotient_less(table, largest, a, b)));
}

// number / by
struct Quotient {
  Term number = nullptr; // null: it is none by a constant
  Bits by = 0;
};

// Of x / c, and of x / c % d, which is x % (c * d) / c.
Quotient quotient_of(TermTable &table, Term term) {
  if (term->kind == Kind::UDiv && term->args[1]->is_constant() &&
      term->args[1]->value > 1)
    return {term->args[0], term->args[1]->value};
  Bits divisor = 0;
  Term inner = nullptr;
  if (term->kind == Kind::URem && term->args[1]->is_constant()) {
    divisor = term->args[1]->value;
    inner = term->args[0];
  } else if (term->kind == Kind::BvAnd && term->args.size() == 2) {
    std::size_t bits = term->args[0]->is_constant() ? 0 : 1;
    divisor = term->args[bits]->value + 1; // of a power of two, or none
    bool is_rest =
        term->args[bits]->is_constant() && (divisor & (divisor - 1)) == 0;
    inner = is_rest ? term->args[1 - bits] : nullptr;
  }
  if (!inner || inner->kind != Kind::UDiv || divisor == 0)
    return {};
  Quotient whole = quotient_of(table, inner);
  Bits most = mask(term->sort.bits);
  if (!whole.number || divisor > most / whole.by)
    return {};
  Term period = table.constant(term->sort, whole.by * divisor);
  return {table.binary(Kind::URem, whole.number, period), whole.by};
}

Term is_below(TermTable &table, const Quotient &quotient, Bits limit) {
  Term number = quotient.number;
  return limit > mask(number->sort.bits) / quotient.by
             ? table.boolean(true)
             : table.binary(Kind::ULt, number,
                            table.constant(number->sort, limit * quotient.by));
}

Term compare_equal(TermTable &table, Term a, Term b) {
  if (b->is_constant())
    if (Quotient part = quotient_of(table, a); part.number)
      return table.logical_and(
          table.logical_not(is_below(table, part, b->value)),
          is_below(table, part, b->value + 1));
  if (b->is_constant())
    return b->value == 0 ? has_no_high_bits(table, a) : nullptr;
  if (Term simple = is_its_low_bits(table, a, b))
    return simple;
  return is_undone(table, a, b);
}

Term compare_less(TermTable &table, Term a, Term b) {
  if (a->is_constant())
    if (Quotient part = quotient_of(table, b); part.number)
      return table.logical_not(is_below(table, part, a->value + 1));
  if (b->is_constant())
    if (Quotient part = quotient_of(table, a); part.number)
      return is_below(table, part, b->value);
  if (a->is_constant())
    return exceeds(table, b, a->value);
  if (b->is_constant())
    return b->value != 0 ? negated(table, exceeds(table, a, b->value - 1))
                         : nullptr;
  if (a->kind == Kind::UDiv && a->args[0]->is_constant() &&
      a->args[1]->id > b->id)
    return is_quotient_less(table, a->args[0], a->args[1], b);
  return nullptr;
}

} // namespace

Term compare_with_limit(TermTable &table, Kind kind, Term a, Term b) {
  if (a->sort.kind != SortKind::BitVec)
    return nullptr;
  if (kind == Kind::ULt)
    return compare_less(table, a, b);
  if (kind != Kind::Equal)
    return nullptr;
  if (Term simple = compare_equal(table, a, b))
    return simple;
  return compare_equal(table, b, a);
}

} // namespace mergeproof::smt
