// What runs compare (interp/coverage.h).
#include "interp/machine.h"

namespace mergeproof::interp {

using ir::ExprKind;
using ir::Op;

namespace {

bool is_comparison(Op op) {
  switch (op) {
  case Op::Eq:
  case Op::Ne:
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
  case Op::FEq:
  case Op::FNe:
  case Op::FLt:
  case Op::FLe:
    return true;
  default:
    return false;
  }
}

bool is_truth(const Node &node) { return node.type.bits == 1; }

// A truth that was made a number.
bool is_cast_truth(const Node &node) {
  return node.kind == ExprKind::Cast && node.operand.bits == 1;
}

} // namespace

// Of a condition and what it is made of.
template <Unset U>
void Machine::note_comparisons(const Node &node, std::uint64_t place) {
  auto first = [&](const Node &part) {
    note_comparisons<U>(part, 3 * place + 1);
  };
  auto second = [&](const Node &part) {
    note_comparisons<U>(part, 3 * place + 2);
  };
  switch (node.kind) {
  case ExprKind::Unary:
    return is_truth(*node.a) ? first(*node.a) : void();
  case ExprKind::Cast:
    return is_cast_truth(node) ? first(*node.a) : void();
  case ExprKind::Select:
    first(*node.a);
    return second(value<U>(node.a) ? *node.b : *node.c);
  case ExprKind::Binary:
    if (is_truth(*node.a)) {
      first(*node.a);
      second(*node.b);
    } else if (is_cast_truth(*node.a)) {
      first(*node.a);
    } else if (is_comparison(node.op) && !node.operand.is_pointer()) {
      note_comparison<U>(node, place);
    }
    return;
  default:
    return;
  }
}

template <Unset U>
void Machine::note_comparison(const Node &node, std::uint64_t place) {
  if (node.operand.bits > 64)
    return;
  Comparison seen{std::uint64_t(value<U>(node.a)),
                  std::uint64_t(value<U>(node.b)), node.operand.bits};
  if (seen.a != seen.b)
    limits_.coverage->note(place, seen);
}

// Of values that are only computed, those that are truths.
template <Unset U>
void Machine::cover(const Instruction &next, std::uint64_t place) {
  limits_.coverage->note(place);
  bool is_decision = next.kind == Instruction::Kind::JumpUnless;
  if (is_decision || (next.kind == Instruction::Kind::Assign &&
                      (is_truth(*next.x) || is_cast_truth(*next.x))))
    note_comparisons<U>(*next.x, place);
}

template void Machine::cover<Unset::Ignored>(const Instruction &next,
                                             std::uint64_t place);
template void Machine::cover<Unset::Noticed>(const Instruction &next,
                                             std::uint64_t place);

} // namespace mergeproof::interp
