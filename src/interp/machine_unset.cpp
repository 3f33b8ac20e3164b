// What is unset of a value. This is slower than its evaluation, so it is done
// only where something unset was met.
#include "interp/arithmetic.h"
#include "interp/machine.h"
#include "support/check.h"

namespace mergeproof::interp {

using ir::Bits;
using ir::CheckKind;
using ir::ExprKind;
using ir::Op;

void Machine::find_unset(const Node &node) {
  is_unset_used_ = false;
  unset_of_value_ = trace(node).unset;
  if (is_unset_used_)
    trap(CheckKind::UninitialisedRead);
}

Partial Machine::trace(const Node &n) {
  switch (n.kind) {
  case ExprKind::Const:
    return {n.bits, 0};
  case ExprKind::Var:
    return {frame()[n.slot], unset_[frames_.back().base + n.slot]};
  case ExprKind::Unary:
    return partial_unary(n.op, n.type, trace(*n.a));
  case ExprKind::Binary:
    return trace_binary(n);
  case ExprKind::Cast:
    return partial_cast(n.op, n.type, n.operand, trace(*n.a));
  case ExprKind::Select: {
    Partial condition = trace(*n.a);
    is_unset_used_ |= condition.unset != 0;
    return trace(condition.bits ? *n.b : *n.c);
  }
  case ExprKind::Load:
    return trace_load(n);
  case ExprKind::Valid: {
    Partial address = trace(*n.a), size = trace(*n.b);
    bool is_valid =
        memory_.is_valid(Address(address.bits), std::uint64_t(size.bits));
    return {is_valid, address.unset || size.unset};
  }
  case ExprKind::GlobalAddr:
  case ExprKind::LocalAddr:
  case ExprKind::FunctionAddr:
    break;
  }
  support::fail_check("addresses are resolved", __FILE__, __LINE__);
}

// Of && and ||, which are operators of 1 bit, the right operand counts only
// where the left one does not decide.
Partial Machine::trace_binary(const Node &n) {
  Partial a = trace(*n.a);
  bool is_logical =
      n.operand == ir::bool_scalar && (n.op == Op::And || n.op == Op::Or);
  if (is_logical && (a.unset || (a.bits != 0) == (n.op == Op::Or)))
    return a;
  Partial b = trace(*n.b);
  bool is_division = n.op == Op::UDiv || n.op == Op::SDiv || n.op == Op::URem ||
                     n.op == Op::SRem;
  is_unset_used_ |= is_division && b.unset;
  return partial_binary(n.op, n.operand, a, b);
}

Partial Machine::trace_load(const Node &n) {
  Partial address = trace(*n.a);
  is_unset_used_ |= address.unset != 0;
  unsigned bytes = (n.type.bits + 7u) / 8u;
  Address place = Address(address.bits);
  return {cut(memory_.load(place, bytes), n.type.bits),
          cut(memory_.unset(place, bytes), n.type.bits)};
}

// A store or fill has written a value with unset bits.
void Machine::note_unset(const Instruction &i, Address target, Bits unset,
                         std::uint64_t size) {
  if (i.kind == Instruction::Kind::Store)
    memory_.set_unset(target, unset, (i.y->type.bits + 7u) / 8u);
  else
    memory_.fill_unset(target, static_cast<unsigned char>(unset), size);
}

} // namespace mergeproof::interp
