// Quotients and remainders in sums, which tell of each other:
//
//   x % c = x - (x / c) * c        x / (p * r) = (x / p) / r
//
// on bit-vectors: the first for any c, also for 0 and for the most negative
// number by -1; the second for positive constants whose product fits.
#include "smt/linear.h"
#include "smt/provenance.h"

#include <optional>

namespace mergeproof::smt {

namespace {

constexpr unsigned most_expanded = 32; // remainders

bool is_power_of_two(Bits value) {
  return value != 0 && (value & (value - 1)) == 0;
}

bool is_positive(Term divisor, bool is_signed) {
  return divisor->is_constant() && divisor->value != 0 &&
         (!is_signed || to_signed(divisor->value, divisor->sort.bits) > 0);
}

// What a quotient or a remainder is of.
struct Split {
  Term dividend = nullptr, divisor = nullptr;
  bool is_signed = false;

  Term quotient(TermTable &table) const {
    return table.binary(is_signed ? Kind::SDiv : Kind::UDiv, dividend, divisor);
  }
  Term remainder(TermTable &table) const {
    return table.binary(is_signed ? Kind::SRem : Kind::URem, dividend, divisor);
  }
};

// Of a pointer, powers are about alignment, and it is to stay in the sum that
// is the address.
bool is_about_numbers(const Split &one) {
  if (one.dividend->sort.bits != address_bits)
    return true;
  bool is_alignment =
      one.divisor->is_constant() && is_power_of_two(one.divisor->value);
  return !is_alignment &&
         provenance(one.dividend).where != Provenance::Where::Object &&
         !choice_of_object(one.dividend);
}

// What was divided before it was cut: as divide_wide() of the table makes it.
std::optional<Split> narrowed(TermTable &table, Term cut) {
  Term wide = cut->args[0];
  bool is_one = cut->low == 0 &&
                (wide->kind == Kind::SDiv || wide->kind == Kind::SRem) &&
                wide->args[1]->is_constant();
  if (!is_one)
    return std::nullopt;
  std::uint32_t bits = cut->sort.bits;
  Split one{table.extract(bits - 1, 0, wide->args[0]),
            table.constant(cut->sort, wide->args[1]->value), true};
  if (table.binary(wide->kind, one.dividend, one.divisor) != cut)
    return std::nullopt;
  return one;
}

enum class Part { Quotient, Remainder };

std::optional<Split> split_by(TermTable &table, Term term, Part part) {
  bool is_quotient = part == Part::Quotient;
  std::optional<Split> one;
  if (term->kind == (is_quotient ? Kind::UDiv : Kind::URem)) {
    one = {term->args[0], term->args[1], false};
  } else if (term->kind == (is_quotient ? Kind::SDiv : Kind::SRem)) {
    one = {term->args[0], term->args[1], true};
  } else if (is_quotient && term->kind == Kind::LShr &&
             term->args[1]->is_constant() &&
             term->args[1]->value < term->sort.bits) {
    Bits power = Bits(1) << unsigned(term->args[1]->value);
    one = {term->args[0], table.constant(term->sort, power), false};
  } else if (!is_quotient && term->kind == Kind::BvAnd &&
             term->args[1]->is_constant() &&
             is_power_of_two(term->args[1]->value + 1) &&
             term->args[1]->value != mask(term->sort.bits)) {
    Bits power = term->args[1]->value + 1;
    one = {term->args[0], table.constant(term->sort, power), false};
  } else if (term->kind == Kind::Extract) {
    Kind kind = is_quotient ? Kind::SDiv : Kind::SRem;
    if (term->args[0]->kind == kind)
      one = narrowed(table, term);
  }
  return one && is_about_numbers(*one) ? one : std::nullopt;
}

bool may_fold(const Linear &sum) {
  auto is_division = [](Term term) {
    Term inner = term->kind == Kind::Extract ? term->args[0] : term;
    switch (inner->kind) {
    case Kind::UDiv:
    case Kind::SDiv:
    case Kind::URem:
    case Kind::SRem:
    case Kind::LShr:
      return true;
    case Kind::BvAnd:
      return inner->args[1]->is_constant();
    default:
      return false;
    }
  };
  if (sum.atoms().size() < 2)
    return false;
  for (const auto &[id, atom] : sum.atoms()) {
    Term term = atom.first;
    if (is_division(term) ||
        (term->kind == Kind::Mul &&
         (is_division(term->args[0]) || is_division(term->args[1]))))
      return true;
  }
  return false;
}

// How often the sum has it, by the first of its atoms.
Bits count_in(const Linear &sum, Term term) {
  Linear one(sum.bits());
  one.add(term, 1);
  if (!one.has_atoms())
    return 0;
  auto [atom, factor] = one.atoms().begin()->second;
  Bits have = sum.factor_of(atom);
  Bits minus = (Bits(0) - have) & mask(sum.bits());
  if (have % factor == 0)
    return have / factor;
  Bits other = (Bits(0) - factor) & mask(sum.bits());
  return minus % factor == 0  ? Bits(0) - minus / factor
         : have % other == 0  ? Bits(0) - have / other
         : minus % other == 0 ? minus / other
                              : 0;
}

// Folds the divisions of one sum.
class Folding {
public:
  Folding(TermTable &table, const Linear &sum) : table_(table), sum_(sum) {}

