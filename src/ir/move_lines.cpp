#include "ir/move_lines.h"

#include "ir/stmt_visit.h"

#include <unordered_set>

namespace mergeproof::ir {
namespace {

class Mover {
public:
  Mover(Context &context, LineMove move) : context_(context), move_(move) {}

  Seq seq(const Seq &statements) {
    Seq moved;
    moved.reserve(statements.size());
    for (const Stmt *stmt : statements)
      moved.push_back(context_.stmt(
          std::visit([&](const auto &s) { return node(s); }, stmt->node),
          move_(stmt->span)));
    return moved;
  }

private:
  StmtNode node(const If &s) {
    return If{s.condition, seq(s.then_body), seq(s.else_body)};
  }
  StmtNode node(const Loop &s) { return Loop{s.label, seq(s.body)}; }
  StmtNode node(const Block &s) { return Block{s.label, seq(s.body)}; }
  template <typename Leaf>
  StmtNode node(const Leaf &s) {
    return s;
  }

  Context &context_;
  LineMove move_;
};

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

source::Span LineMove::operator()(source::Span span) const {
  if (span.file == file && span.line != 0)
    span.line = static_cast<std::uint32_t>(span.line + lines);
  return span;
}

Function move_lines(Context &context, const Function &function, LineMove move) {
  Function moved = function;
  moved.span = move(function.span);
  moved.end = move(function.end);
  if (move.lines != 0)
    moved.body = Mover(context, move).seq(function.body);
  return moved;
}

std::set<Symbol> named_symbols(const Function &function) {
  Names names;
  for_each_stmt(function.body, [&](const Stmt &stmt) { names.add(stmt); });
  return std::move(names).take();
}

} // namespace mergeproof::ir
