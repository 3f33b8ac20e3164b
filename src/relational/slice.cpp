#include "relational/slice.h"

#include "support/hash.h"
#include "symbolic/escape.h"

#include <algorithm>

namespace mergeproof::relational {

using ir::Expr;
using ir::ExprKind;
using support::hash_bytes;
using support::mix;

namespace {

constexpr std::string_view world_name = "world";

Cell variable(ir::Symbol name, ir::Scalar scalar) {
  return {Cell::Kind::Variable, name, scalar};
}
Cell region(std::string_view name) { return {Cell::Kind::Region, name, {}}; }
const Cell world = {Cell::Kind::World, world_name, {}};
const Cell objects = {Cell::Kind::Objects, "objects", {}};
Cell result(ir::Scalar scalar) {
  return {Cell::Kind::Result, "result", scalar};
}

bool intersects(const Cells &a, const Cells &b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const Cell &cell) { return b.count(cell); });
}

} // namespace

LoopBody::LoopBody(const ir::Loop &loop, const SliceContext &context)
    : loop_(loop), context_(context) {
  std::vector<Cells> conditions;
  std::vector<std::string> inner{std::string(loop.label),
                                 "continue " + std::string(loop.label)};
  collect(loop.body, conditions, inner);
  for (const Item &item : items_) {
    written_.insert(item.effect.writes.begin(), item.effect.writes.end());
    read_.insert(item.effect.reads.begin(), item.effect.reads.end());
    read_.insert(item.conditions.begin(), item.conditions.end());
  }
}

Cell LoopBody::cell_of_place(const Expr *address) const {
  const Expr *root = symbolic::root_of(address);
  if (!root)
    return region(symbolic::shared_region);
  if (root->kind == ExprKind::GlobalAddr)
    return region(context_.universe->region_of_global(root->name));
  const symbolic::FrameObject &object = context_.names->objects.at(root->name);
  return region(object.is_private ? object.key : symbolic::shared_region);
}

void LoopBody::read(const Expr *e, Cells &cells) const {
  if (e->kind == ExprKind::Var)
    cells.insert(variable(e->name, e->type));
  if (e->kind == ExprKind::Load)
    cells.insert(cell_of_place(e->a));
  if (e->kind == ExprKind::Valid)
    cells.insert(objects);
  for (const Expr *child : {e->a, e->b, e->c})
    if (child)
      read(child, cells);
}

void LoopBody::call_effect(const ir::Call &call, Effect &effect) const {
  CallEffects known = context_.effects_of(call);
  if (!call.result.empty())
    effect.writes.insert(variable(call.result, call.result_type));
  for (std::string_view name : known.regions) {
    if (known.reads_memory || known.writes_memory)
      effect.reads.insert(region(name));
    if (known.writes_memory && !known.written)
      effect.writes.insert(region(name));
  }
  if (known.writes_memory && known.written)
    for (std::string_view name : *known.written)
      effect.writes.insert(region(name));
  if (known.has_events) {
    effect.reads.insert(world);
    effect.writes.insert(world);
  }
  if (known.changes_objects || known.may_trap || known.asks_objects)
    effect.reads.insert(objects);
  if (known.changes_objects)
    effect.writes.insert(objects);
}

LoopBody::Effect LoopBody::effect_of(const ir::Stmt &stmt) const {
  Effect effect;
  ir::for_each_expr(stmt, [&](const Expr *e) { read(e, effect.reads); });
  auto write_place = [&](const Expr *address) {
    Cell cell = cell_of_place(address);
    effect.writes.insert(cell);
    effect.reads.insert(cell); // a store keeps the other bytes
  };
  if (auto *s = stmt.as<ir::Assign>())
    effect.writes.insert(variable(s->target, s->value->type));
  else if (auto *s = stmt.as<ir::Store>())
    write_place(s->address);
  else if (auto *s = stmt.as<ir::MemCopy>()) {
    effect.reads.insert(cell_of_place(s->source));
    write_place(s->target);
  } else if (auto *s = stmt.as<ir::MemSet>())
    write_place(s->target);
  else if (auto *s = stmt.as<ir::Call>())
    call_effect(*s, effect);
  else if (auto *s = stmt.as<ir::LocalBegin>()) {
    const symbolic::FrameObject &object = context_.names->objects.at(s->object);
    if (object.is_private)
      effect.writes.insert(region(object.key));
  } else if (auto *s = stmt.as<ir::LocalEnd>()) {
    if (context_.names->objects.at(s->object).is_kept) {
      effect.reads.insert(objects);
      effect.writes.insert(objects);
    }
  } else if (auto *s = stmt.as<ir::Return>()) {
    effect.is_control = true;
    if (s->value)
      effect.writes.insert(result(s->value->type));
  }
  effect.is_control |=
      stmt.as<ir::Break>() || stmt.as<ir::Continue>() || stmt.as<ir::Assume>();
  return effect;
}

void LoopBody::note_exit(const ir::Stmt &stmt,
                         const std::vector<std::string> &inner) {
  auto leaves = [&](const std::string &label) {
    if (std::find(inner.begin(), inner.end(), label) == inner.end())
      exits_.labels.insert(label);
  };
  if (auto *s = stmt.as<ir::Break>())
    leaves(std::string(s->label));
  else if (auto *s = stmt.as<ir::Continue>())
    leaves("continue " + std::string(s->label));
  else if (stmt.as<ir::Return>())
    exits_.may_return = true;
  else if (stmt.as<ir::Check>())
    exits_.may_trap = true;
  else if (auto *call = stmt.as<ir::Call>()) {
    CallEffects known = context_.effects_of(*call);
    exits_.may_trap |= known.may_trap;
    exits_.may_exit |= known.may_exit;
  }
}