  const Linear &folded() {
    while (fold_one()) {
    }
    return sum_;
  }

private:
  bool fold_one() {
    for (const auto &[id, atom] : sum_.atoms()) {
      auto [term, factor] = atom;
      if (term->kind == Kind::Mul ? fold_product(term, factor)
                                  : fold_quotient(term, factor))
        return true;
    }
    return false;
  }

  // divisor * (x / divisor)
  bool fold_product(Term product, Bits factor) {
    for (std::size_t i : {0, 1}) {
      auto one = split_by(table_, product->args[i], Part::Quotient);
      if (one && one->divisor == product->args[1 - i] &&
          replace(product, factor, *one, 1))
        return true;
    }
    return false;
  }

  // x / divisor, and x, or x / p where that divides the divisor.
  bool fold_quotient(Term quotient, Bits factor) {
    auto one = split_by(table_, quotient, Part::Quotient);
    if (!one || !one->divisor->is_constant())
      return false;
    if (replace(quotient, factor, *one, one->divisor->value))
      return true;
    if (!is_positive(one->divisor, one->is_signed))
      return false;
    for (const auto &[id, atom] : sum_.atoms()) {
      auto before = split_by(table_, atom.first, Part::Quotient);
      if (!before || before->dividend != one->dividend ||
          before->is_signed != one->is_signed ||
          !is_positive(before->divisor, one->is_signed) ||
          before->divisor->value >= one->divisor->value ||
          one->divisor->value % before->divisor->value != 0)
        continue;
      Bits times = one->divisor->value / before->divisor->value;
      Split again{atom.first, table_.constant(quotient->sort, times),
                  one->is_signed};
      if (replace(quotient, factor, again, times))
        return true;
    }
    return false;
  }

  // `atom` times `times` is divisor * (dividend / divisor). True: the sum had
  // the dividend as often as that was taken away, and has the remainder now.
  bool replace(Term atom, Bits factor, const Split &one, Bits times) {
    Bits count = count_in(sum_, one.dividend);
    if (count == 0 || ((count * times + factor) & mask(sum_.bits())) != 0)
      return false;
    // Remainders with a sign by powers are sums already.
    if (one.is_signed && one.divisor->is_constant() &&
        is_power_of_two(one.divisor->value))
      return false;
    Linear less = sum_;
    less.add(atom, Bits(0) - factor);
    less.add(one.dividend, Bits(0) - count);
    less.add(one.remainder(table_), count);
    if (less.atoms().size() >= sum_.atoms().size())
      return false;
    sum_ = less;
    return true;
  }

  TermTable &table_;
  Linear sum_;
};

// Writes x % c as x - (x / c) * c.
class Expansion {
public:
  Expansion(TermTable &table, std::uint32_t bits) : table_(table), sum_(bits) {}

  Linear operator()(const Linear &sum) {
    for (const auto &[id, atom] : sum.atoms())
      add(atom.first, atom.second);
    if (sum.constant() != 0)
      sum_.add(table_.constant(bv_sort(sum.bits()), sum.constant()), 1);
    return sum_;
  }

private:
  void add(Term term, Bits factor) {
    if (term->kind == Kind::Add) {
      for (Term part : term->args)
        add(part, factor);
      return;
    }
    if (term->kind == Kind::Mul && term->args[0]->is_constant())
      return add(term->args[1], factor * term->args[0]->value);
    auto one = split_by(table_, term, Part::Remainder);
    if (!one || count_++ >= most_expanded)
      return sum_.add(term, factor);
    add(one->dividend, factor);
    add(table_.multiply(one->divisor, one->quotient(table_)), Bits(0) - factor);
  }

  TermTable &table_;
  Linear sum_;
  unsigned count_ = 0;
};

} // namespace

Linear fold_divisions(TermTable &table, const Linear &sum) {
  if (!may_fold(sum))
    return sum;
  Linear folded = Folding(table, sum).folded();
  if (!may_fold(folded))
    return folded;
  Linear without = Expansion(table, sum.bits())(folded);
  Linear again = Folding(table, without).folded();
  return again.atoms().size() < folded.atoms().size() ? again : folded;
}

} // namespace mergeproof::smt
