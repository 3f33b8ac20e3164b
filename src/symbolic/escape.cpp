#include "symbolic/escape.h"

#include <variant>

namespace mergeproof::symbolic {
namespace {

using ir::Expr;
using ir::ExprKind;

class Collector {
public:
  explicit Collector(Uses &uses) : uses_(uses) {}

  void value(const Expr *e) {
    switch (e->kind) {
    case ExprKind::GlobalAddr:
      uses_.escaping_globals.insert(e->name);
      break;
    case ExprKind::LocalAddr:
      uses_.escaping_locals.insert(e->name);
      break;
    case ExprKind::FunctionAddr:
      uses_.address_taken_functions.insert(e->name);
      break;
    case ExprKind::Load:
      address(e->a);
      break;
    case ExprKind::Valid:
      address(e->a);
      value(e->b);
      break;
    default:
      for (const Expr *child : {e->a, e->b, e->c})
        if (child)
          value(child);
    }
  }

  // The place of a direct access: its root does not escape.
  void address(const Expr *e) {
    if (e->kind == ExprKind::Binary && e->op == ir::Op::PtrAdd) {
      address(e->a);
      value(e->b);
    } else if (e->kind != ExprKind::GlobalAddr &&
               e->kind != ExprKind::LocalAddr) {
      value(e);
    }
  }

  void keep(const Expr *e) { collect_kept(e, uses_.kept_locals); }

  void write(const Expr *e) {
    address(e);
    const Expr *root = root_of(e);
    if (root && root->kind == ExprKind::GlobalAddr)
      uses_.written_globals.insert(root->name);
  }

  void operator()(const ir::Store &s) {
    write(s.address);
    value(s.value);
    keep(s.value);
  }
  void operator()(const ir::MemCopy &s) {
    write(s.target);
    address(s.source);
    value(s.size);
  }
  void operator()(const ir::MemSet &s) {
    write(s.target);
    value(s.byte);
    value(s.size);
  }

private:
  Uses &uses_;
};

} // namespace

const Expr *root_of(const Expr *address) {
  while (address->kind == ExprKind::Binary && address->op == ir::Op::PtrAdd)
    address = address->a;
  bool is_object = address->kind == ExprKind::GlobalAddr ||
                   address->kind == ExprKind::LocalAddr;
  return is_object ? address : nullptr;
}

bool has_memory(const Expr *e) {
  return e && (e->kind == ExprKind::Load || e->kind == ExprKind::Valid ||
               has_memory(e->a) || has_memory(e->b) || has_memory(e->c));
}

void collect_kept(const Expr *value, std::set<ir::Symbol> &locals) {
  if (!value || value->kind == ExprKind::Load || value->kind == ExprKind::Valid)
    return;
  if (value->kind == ExprKind::LocalAddr)
    locals.insert(value->name);
  for (const Expr *child : {value->a, value->b, value->c})
    collect_kept(child, locals);
}

void collect_uses(const ir::Seq &body, Uses &uses) {
  Collector collector(uses);
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    if (auto *s = stmt.as<ir::Store>())
      collector(*s);
    else if (auto *s = stmt.as<ir::MemCopy>())
      collector(*s);
    else if (auto *s = stmt.as<ir::MemSet>())
      collector(*s);
    else
      ir::for_each_expr(stmt, [&](const Expr *e) { collector.value(e); });
    if (auto *s = stmt.as<ir::Assign>())
      collector.keep(s->value);
    else if (auto *s = stmt.as<ir::Return>())
      collector.keep(s->value);
  });
}

} // namespace mergeproof::symbolic
