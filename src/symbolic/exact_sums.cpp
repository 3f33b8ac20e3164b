#include "symbolic/exact_sums.h"

namespace mergeproof::symbolic {

using smt::Term;

namespace {

constexpr unsigned most_parts = 12;  // one in the other
constexpr std::size_t most_ways = 4; // to make one number

} // namespace

void ExactSums::note(ir::Op op, Term a, Term b, Term condition) {
  bool is_product = op == ir::Op::SMulOverflow;
  bool is_sum = op == ir::Op::SAddOverflow || op == ir::Op::SSubOverflow;
  if (!is_sum && !(is_product && (a->is_constant() || b->is_constant())))
    return;
  Term result = is_product                   ? table_.multiply(a, b)
                : op == ir::Op::SSubOverflow ? table_.subtract(a, b)
                                             : table_.add(a, b);
  std::vector<Parts> &known = parts_[result];
  if (result->kind == smt::Kind::Add || result->kind == smt::Kind::Mul)
    if (known.size() < most_ways)
      known.push_back({op, a, b, condition});
}

Term ExactSums::sign_extend(std::uint32_t bits, Term number, Term guard) const {
  return extend(bits, number, guard, 0);
}

Term ExactSums::extend(std::uint32_t bits, Term number, Term guard,
                       unsigned depth) const {
  auto found = parts_.find(number);
  if (found == parts_.end() || depth > most_parts)
    return plainly(bits, number, true, guard);
  for (const Parts &parts : found->second) {
    if (!smt::has_conjuncts(guard, parts.condition))
      continue;
    Term a = extend(bits, parts.a, guard, depth + 1);
    Term b = extend(bits, parts.b, guard, depth + 1);
    return parts.op == ir::Op::SMulOverflow   ? table_.multiply(a, b)
           : parts.op == ir::Op::SSubOverflow ? table_.subtract(a, b)
                                              : table_.add(a, b);
  }
  return plainly(bits, number, true, guard);
}

void ExactSums::note_wide(Term number, bool is_signed, Term wide, Term guard) {
  wide_.try_emplace({number, is_signed}, Wide{wide, guard});
}

Term ExactSums::plainly(std::uint32_t bits, Term number, bool is_signed,
                        Term guard) const {
  auto found = wide_.find({number, is_signed});
  if (found != wide_.end() && found->second.number->sort.bits == bits &&
      smt::has_conjuncts(guard, found->second.guard))
    return found->second.number;
  return is_signed ? table_.sign_extend(bits, number)
                   : table_.zero_extend(bits, number);
}

void ExactSums::note_step(Term number, int step, Term guard) {
  Term by = table_.constant(number->sort, smt::Bits(step));
  Term result = table_.add(number, by);
  if (result->kind == smt::Kind::Add)
    steps_.try_emplace(result, Step{number, step, guard});
}

Term ExactSums::zero_extend(std::uint32_t bits, Term number, Term guard) const {
  auto found = steps_.find(number);
  if (found == steps_.end() || !smt::has_conjuncts(guard, found->second.guard))
    return plainly(bits, number, false, guard);
  Term by = table_.constant(smt::bv_sort(bits), smt::Bits(found->second.by));
  return table_.add(plainly(bits, found->second.from, false, guard), by);
}

} // namespace mergeproof::symbolic
