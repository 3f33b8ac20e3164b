#include "frontend/c/emitter.h"

#include "frontend/c/clang_headers.h"

#include <algorithm>
#include <set>

namespace mergeproof::frontend::c {
namespace {

// More nodes than this are cut by a temporary.
constexpr unsigned most_nodes = 200;

// What running some statements may change.
struct Effects {
  std::set<ir::Symbol> assigned;
  bool is_memory_changed = false;
  bool is_everything_changed = false;
};

void collect_effects(const ir::Stmt &stmt, Effects &effects) {
  std::visit(
      ir::Overloaded{
          [&](const ir::Assign &s) { effects.assigned.insert(s.target); },
          [&](const ir::Call &s) {
            effects.is_memory_changed = true;
            if (!s.result.empty())
              effects.assigned.insert(s.result);
          },
          [&](const ir::Store &) { effects.is_memory_changed = true; },
          [&](const ir::MemCopy &) { effects.is_memory_changed = true; },
          [&](const ir::MemSet &) { effects.is_memory_changed = true; },
          [&](const ir::LocalBegin &) { effects.is_memory_changed = true; },
          [&](const ir::LocalEnd &) { effects.is_memory_changed = true; },
          [&](const ir::Opaque &) { effects.is_everything_changed = true; },
          [&](const auto &) {},
      },
      stmt.node);
  ir::Children inner = ir::children(stmt);
  for (const ir::Seq *seq : {inner.first, inner.second})
    if (seq)
      for (const ir::Stmt *nested : *seq)
        collect_effects(*nested, effects);
}

bool is_disturbed(Value v, const Effects &effects) {
  if (v->kind == ir::ExprKind::Var)
    return effects.is_everything_changed || effects.assigned.count(v->name);
  if (v->kind == ir::ExprKind::Load || v->kind == ir::ExprKind::Valid)
    if (effects.is_memory_changed || effects.is_everything_changed)
      return true;
  for (Value child : {v->a, v->b, v->c})
    if (child && is_disturbed(child, effects))
      return true;
  return false;
}

} // namespace

void Flow::join(const Flow &other) {
  if (!other.is_reachable)
    return;
  if (!is_reachable)
    *this = other;
  else
    assigned &= other.assigned;
}

Emitter::Emitter(Unit &unit, ir::Function &function)
    : unit(unit), context(unit.context), function(function), fold(unit.context),
      out_(&function.body) {}

void Emitter::emit(ir::StmtNode node) {
  out_->push_back(context.stmt(std::move(node), unit.where.span(loc)));
}

void Emitter::check(ir::CheckKind kind, Value condition) {
  if (is_true(condition))
    return;
  for (auto last = out_->rbegin(); last != out_->rend(); ++last) {
    const auto *earlier = (*last)->as<ir::Check>();
    if (!earlier)
      break;
    if (earlier->kind == kind && earlier->condition == condition)
      return;
  }
  emit(ir::Check{kind, condition});
  if (is_false(condition))
    end_flow();
}

void Emitter::opaque(const std::string &reason) {
  auto &reasons = function.opaque_reasons;
  if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
    reasons.push_back(reason);
  emit(ir::Opaque{reason});
}

ir::Symbol Emitter::make_temporary(ir::Scalar scalar) {
  ir::Symbol name = context.symbol("$" + std::to_string(++temporaries_));
  function.locals.push_back(
      {.name = name, .scalar = scalar, .type = nullptr, .source_name = {}});
  return name;
}

Value Emitter::capture(Value value) {
  ir::Symbol name = make_temporary(value->type);
  assign(name, value);
  return context.var(name, value->type);
}

bool Emitter::retarget_call(Value temporary, ir::Symbol target) {
  const auto *call = out_->empty() ? nullptr : out_->back()->as<ir::Call>();
  if (!call || temporary->kind != ir::ExprKind::Var ||
      call->result != temporary->name || function.locals.empty() ||
      function.locals.back().name != temporary->name)
    return false;
  ir::Call moved = *call;
  moved.result = target;
  source::Span span = out_->back()->span;
  out_->back() = context.stmt(std::move(moved), span);
  function.locals.pop_back();
  temporaries_--;
  return true;
}

Value Emitter::bounded(Value value) {
  return value->tree_size > most_nodes ? capture(value) : value;
}

ir::Symbol Emitter::make_label(const char *kind) {
  return context.symbol(kind + std::to_string(++label_counts_[kind]));
}

void Emitter::break_to(ir::Symbol label) {
  auto [exit, is_new] = exits_.try_emplace(label, flow);
  if (!is_new)
    exit->second.join(flow);
  emit(ir::Break{label});
  end_flow();
}

void Emitter::continue_to(ir::Symbol label) {
  emit(ir::Continue{label});
  end_flow();
}

void Emitter::emit_loop(ir::Symbol label, ir::Seq body) {
  emit(ir::Loop{label, std::move(body)});
  end_flow();
  if (auto exit = exits_.find(label); exit != exits_.end())
    flow = exit->second;
}

void Emitter::emit_block(ir::Symbol label, ir::Seq body) {
  auto exit = exits_.find(label);
  if (exit == exits_.end()) {
    out_->insert(out_->end(), body.begin(), body.end());
    return;
  }
  emit(ir::Block{label, std::move(body)});
  flow.join(exit->second);
}

std::size_t Operands::hold(Value value) {
  settle();
  held_.push_back({value, out_->size()});
  return held_.size() - 1;
}

Value Operands::get(std::size_t index) {
  settle();
  return held_[index].value;
}

// Captures every held value that the statements since then may have changed, in
// front of those statements.
void Operands::settle() {
  if (emitter_.out_ != out_ || settled_ == out_->size())
    return;
  Effects effects;
  std::size_t seen = out_->size();
  for (std::size_t i = held_.size(); i-- > 0;) {
    while (seen > held_[i].mark)
      collect_effects(*(*out_)[--seen], effects);
    if (!is_disturbed(held_[i].value, effects))
      continue;
    ir::Symbol name = emitter_.make_temporary(held_[i].value->type);
    const ir::Stmt *kept =
        emitter_.context.stmt(ir::Assign{name, held_[i].value},
                              emitter_.unit.where.span(emitter_.loc));
    out_->insert(out_->begin() + held_[i].mark, kept);
    held_[i].value = emitter_.context.var(name, held_[i].value->type);
    // The captured value, too, is only as old as its assignment.
    for (std::size_t later = i; later < held_.size(); later++)
      held_[later].mark++;
    seen++;
  }
  settled_ = out_->size();
}

} // namespace mergeproof::frontend::c
