#include "relational/loops/loop_accesses.h"

#include "symbolic/escape.h"

#include <algorithm>

namespace mergeproof::relational {
namespace {

using namespace ir;
using Place = Access::Place;

constexpr std::int64_t most = 1'000'000; // scales and offsets that are followed

bool is_within(std::int64_t value, std::int64_t limit) {
  return value >= -limit && value <= limit;
}

// Whether it takes 2^32 turns at most.
bool has_few_turns(const CountedLoop &loop) {
  constexpr std::uint16_t few_bits = 32;
  if (loop.counter->type.bits <= few_bits)
    return true;
  const Expr *bound = loop.bound;
  bool is_small =
      (bound->kind == ExprKind::Const && bound->bits >> few_bits == 0) ||
      (bound->kind == ExprKind::Cast && bound->op == Op::ZExt &&
       bound->a->type.bits <= few_bits);
  return is_small && loop.step == 1 && loop.condition->op == Op::ULt;
}

std::optional<std::int64_t> constant(const Expr *e) {
  if (e->kind != ExprKind::Const || e->type.bits > 64)
    return std::nullopt;
  std::uint32_t unused = 64 - e->type.bits;
  auto value = static_cast<std::int64_t>(static_cast<std::uint64_t>(e->bits)
                                         << unused) >>
               unused;
  return is_within(value, most) ? std::optional(value) : std::nullopt;
}

// Offsets as linear functions of the counter.
class Linear {
public:
  using Exact = std::set<const Expr *>; // see Locator

  // `exact`: given where what wraps is to be followed, too.
  Linear(const CountedLoop &loop, const Exact *exact)
      : counter_(loop.counter),
        extension_(loop.condition->op == Op::SLt ? Op::SExt : Op::ZExt),
        most_scale_(exact || has_few_turns(loop) ? most : 1), exact_(exact) {}

  std::optional<Place> operator()(const Expr *e) const { // 64 bits
    if (e == counter_)
      return Place{1, 0};
    if (auto value = constant(e))
      return Place{0, *value};
    if (e->kind == ExprKind::Cast && e->op == extension_ && e->a == counter_)
      return Place{1, 0};
    if (e->kind == ExprKind::Cast && e->op == extension_ && exact_ &&
        exact_->contains(e->a))
      return sum(e->a);
    return e->kind == ExprKind::Binary ? binary(e) : std::nullopt;
  }

  // Offsets wrap at 2^64: scale times turns stays below that, unless they may.
  std::optional<Place> checked(const Place &place) const {
    bool is_small =
        is_within(place.scale, most_scale_) && is_within(place.offset, most);
    return is_small ? std::optional(place) : std::nullopt;
  }

private:
  // Of the counter and a constant.
  std::optional<Place> sum(const Expr *e) const {
    std::optional<std::int64_t> by = constant(e->b);
    if (!by)
      return std::nullopt;
    return checked({1, e->op == Op::Sub ? -*by : *by});
  }

  std::optional<Place> binary(const Expr *e) const {
    std::optional<Place> a = (*this)(e->a), b = (*this)(e->b);
    if (!a || !b)
      return std::nullopt;
    switch (e->op) {
    case Op::Add:
      return checked({a->scale + b->scale, a->offset + b->offset});
    case Op::Sub:
      return checked({a->scale - b->scale, a->offset - b->offset});
    case Op::Mul:
      return a->scale == 0   ? times(*b, a->offset)
             : b->scale == 0 ? times(*a, b->offset)
                             : std::nullopt;
    case Op::Shl:
      return b->scale == 0 && b->offset >= 0 && b->offset < 16
                 ? times(*a, std::int64_t(1) << b->offset)
                 : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<Place> times(const Place &place, std::int64_t by) const {
    return checked({place.scale * by, place.offset * by});
  }

  const Expr *counter_;
  Op extension_; // that keeps the order which the loop counts in
  std::int64_t most_scale_;
  const Exact *exact_;
};

class Collector {
public:
  Collector(const CountedLoop &loop, const std::set<Symbol> &changing,
            const Linear::Exact *exact = nullptr)
      : linear_(loop, exact), changing_(changing), is_loose_(exact) {}

  std::vector<Access> run(const Seq &seq) {
    for_each_stmt(seq, [&](const Stmt &stmt) {
      for_each_expr(stmt, [&](const Expr *e) { visit(e); });
      if (auto *store = stmt.as<Store>())
        add(store->address, store->value->type, true);
    });
    return std::move(found_);
  }

  Access locate(const Expr *address) const {
    Access access;
    std::optional<Place> place = Place{};
    while (address->kind == ExprKind::Binary && address->op == Op::PtrAdd) {
      std::optional<Place> by = linear_(address->b);
      place = place && by ? linear_.checked({place->scale + by->scale,
                                             place->offset + by->offset})
                          : std::nullopt;
      address = address->a;
    }
    access.place = place;
    if (is_stable(address))
      access.base = address;
    return access;
  }

private:
  void visit(const Expr *e) {
    if (e->kind == ExprKind::Load)
      add(e->a, e->type, false);
    for (const Expr *child : {e->a, e->b, e->c})
      if (child)
        visit(child);
  }

  void add(const Expr *address, Scalar type, bool is_write) {
    Access access = locate(address);
    access.size = static_cast<std::int64_t>(type.bytes());
    access.is_write = is_write;
    found_.push_back(access);
  }

  bool is_stable(const Expr *base) const {
    std::set<Symbol> read;
    add_variables(base, read);
    return (is_loose_ || !base->reads_memory) &&
           std::none_of(read.begin(), read.end(),
                        [&](Symbol name) { return changing_.count(name) > 0; });
  }

  Linear linear_;
  const std::set<Symbol> &changing_;
  bool is_loose_; // bases may read memory
  std::vector<Access> found_;
};

bool is_object(const Expr *base) {
  return base->kind == ExprKind::GlobalAddr ||
         base->kind == ExprKind::LocalAddr;
}

} // namespace

std::vector<Access> accesses_of(const Seq &seq, const CountedLoop &loop,
                                const std::set<Symbol> &changing) {
  return Collector(loop, changing).run(seq);
}

Access Locator::locate(const Expr *address) const {
  return Collector(loop, changing, &exact).locate(address);
}

std::optional<Place> Locator::place_of(const Expr *number) const {
  return Linear(loop, &exact)(number);
}

bool are_independent(const Access &a, const Access &b) {
  if (!a.is_write && !b.is_write)
    return true;
  return a.base && b.base && a.base != b.base && is_object(a.base) &&
         is_object(b.base);
}

bool may_run_ahead(const Access &second, const Access &first,
                   std::int64_t step) {
  if (are_independent(first, second))
    return true;
  if (!first.base || first.base != second.base || !first.place ||
      !second.place || first.place->scale != second.place->scale)
    return false;
  // The first is at least one turn later; the further, the further apart.
  std::int64_t stride = first.place->scale * step;
  std::int64_t apart = first.place->offset + stride - second.place->offset;
  return stride > 0   ? apart >= second.size
         : stride < 0 ? apart + first.size <= 0
                      : false;
}

} // namespace mergeproof::relational
