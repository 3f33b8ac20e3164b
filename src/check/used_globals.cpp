#include "check/used_globals.h"

#include <vector>

namespace mergeproof::check {
namespace {

// Walks from a function over calls, addresses and initialisers.
class Reach {
public:
  explicit Reach(const ir::Program &program, const IsLeftOut &is_left_out = {})
      : program_(program), is_left_out_(is_left_out) {}

  void from(const ir::Function *function) {
    if (!function || !functions.insert(function).second)
      return;
    pending_.push_back(function);
    while (!pending_.empty()) {
      const ir::Function *next = pending_.back();
      pending_.pop_back();
      scan(*next);
    }
  }

  std::set<const ir::Function *> functions;
  std::set<std::string> globals;

private:
  void scan(const ir::Function &function) {
    ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
      if (const auto *call = stmt.as<ir::Call>())
        if (const auto *id = std::get_if<ir::Symbol>(&call->callee.target))
          add(*id);
      ir::for_each_expr(stmt, [&](const ir::Expr *expr) { scan(expr); });
    });
  }

  void scan(const ir::Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ir::ExprKind::GlobalAddr ||
        expr->kind == ir::ExprKind::FunctionAddr)
      add(expr->name);
    scan(expr->a);
    scan(expr->b);
    scan(expr->c);
  }

  void add(ir::Symbol id) {
    const ir::Function *function = program_.find_function(id);
    if (function && is_left_out_ && is_left_out_(*function))
      function = nullptr;
    if (function && functions.insert(function).second)
      pending_.push_back(function);
    const ir::Global *global = program_.find_global(id);
    if (!global || !globals.insert(std::string(id)).second)
      return;
    for (ir::Symbol named : ir::named_by(*global))
      add(named);
  }

  const ir::Program &program_;
  IsLeftOut is_left_out_;
  std::set<const ir::Expr *> seen_;
  std::vector<const ir::Function *> pending_;
};

Reach reach_of(const verdict::VersionOfUnit &version) {
  Reach reach(*version.program);
  reach.from(version.function);
  return reach;
}

// Only loads and checks; what takes its address may write it.
bool only_reads(const ir::Expr *expr, ir::Symbol id, bool is_address) {
  if (!expr)
    return true;
  if (expr->kind == ir::ExprKind::GlobalAddr && expr->name == id)
    return is_address;
  bool is_place = expr->kind == ir::ExprKind::Load ||
                  expr->kind == ir::ExprKind::Valid || is_address;
  return only_reads(expr->a, id, is_place) &&
         only_reads(expr->b, id, is_place) && only_reads(expr->c, id, is_place);
}

} // namespace

std::set<std::string> used_globals(const verdict::Question &question) {
  std::set<std::string> used;
  for (const verdict::VersionOfUnit &version : question.versions)
    used.merge(reach_of(version).globals);
  return used;
}

bool is_only_read(const ir::Program &program, const ir::Global &global) {
  bool only = global.is_static && global.is_defined;
  for (const auto &[id, function] : program.functions)
    ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
      ir::for_each_expr(stmt, [&](const ir::Expr *expr) {
        only = only && only_reads(expr, global.id, false);
      });
    });
  for (const auto &[id, other] : program.globals)
    for (ir::Symbol named : ir::named_by(other))
      only &= named != global.id;
  return only;
}

std::set<const ir::Function *>
reached_functions(const verdict::VersionOfUnit &version,
                  const IsLeftOut &is_left_out) {
  Reach reach(*version.program, is_left_out);
  reach.from(version.function);
  return reach.functions;
}

} // namespace mergeproof::check
