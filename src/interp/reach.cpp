#include "interp/reach.h"

#include <unordered_set>

namespace mergeproof::interp {
namespace {

class Reach {
public:
  explicit Reach(const ir::Program &program) : program_(program) {}

  ir::Program part_from(const std::set<ir::Symbol> &functions) {
    for (ir::Symbol id : functions)
      add(id);
    follow();
    ir::Program part;
    for (ir::Symbol id : seen_)
      if (const ir::Function *function = program_.find_function(id))
        part.functions.emplace(id, *function);
    for (ir::Symbol id : globals_)
      part.globals.emplace(id, *program_.find_global(id));
    return part;
  }

private:
  void follow() {
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
  }

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

ir::Program reachable_part(const ir::Program &program,
                           const std::set<ir::Symbol> &functions) {
  return Reach(program).part_from(functions);
}

} // namespace mergeproof::interp
