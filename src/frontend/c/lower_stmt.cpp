#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

#include <algorithm>

namespace mergeproof::frontend::c {

constexpr unsigned max_stmt_depth = 100'000;

void FunctionLowering::statement(const Stmt *stmt) {
  if (!stmt)
    return;
  if (depth_ > max_stmt_depth)
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
  if (const auto *s = llvm::dyn_cast<AsmStmt>(stmt))
    return assembly(*s);
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

namespace {

// Nothing but comments.
bool has_no_code(const clang::GCCAsmStmt &stmt) {
  llvm::StringRef rest = stmt.getAsmString()->getString();
  while (!rest.empty()) {
    auto [line, behind] = rest.split('\n');
    line = line.trim();
    if (!line.empty() && !line.starts_with("#"))
      return false;
    rest = behind;
  }
  return !stmt.isAsmGoto();
}

// The output whose register an input shares: "0" (x); none for others.
std::optional<unsigned> tied_output(const clang::GCCAsmStmt &stmt,
                                    unsigned input) {
  llvm::StringRef constraint = stmt.getInputConstraint(input);
  unsigned number = 0;
  if (constraint.getAsInteger(10, number) || number >= stmt.getNumOutputs())
    return std::nullopt;
  return number;
}

} // namespace

// One without instructions keeps compilers from moving code over it, or from
// seeing that a value is a copy.
void FunctionLowering::assembly(const clang::AsmStmt &stmt) {
  const auto *gcc = llvm::dyn_cast<clang::GCCAsmStmt>(&stmt);
  if (!gcc || !has_no_code(*gcc))
    return opaque("inline assembly");
  std::map<unsigned, unsigned> inputs; // by the output that they are tied to
  for (unsigned i = 0; i < gcc->getNumInputs(); i++)
    if (auto output = tied_output(*gcc, i))
      inputs[*output] = i;
    else if (gcc->getInputExpr(i)->HasSideEffects(ast_))
      return opaque("inline assembly");
  Operands copied(*this); // all are read before one is written
  std::vector<const Expr *> targets;
  for (unsigned i = 0; i < gcc->getNumOutputs(); i++) {
    const Expr *output = gcc->getOutputExpr(i);
    if (output->HasSideEffects(ast_) ||
        (!gcc->isOutputPlusConstraint(i) && !inputs.count(i)))
      return opaque("inline assembly");
    if (!inputs.count(i))
      continue;
    const Expr *input = gcc->getInputExpr(inputs[i]);
    if (types_.scalar(output->getType()) != types_.scalar(input->getType()) ||
        !types_.scalar(output->getType()))
      return opaque("inline assembly");
    copied.hold(value(input));
    targets.push_back(output);
  }
  // Where they lie may depend on each other.
  auto is_variable = [](const Expr *target) {
    return llvm::isa<clang::DeclRefExpr>(target->IgnoreParens());
  };
  if (targets.size() > 1 &&
      !std::all_of(targets.begin(), targets.end(), is_variable))
    return opaque("inline assembly");
  for (std::size_t i = 0; i < targets.size(); i++)
    write(place(targets[i]), copied.get(i));
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