void LoopBody::collect(const ir::Seq &seq, std::vector<Cells> &conditions,
                       std::vector<std::string> &inner) {
  for (const ir::Stmt *stmt : seq) {
    Item item{effect_of(*stmt), {}};
    for (const Cells &condition : conditions)
      item.conditions.insert(condition.begin(), condition.end());
    note_exit(*stmt, inner);
    Cells own = item.effect.reads;
    items_.push_back(std::move(item));
    ir::Children parts = children(*stmt);
    if (!parts.first)
      continue;
    std::string label;
    if (auto *s = stmt->as<ir::Loop>())
      label = std::string(s->label);
    else if (auto *s = stmt->as<ir::Block>())
      label = std::string(s->label);
    inner.push_back(label);
    inner.push_back("continue " + label);
    conditions.push_back(own);
    collect(*parts.first, conditions, inner);
    if (parts.second)
      collect(*parts.second, conditions, inner);
    conditions.pop_back();
    inner.pop_back();
    inner.pop_back();
  }
}

// The least set that holds the target, what control depends on, and with each
// written cell everything its writers read.
Cells LoopBody::dependencies(const Cell &target) const {
  Cells needed{target};
  if (!context_.has_dependence) {
    needed.insert(read_.begin(), read_.end());
    needed.insert(written_.begin(), written_.end());
    return needed;
  }
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const Item &item : items_) {
      if (!item.effect.is_control && !intersects(item.effect.writes, needed))
        continue;
      std::size_t before = needed.size();
      // The value that a return gives matters to the result only.
      bool is_value_only = item.effect.is_control &&
                           !item.effect.writes.empty() &&
                           !intersects(item.effect.writes, needed);
      if (!is_value_only)
        needed.insert(item.effect.reads.begin(), item.effect.reads.end());
      needed.insert(item.conditions.begin(), item.conditions.end());
      has_grown |= needed.size() != before;
    }
  }
  return needed;
}

bool LoopBody::is_relevant(const ir::Stmt &stmt, const Cells &cells) const {
  Effect effect = effect_of(stmt);
  if (effect.is_control || intersects(effect.writes, cells))
    return true;
  ir::Children parts = children(stmt);
  auto any = [&](const ir::Seq *seq) {
    return seq && std::any_of(seq->begin(), seq->end(), [&](const ir::Stmt *s) {
             return is_relevant(*s, cells);
           });
  };
  return any(parts.first) || any(parts.second);
}

std::uint64_t LoopBody::hash_stmt(const ir::Stmt &stmt,
                                  const Cells *cells) const {
  if (auto *s = stmt.as<ir::If>())
    return mix(mix(s->condition->hash, hash(s->then_body, cells)),
               hash(s->else_body, cells));
  if (auto *s = stmt.as<ir::Loop>())
    return mix(hash_bytes(s->label), hash(s->body, cells));
  if (auto *s = stmt.as<ir::Block>())
    return mix(hash_bytes(s->label) + 1, hash(s->body, cells));
  if (auto *s = stmt.as<ir::Call>())
    return mix(stmt.hash, context_.effects_of(*s).identity);
  // Where only control matters, the value of a return does not.
  if (stmt.as<ir::Return>() && cells && !cells->count(result({})))
    return 7;
  return stmt.hash;
}

std::uint64_t LoopBody::hash(const ir::Seq &seq, const Cells *cells) const {
  std::uint64_t h = 3;
  for (const ir::Stmt *stmt : seq)
    if (!cells || is_relevant(*stmt, *cells))
      h = mix(mix(h, stmt->node.index()), hash_stmt(*stmt, cells));
  return h;
}

std::uint64_t LoopBody::slice_hash(const Cell &target) const {
  Cells cells = dependencies(target);
  std::uint64_t h = mix(hash_bytes(loop_.label), hash(loop_.body, &cells));
  return mix(mix(h, std::uint64_t(target.kind)), hash_bytes(target.name));
}

// Validity depends on the sizes of globals, which are the version's own.
std::uint64_t LoopBody::hash_sizes() const {
  std::uint64_t h = 0;
  const ir::Program &program =
      *context_.universe->question().versions[context_.version].program;
  std::function<void(const Expr *)> visit = [&](const Expr *e) {
    if (e->kind == ExprKind::GlobalAddr)
      if (const ir::Global *global = program.find_global(e->name))
        h = mix(mix(h, hash_bytes(e->name)), global->size);
    for (const Expr *child : {e->a, e->b, e->c})
      if (child)
        visit(child);
  };
  ir::for_each_stmt(loop_.body, [&](const ir::Stmt &stmt) {
    ir::for_each_expr(stmt, visit);
  });
  return h;
}

std::uint64_t LoopBody::whole_hash() const {
  return mix(mix(hash_bytes(loop_.label), hash(loop_.body, nullptr)),
             hash_sizes());
}

smt::Sort sort_of(const Cell &cell) {
  switch (cell.kind) {
  case Cell::Kind::Variable:
  case Cell::Kind::Result:
    return cell.scalar == ir::bool_scalar ? smt::bool_sort
                                          : smt::bv_sort(cell.scalar.bits);
  case Cell::Kind::Region:
    return smt::memory_sort;
  case Cell::Kind::World:
  case Cell::Kind::Objects:
    return smt::token_sort;
  }
  return smt::bool_sort;
}

} // namespace mergeproof::relational
