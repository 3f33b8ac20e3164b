// What runs compare (interp/coverage.h).
#include "interp/arithmetic.h"
#include "interp/machine.h"

#include <optional>

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

// What its first operand would have to be; none: there is no such thing to say.
std::optional<Bits> undo(const Node &node, Bits wanted) {
  if (node.kind == ExprKind::Cast && node.type.is_int() &&
      node.operand.is_int())
    return cut(wanted, node.operand.bits);
  if (node.kind != ExprKind::Binary || node.b->kind != ExprKind::Const)
    return std::nullopt;
  Bits by = node.b->bits;
  switch (node.op) {
  case Op::Add:
    return cut(wanted - by, node.type.bits);
  case Op::Sub:
    return cut(wanted + by, node.type.bits);
  case Op::Xor:
    return wanted ^ by;
  case Op::Mul:
    return by ? std::optional(wanted / by) : std::nullopt;
  case Op::Shl:
  case Op::LShr:
    if (by >= node.type.bits)
      return std::nullopt; // nothing of the operand is left
    return node.op == Op::Shl ? wanted >> by
                              : cut(wanted << by, node.type.bits);
  default:
    return std::nullopt;
  }
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
  Bits a = value<U>(node.a), b = value<U>(node.b);
  if (a == b)
    return;
  limits_.coverage->note(
      place, {std::uint64_t(a), std::uint64_t(b), node.operand.bits});
  note_origins<U>(*node.a, b);
  note_origins<U>(*node.b, a);
}

// What a part of `node` is and would have to be for the whole to be `wanted`,
// down through operations with constants that can be undone.
template <Unset U>
void Machine::note_origins(const Node &node, Bits wanted) {
  const Node *part = &node;
  bool is_computed = false; // not only widened
  while (auto undone = undo(*part, wanted)) {
    is_computed |= part->kind != ExprKind::Cast;
    part = part->a;
    wanted = *undone;
    if (part->type.bits > 64 || !part->type.is_int())
      return;
  }
  Bits now = is_computed ? value<U>(part) : wanted;
  if (part->op == Op::And && part->b && part->b->kind == ExprKind::Const) {
    now = value<U>(part->a);
    wanted = (now & ~part->b->bits) | (wanted & part->b->bits);
    part = part->a;
  }
  if (now != wanted)
    limits_.coverage->note(
        Comparison{std::uint64_t(now), std::uint64_t(wanted), part->type.bits});
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
