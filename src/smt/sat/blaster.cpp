#include "smt/sat/blaster.h"

#include "support/check.h"

#include <algorithm>

namespace mergeproof::smt {

namespace {

std::size_t bits_of(const Sort &sort) {
  return sort.kind == SortKind::Token ? token_bits : sort.bits;
}

// Nobody says by bits what these are.
bool is_free(Term term) {
  return term->kind == Kind::Symbol || term->kind == Kind::Apply ||
         term->kind == Kind::Load;
}

// A number times what is none.
bool is_scaled(Term term) {
  return term->kind == Kind::Mul && term->args[0]->is_constant();
}

// What the bits of a term are made of.
std::vector<Term> operands_of(Term term) {
  if (is_free(term))
    return {};
  std::vector<Term> operands = term->args;
  if (term->kind == Kind::Add)
    for (Term &part : operands)
      if (is_scaled(part))
        part = part->args[1];
  return operands;
}

} // namespace

const Word &Blaster::word(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term top = stack.back();
    std::size_t before = stack.size();
    if (!known_.count(top))
      for (Term arg : operands_of(top))
        if (!is_memory(arg) && !known_.count(arg))
          stack.push_back(arg);
    if (stack.size() > before)
      continue;
    stack.pop_back();
    if (!known_.count(top))
      known_.emplace(top, make(top));
  }
  return known_.at(root);
}

Bits Blaster::value(Term term) {
  const Word &bits = known_.at(term);
  Bits value = 0;
  for (std::size_t i = 0; i < bits.size(); i++)
    if (gates_.value(bits[i]))
      value |= Bits(1) << i;
  return value;
}

Word Blaster::constant(Bits value, std::size_t bits) const {
  Word word(bits);
  for (std::size_t i = 0; i < bits; i++)
    word[i] = (value >> i & 1) != 0 ? always : never;
  return word;
}

// Tokens are all different where nothing has them equal: then functions of them
// owe each other nothing.
Word Blaster::unknown(Term term) {
  Word word = words_.fresh(bits_of(term->sort));
  if (term->sort.kind == SortKind::Token)
    for (std::size_t i = 0; i < word.size(); i++)
      gates_.prefer((term->id >> i & 1) != 0 ? word[i] : -word[i]);
  return word;
}

// Of memories: nobody knows.
Word Blaster::equal(Term term) {
  if (is_memory(term->args[0]))
    return {gates_.fresh()};
  return {words_.equal(arg(term, 0), arg(term, 1))};
}

Word Blaster::connective(Term term) {
  Word parts;
  int sign = term->kind == Kind::Or ? -1 : 1;
  for (std::size_t i = 0; i < term->args.size(); i++)
    parts.push_back(sign * arg(term, i).front());
  return {sign * gates_.all(parts)};
}

// What is taken away is one sum, so that a + 2 * b and its opposite share
// gates.
Word Blaster::sum(Term term) {
  const std::size_t bits = term->sort.bits;
  const Word zero = constant(0, bits);
  Word more = zero, less = zero, number = zero;
  for (Term part : term->args) {
    if (part->is_constant()) {
      number = constant(part->value, bits);
      continue;
    }
    if (!is_scaled(part)) {
      more = words_.add(more, known_.at(part));
      continue;
    }
    const Word &atom = known_.at(part->args[1]);
    if (Bits opposite = opposite_of_negative(part->args[0]); opposite != 0)
      less = words_.add(less, words_.times(atom, opposite));
    else
      more = words_.add(more, words_.times(atom, part->args[0]->value));
  }
  if (less != zero)
    more = words_.subtract(more, less);
  return words_.add(more, number);
}

Word Blaster::product(Term term) {
  Term factor = term->args[0];
  if (!factor->is_constant())
    return words_.multiply(arg(term, 0), arg(term, 1));
  if (Bits opposite = opposite_of_negative(factor); opposite != 0)
    return words_.negate(words_.times(arg(term, 1), opposite));
  return words_.times(arg(term, 1), factor->value);
}

Word Blaster::division(Term term) {
  bool is_signed = term->kind == Kind::SDiv || term->kind == Kind::SRem;
  Words::Division division =
      is_signed ? words_.divide_signed(arg(term, 0), arg(term, 1))
                : words_.divide(arg(term, 0), arg(term, 1));
  bool is_quotient = term->kind == Kind::UDiv || term->kind == Kind::SDiv;
  return is_quotient ? division.quotient : division.remainder;
}

Word Blaster::logic(Term term) {
  const Word &a = arg(term, 0), &b = arg(term, 1);
  Word word(a.size());
  for (std::size_t i = 0; i < a.size(); i++)
    word[i] = term->kind == Kind::BvAnd  ? gates_.both(a[i], b[i])
              : term->kind == Kind::BvOr ? gates_.either(a[i], b[i])
                                         : gates_.differ(a[i], b[i]);
  return word;
}

// Bits of others, as they are.
Word Blaster::part(Term term) {
  Word word = arg(term, term->kind == Kind::Concat ? 1 : 0);
  if (term->kind == Kind::Extract)
    return {word.begin() + term->low, word.begin() + term->high + 1};
  if (term->kind == Kind::Concat)
    word.insert(word.end(), arg(term, 0).begin(), arg(term, 0).end());
  else
    word.resize(term->sort.bits,
                term->kind == Kind::SignExtend ? word.back() : never);
  return word;
}

Word Blaster::make(Term term) {
  switch (term->kind) {
  case Kind::Constant:
  case Kind::Object:
    return constant(term->value, bits_of(term->sort));
  case Kind::Symbol:
  case Kind::Apply:
  case Kind::Load:
    return unknown(term);
  case Kind::Not:
  case Kind::BvNot:
    return words_.invert(arg(term, 0));
  case Kind::And:
  case Kind::Or:
    return connective(term);
  case Kind::Ite:
    return words_.choose(arg(term, 0).front(), arg(term, 1), arg(term, 2));
  case Kind::Equal:
    return equal(term);
  case Kind::Add:
    return sum(term);
  case Kind::Mul:
    return product(term);
  case Kind::UDiv:
  case Kind::SDiv:
  case Kind::URem:
  case Kind::SRem:
    return division(term);
  case Kind::BvAnd:
  case Kind::BvOr:
  case Kind::BvXor:
    return logic(term);
  case Kind::Shl:
    return words_.shift(Words::Shift::Left, arg(term, 0), arg(term, 1));
  case Kind::LShr:
    return words_.shift(Words::Shift::Right, arg(term, 0), arg(term, 1));
  case Kind::AShr:
    return words_.shift(Words::Shift::RightSigned, arg(term, 0), arg(term, 1));
  case Kind::ULt:
    return {words_.less(arg(term, 0), arg(term, 1))};
  case Kind::SLt:
    return {words_.less_signed(arg(term, 0), arg(term, 1))};
  case Kind::Extract:
  case Kind::Concat:
  case Kind::ZeroExtend:
  case Kind::SignExtend:
    return part(term);
  case Kind::Store:
    break;
  }
  CHECK(!"a term that has bits");
  return {};
}

} // namespace mergeproof::smt
