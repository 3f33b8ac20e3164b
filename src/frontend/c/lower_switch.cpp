// A switch becomes one Block of independent tests, so that a new case is one
// new statement:
//
//   switch (x) {                        Block b {
//   case 1: f(); break;                   If x == 1 { f(); Break b }
//   case 2: g();                          If x == 2 or x == 3 {
//   case 3: h(); break;                     If x == 2 { g() }
//   default: d();                           h(); Break b }
//   }                                     d() }
//
// Segments that fall into the next one share a test; each runs if the switch
// entered at it or before it. The segments of the default come last. A case in
// a nested statement, and a goto between segments, make the switch tangled.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

struct FunctionLowering::Segment {
  std::vector<const clang::SwitchCase *> labels;
  std::vector<const Stmt *> list;
  ir::Seq body;
  bool falls_through = false;
  bool has_default = false;
  Value test = nullptr; // the switch enters here
};

namespace {

bool assigns(const ir::Seq &seq, ir::Symbol name) {
  bool found = false;
  ir::for_each_stmt(seq, [&](const ir::Stmt &stmt) {
    if (const auto *assign = stmt.as<ir::Assign>())
      found |= assign->target == name;
    if (const auto *call = stmt.as<ir::Call>())
      found |= call->result == name;
    found |= stmt.as<ir::Opaque>() != nullptr;
  });
  return found;
}

} // namespace

Value FunctionLowering::matches(const clang::SwitchCase &label, Value value,
                                bool is_signed) {
  const auto *one = llvm::dyn_cast<clang::CaseStmt>(&label);
  if (!one)
    return context.boolean(false);
  auto bound = [&](const Expr *expr) {
    llvm::APSInt number = expr->EvaluateKnownConstInt(ast_);
    return context.constant(
        value->type,
        ir::Bits(number.extOrTrunc(128).getLoBits(64).getZExtValue()) |
            ir::Bits(number.extOrTrunc(128).lshr(64).getZExtValue()) << 64);
  };
  Value low = bound(one->getLHS());
  if (!one->getRHS())
    return fold.binary(ir::Op::Eq, value, low);
  ir::Op le = is_signed ? ir::Op::SLe : ir::Op::ULe;
  return fold.both(fold.binary(le, low, value),
                   fold.binary(le, value, bound(one->getRHS())));
}

void FunctionLowering::switch_statement(const clang::SwitchStmt &stmt) {
  const Stmt *whole = &stmt;
  if (jumps_.is_tangled(stmt))
    return tangled(whole);
  open_scope();
  statement(stmt.getInit());
  loc = stmt.getSwitchLoc();
  std::vector<const Stmt *> list = {stmt.getBody()};
  if (const auto *body = llvm::dyn_cast<clang::CompoundStmt>(stmt.getBody()))
    list.assign(body->body_begin(), body->body_end());
  Value value = this->value(stmt.getCond());
  begin_declared(list);
  std::vector<Segment> segments;
  for (const Stmt *item : list) {
    bool starts = llvm::isa<clang::SwitchCase>(item);
    if (starts && (segments.empty() || !segments.back().list.empty()))
      segments.emplace_back();
    while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(item)) {
      segments.back().labels.push_back(label);
      segments.back().has_default |= llvm::isa<clang::DefaultStmt>(label);
      item = label->getSubStmt();
    }
    if (!segments.empty())
      segments.back().list.push_back(item);
  }
  bool is_signed = types_.is_signed(stmt.getCond()->getType());
  if (!segments.empty())
    emit_switch(make_label("block"), value, is_signed, segments);
  close_scope();
}

// Lowers the segments' statements, each entered by its test or from the one
// before.
void FunctionLowering::lower_segments(ir::Symbol label,
                                      std::vector<Segment> &segments) {
  Flow entry = flow;
  bool has_default = false;
  breaks_.push_back({label, scopes_.size()});
  flow.is_reachable = false;
  for (Segment &segment : segments) {
    flow.join(entry);
    segment.body = collect([&] { statements(segment.list); });
    segment.falls_through = flow.is_reachable;
    has_default |= segment.has_default;
  }
  breaks_.pop_back();
  Flow last = std::exchange(flow, entry);
  if (has_default)
    flow = last;
  else
    flow.join(last);
}

void FunctionLowering::emit_switch(ir::Symbol label, Value value,
                                   bool is_signed,
                                   std::vector<Segment> &segments) {
  lower_segments(label, segments);
  Flow after = flow;
  bool is_stable = is_const(value) || value->kind == ir::ExprKind::Var;
  for (const Segment &segment : segments)
    if (value->kind == ir::ExprKind::Var && segment.falls_through)
      is_stable &= !assigns(segment.body, value->name);
  if (!is_stable)
    value = capture(value);
  Value any = context.boolean(false);
  for (Segment &segment : segments) {
    segment.test = context.boolean(false);
    for (const clang::SwitchCase *one : segment.labels)
      segment.test = fold.either(segment.test, matches(*one, value, is_signed));
    any = fold.either(any, segment.test);
  }
  ir::Seq body = collect([&] { emit_runs(label, segments, fold.negate(any)); });
  if (const auto *last = body.empty() ? nullptr : body.back()->as<ir::Break>();
      last && last->label == label)
    body.pop_back();
  flow = after;
  emit_block(label, std::move(body));
}

// A run is a maximal row of segments of which each falls into the next.
void FunctionLowering::emit_runs(ir::Symbol label,
                                 std::vector<Segment> &segments,
                                 Value no_case_matches) {
  std::optional<std::pair<std::size_t, std::size_t>> default_run;
  for (std::size_t begin = 0, end; begin < segments.size(); begin = end) {
    end = begin + 1;
    while (end < segments.size() && segments[end - 1].falls_through)
      end++;
    Value test = context.boolean(false);
    bool has_default = false;
    for (std::size_t i = begin; i < end; i++) {
      test = fold.either(test, segments[i].test);
      has_default |= segments[i].has_default;
    }
    if (has_default) {
      default_run = {begin, end};
      continue;
    }
    ir::Seq run = collect([&] {
      emit_run(segments, begin, end, no_case_matches);
      if (segments[end - 1].falls_through)
        break_to(label);
    });
    if (!run.empty())
      emit(ir::If{test, std::move(run), {}});
  }
  if (default_run)
    emit_run(segments, default_run->first, default_run->second,
             no_case_matches);
}

void FunctionLowering::emit_run(std::vector<Segment> &segments,
                                std::size_t begin, std::size_t end,
                                Value no_case_matches) {
  Value test = context.boolean(false);
  for (std::size_t i = begin; i < end; i++) {
    test = fold.either(test, segments[i].test);
    if (segments[i].has_default)
      test = fold.either(test, no_case_matches);
    if (i + 1 == end)
      append(segments[i].body);
    else if (!segments[i].body.empty())
      emit(ir::If{test, segments[i].body, {}});
  }
}

} // namespace mergeproof::frontend::c
