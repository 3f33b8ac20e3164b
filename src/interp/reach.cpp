#include "interp/reach.h"

#include <unordered_set>

namespace mergeproof::interp {
namespace {

class Reach {
public:
  explicit Reach(const ir::Program &program) : program_(program) {}

  std::set<ir::Symbol> from(ir::Symbol function) {
    add(function);
    while (!waiting_.empty()) {
      ir::Symbol id = waiting_.back();
      waiting_.pop_back();
      if (const ir::Function *f = program_.find_function(id))
        ir::for_each_stmt(f->body, [&](const ir::Stmt &s) { enter(s); });
      if (const ir::Global *g = program_.find_global(id)) {
        globals_.insert(id);
        for (const ir::Relocation &r : g->relocations)
          add(r.symbol);
      }
    }
    return std::move(globals_);
  }

private:
  void add(ir::Symbol id) {
    if (seen_.insert(id).second)
      waiting_.push_back(id);
  }

  void enter(const ir::Stmt &stmt) {
    if (auto *call = stmt.as<ir::Call>())
      if (auto *callee = std::get_if<ir::Symbol>(&call->callee.target))
        add(*callee);
    ir::for_each_expr(stmt, [&](const ir::Expr *e) { enter(e); });
  }

  void enter(const ir::Expr *e) {
    if (!e || !exprs_.insert(e).second)
      return;
    if (e->kind == ir::ExprKind::GlobalAddr ||
        e->kind == ir::ExprKind::FunctionAddr)
      add(e->name);
    for (const ir::Expr *operand : {e->a, e->b, e->c})
      enter(operand);
  }

  const ir::Program &program_;
  std::set<ir::Symbol> seen_, globals_;
  std::vector<ir::Symbol> waiting_;
  std::unordered_set<const ir::Expr *> exprs_;
};

} // namespace

std::set<ir::Symbol> reachable_globals(const ir::Program &program,
                                       ir::Symbol function) {
  return Reach(program).from(function);
}

} // namespace mergeproof::interp
