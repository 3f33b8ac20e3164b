#include "ir/named_symbols.h"

#include "ir/stmt_visit.h"

#include <unordered_set>

namespace mergeproof::ir {
namespace {

class Names {
public:
  void add(const Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ExprKind::GlobalAddr ||
        expr->kind == ExprKind::FunctionAddr)
      names_.insert(expr->name);
    for (const Expr *child : {expr->a, expr->b, expr->c})
      add(child);
  }
  void add(const Stmt &stmt) {
    for_each_expr(stmt, [&](const Expr *expr) { add(expr); });
    if (const auto *call = stmt.as<Call>())
      if (const auto *callee = std::get_if<Symbol>(&call->callee.target))
        names_.insert(*callee);
  }
  std::set<Symbol> take() && { return std::move(names_); }

private:
  std::unordered_set<const Expr *> seen_;
  std::set<Symbol> names_;
};

} // namespace

std::set<Symbol> named_symbols(const Function &function) {
  Names names;
  for_each_stmt(function.body, [&](const Stmt &stmt) { names.add(stmt); });
  return std::move(names).take();
}

} // namespace mergeproof::ir
