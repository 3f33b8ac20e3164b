#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

void FunctionLowering::leave_unless(Value condition, ir::Symbol label) {
  if (is_true(condition))
    return;
  if (is_false(condition))
    return break_to(label);
  branch(condition, [] {}, [&] { break_to(label); });
}

void FunctionLowering::loop_body(const Stmt *body, Jump on_continue) {
  continues_.push_back(on_continue);
  open_scope();
  statement(body);
  close_scope();
  continues_.pop_back();
}

void FunctionLowering::while_statement(const clang::WhileStmt &stmt) {
  ir::Symbol label = make_label("loop");
  breaks_.push_back({label, scopes_.size()});
  ir::Seq body = collect([&] {
    leave_unless(condition(stmt.getCond()), label);
    if (flow.is_reachable)
      loop_body(stmt.getBody(), {label, scopes_.size(), /*restarts=*/true});
  });
  breaks_.pop_back();
  emit_loop(label, std::move(body));
}

void FunctionLowering::do_statement(const clang::DoStmt &stmt) {
  bool can_restart = true;
  if (auto known = constant(stmt.getCond()); known && (*known)->bits == 0)
    can_restart = false;
  ir::Symbol label = make_label(can_restart ? "loop" : "block");
  Jump leave{label, scopes_.size()};
  breaks_.push_back(leave);
  if (!can_restart) { // do { … } while (0): a block
    ir::Seq body = collect([&] { loop_body(stmt.getBody(), leave); });
    breaks_.pop_back();
    return emit_block(label, std::move(body));
  }
  ir::Seq body = collect([&] {
    Jump to_condition{make_label("block"), scopes_.size()};
    ir::Seq inside = collect([&] { loop_body(stmt.getBody(), to_condition); });
    emit_block(to_condition.label, std::move(inside));
    loc = stmt.getWhileLoc();
    if (flow.is_reachable)
      leave_unless(condition(stmt.getCond()), label);
  });
  breaks_.pop_back();
  emit_loop(label, std::move(body));
}

void FunctionLowering::for_statement(const clang::ForStmt &stmt) {
  open_scope();
  statement(stmt.getInit());
  loc = stmt.getForLoc();
  ir::Symbol label = make_label("loop");
  Jump to_increment{make_label("block"), scopes_.size()};
  breaks_.push_back({label, scopes_.size()});
  ir::Seq body = collect([&] {
    if (stmt.getCond())
      leave_unless(condition(stmt.getCond()), label);
    if (!flow.is_reachable)
      return;
    ir::Seq inside = collect([&] { loop_body(stmt.getBody(), to_increment); });
    emit_block(to_increment.label, std::move(inside));
    if (stmt.getInc() && flow.is_reachable)
      statement(stmt.getInc());
  });
  breaks_.pop_back();
  emit_loop(label, std::move(body));
  close_scope();
}

} // namespace mergeproof::frontend::c
