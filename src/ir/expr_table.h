// The expressions of a Context, by structure: open addressing, as looking them
// up is a good part of what lowering costs.
#pragma once

#include "ir/expr.h"

#include <cstddef>
#include <vector>

namespace mergeproof::ir {

class ExprTable {
public:
  ExprTable() : slots_(first_size) {}

  // The expression that equals `expr`, or else what `make()` gives.
  template <typename F>
  const Expr *find_or_add(const Expr &expr, F &&make) {
    Slot *slot = &slot_of(expr);
    if (slot->expr)
      return slot->expr;
    if (++count_ * 2 > slots_.size()) {
      grow();
      slot = &slot_of(expr);
    }
    *slot = {expr.hash, make()};
    return slot->expr;
  }

private:
  struct Slot {
    std::uint64_t hash = 0;
    const Expr *expr = nullptr;
  };
  static constexpr std::size_t first_size = 1 << 14; // a power of two

  static bool is_equal(const Expr &a, const Expr &b) {
    return a.kind == b.kind && a.op == b.op && a.type == b.type &&
           a.bits == b.bits && a.name == b.name && a.a == b.a && a.b == b.b &&
           a.c == b.c && a.access == b.access;
  }

  // Where it is, or would be.
  Slot &slot_of(const Expr &expr) {
    std::size_t mask = slots_.size() - 1, at = expr.hash & mask;
    while (slots_[at].expr &&
           (slots_[at].hash != expr.hash || !is_equal(*slots_[at].expr, expr)))
      at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot &slot : old)
      if (slot.expr)
        slot_of(*slot.expr) = slot;
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

} // namespace mergeproof::ir
