#include "verdict/stored_values.h"

#include "ir/stmt_visit.h"

#include <algorithm>

namespace mergeproof::verdict {
namespace {

using Values = StoredValues;
constexpr std::size_t most_values = 64;

std::uint64_t cut(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t(1) << bits) - 1);
}

std::uint64_t extend(std::uint64_t value, unsigned bits) {
  std::uint64_t sign = std::uint64_t(1) << (bits - 1);
  return (value ^ sign) - sign;
}

// What an expression may be, where the variable holds one of some values.
class Evaluation {
public:
  Evaluation(ir::Symbol variable, unsigned bits, const Values &held)
      : variable_(variable), bits_(bits), held_(held) {}

  std::optional<Values> operator()(const ir::Expr &e) const {
    if (!e.type.is_int() || e.type.bits > 64)
      return std::nullopt;
    switch (e.kind) {
    case ir::ExprKind::Const:
      return Values{static_cast<std::uint64_t>(e.bits)};
    case ir::ExprKind::Load:
      return load(e);
    case ir::ExprKind::Cast:
      return cast(e);
    case ir::ExprKind::Select:
      return both((*this)(*e.b), (*this)(*e.c));
    case ir::ExprKind::Binary:
      return binary(e);
    default:
      return any(e);
    }
  }

private:
  static std::optional<Values> any(const ir::Expr &e) {
    return e.type.bits == 1 ? std::optional<Values>({0, 1}) : std::nullopt;
  }
  std::optional<Values> load(const ir::Expr &e) const {
    bool is_own = e.a->kind == ir::ExprKind::GlobalAddr &&
                  e.a->name == variable_ && e.type.bits == bits_;
    return is_own ? std::optional(held_) : any(e);
  }
  static std::optional<Values> both(std::optional<Values> one,
                                    std::optional<Values> other) {
    if (!one || !other)
      return std::nullopt;
    one->insert(other->begin(), other->end());
    return one;
  }
  std::optional<Values> cast(const ir::Expr &e) const {
    auto from = e.a->type.is_int() ? (*this)(*e.a) : std::nullopt;
    bool is_signed = e.op == ir::Op::SExt;
    if (!from || (!is_signed && e.op != ir::Op::ZExt && e.op != ir::Op::Trunc))
      return any(e);
    Values values;
    for (std::uint64_t value : *from)
      values.insert(
          cut(is_signed ? extend(value, e.a->type.bits) : value, e.type.bits));
    return values;
  }
  std::optional<Values> binary(const ir::Expr &e) const {
    if (e.op != ir::Op::And && e.op != ir::Op::Or && e.op != ir::Op::Xor)
      return any(e);
    auto left = (*this)(*e.a), right = (*this)(*e.b);
    if (!left || !right || left->size() * right->size() > 4096)
      return any(e);
    Values values;
    for (std::uint64_t a : *left)
      for (std::uint64_t b : *right)
        values.insert(e.op == ir::Op::And  ? a & b
                      : e.op == ir::Op::Or ? a | b
                                           : a ^ b);
    return values;
  }

  ir::Symbol variable_;
  unsigned bits_;
  const Values &held_;
};

// Finds what is stored to it.
class Stores {
public:
  explicit Stores(const ir::Global &global) : global_(global) {}

  // Whether it is used in no other way than that, and read.
  bool add(const ir::Function &function) {
    ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
      const auto *store = stmt.as<ir::Store>();
      if (store && is_address(*store->address)) {
        is_plain_ &= store->value->type.is_int() &&
                     store->value->type.bits == global_.size * 8;
        values.push_back(store->value);
        visit(store->value);
      } else
        ir::for_each_expr(stmt, [&](const ir::Expr *expr) { visit(expr); });
    });
    return is_plain_;
  }

  std::vector<const ir::Expr *> values;

private:
  bool is_address(const ir::Expr &e) const {
    return e.kind == ir::ExprKind::GlobalAddr && e.name == global_.id;
  }
  void visit(const ir::Expr *e) {
    if (!e)
      return;
    bool is_read =
        e->kind == ir::ExprKind::Load || e->kind == ir::ExprKind::Valid;
    is_plain_ &= !is_address(*e);
    for (const ir::Expr *part : {e->a, e->b, e->c})
      if (part && !(is_read && is_address(*part)))
        visit(part);
  }

  const ir::Global &global_;
  bool is_plain_ = true;
};

std::uint64_t initial_value(const ir::Global &global) {
  std::uint64_t value = 0;
  for (std::size_t i = std::min<std::size_t>(global.bytes.size(), 8); i-- > 0;)
    value = value << 8 | global.bytes[i];
  return value;
}

} // namespace

std::optional<Values>
stored_values(const std::vector<const ir::Function *> &users,
              const ir::Global &global, const StoredValues &others) {
  if (!global.is_static || global.is_entry || !global.is_defined ||
      !global.relocations.empty() || global.size == 0 || global.size > 8)
    return std::nullopt;
  Stores stores(global);
  for (const ir::Function *function : users)
    if (!stores.add(*function))
      return std::nullopt;
  Values held = others;
  held.insert(initial_value(global));
  for (std::size_t before = 0; before != held.size();) {
    before = held.size();
    Evaluation evaluate(global.id, unsigned(global.size * 8), held);
    Values next = held;
    for (const ir::Expr *value : stores.values) {
      auto values = evaluate(*value);
      if (!values || values->size() > most_values)
        return std::nullopt;
      next.merge(*values);
    }
    held = std::move(next);
    if (held.size() > most_values)
      return std::nullopt;
  }
  return held;
}

} // namespace mergeproof::verdict
