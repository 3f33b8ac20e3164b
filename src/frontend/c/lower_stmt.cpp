#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

constexpr unsigned max_depth = 100'000;

void FunctionLowering::statement(const Stmt *stmt) {
  if (!stmt)
    return;
  if (depth_ > max_depth)
    return opaque("statement nested too deeply");
  clang::SourceLocation outer = std::exchange(loc, stmt->getBeginLoc());
  depth_++;
  statement_of_kind(stmt);
  depth_--;
  loc = outer;
}

void FunctionLowering::statement_of_kind(const Stmt *stmt) {
  using namespace clang;
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt))
    return discard(expr);
  if (const auto *s = llvm::dyn_cast<CompoundStmt>(stmt))
    return compound(*s);
  if (const auto *s = llvm::dyn_cast<DeclStmt>(stmt))
    return declaration(*s);
  if (const auto *s = llvm::dyn_cast<IfStmt>(stmt))
    return if_statement(*s);
  if (const auto *s = llvm::dyn_cast<ReturnStmt>(stmt))
    return return_statement(*s);
  if (const auto *s = llvm::dyn_cast<ForStmt>(stmt))
    return for_statement(*s);
  if (const auto *s = llvm::dyn_cast<WhileStmt>(stmt))
    return while_statement(*s);
  if (const auto *s = llvm::dyn_cast<DoStmt>(stmt))
    return do_statement(*s);
  if (const auto *s = llvm::dyn_cast<SwitchStmt>(stmt))
    return switch_statement(*s);
  if (llvm::isa<BreakStmt>(stmt))
    return jump(breaks_, "break outside a loop");
  if (llvm::isa<ContinueStmt>(stmt))
    return jump(continues_, "continue outside a loop");
  if (const auto *s = llvm::dyn_cast<GotoStmt>(stmt))
    return go_to(*s->getLabel());
  if (const auto *s = llvm::dyn_cast<LabelStmt>(stmt))
    return statement(s->getSubStmt());
  if (const auto *s = llvm::dyn_cast<AttributedStmt>(stmt))
    return statement(s->getSubStmt());
  if (llvm::isa<NullStmt>(stmt))
    return;
  if (llvm::isa<AsmStmt>(stmt))
    return opaque("inline assembly");
  if (llvm::isa<IndirectGotoStmt>(stmt))
    return opaque("computed goto");
  if (llvm::isa<SwitchCase>(stmt))
    return opaque("switch case inside a nested statement");
  opaque(std::string("statement ") + stmt->getStmtClassName());
}

void FunctionLowering::compound(const clang::CompoundStmt &stmt) {
  open_scope();
  std::vector<const Stmt *> list(stmt.body_begin(), stmt.body_end());
  statements(list);
  loc = stmt.getEndLoc();
  close_scope();
}

void FunctionLowering::if_statement(const clang::IfStmt &stmt) {
  Value test = condition(stmt.getCond());
  auto nested = [&](const Stmt *body) {
    open_scope();
    statement(body);
    close_scope();
  };
  branch(
      test, [&] { nested(stmt.getThen()); }, [&] { nested(stmt.getElse()); });
}

void FunctionLowering::return_statement(const clang::ReturnStmt &stmt) {
  const Expr *expr = stmt.getRetValue();
  clang::QualType type = decl_.getReturnType();
  ir::Return result;
  if (expr && type->isRecordType())
    aggregate(expr,
              context.var(function.params.front().name, ir::pointer_scalar));
  else if (expr && type->isVoidType())
    discard(expr);
  else if (expr)
    result.value = value(expr);
  else if (function.result) { // `return;` in a function with a result
    miss_return();
    result.value = zero(*function.result);
  }
  if (has_arrays()) {
    if (result.value)
      result.value = capture(result.value);
    end_arrays(0);
  }
  emit(result);
  flow.is_reachable = false;
}

void FunctionLowering::jump(const std::vector<Jump> &targets,
                            const char *what) {
  if (targets.empty())
    return opaque(what);
  Jump target = targets.back();
  end_objects(target.depth);
  if (target.restarts)
    continue_to(target.label);
  else
    break_to(target.label);
}

} // namespace mergeproof::frontend::c
