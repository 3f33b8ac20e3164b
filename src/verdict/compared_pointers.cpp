#include "verdict/compared_pointers.h"

#include "ir/op_class.h"

#include <algorithm>

namespace mergeproof::verdict {
namespace {

using ir::Expr;
using ir::ExprKind;
using ir::Op;

constexpr std::size_t most_functions_read = 200;

bool is_null(const Expr *e) {
  return e->kind == ExprKind::Const && e->bits == 0;
}

bool is_cast_pointer(const Expr *e) {
  return e->kind == ExprKind::Cast && e->op == Op::PtrToInt;
}

// What is copied onto itself would be written through one pointer and used
// through the other: that nobody does so is known of restrict arguments.
bool is_told_anyhow(const ir::Stmt &stmt) {
  auto *check = stmt.as<ir::Check>();
  return check && check->kind == ir::CheckKind::OverlappingCopy;
}

// The text of the unit in its program: what a prover made of it may compare
// pointers that the code does not. Not where its parameters are others.
const ir::Function &as_written(const VersionOfUnit &version) {
  const ir::Function *own = version.program->find_defined(version.function->id);
  bool is_alike =
      own && std::equal(own->params.begin(), own->params.end(),
                        version.function->params.begin(),
                        version.function->params.end(),
                        [](const ir::Variable &a, const ir::Variable &b) {
                          return a.name == b.name;
                        });
  return is_alike ? *own : *version.function;
}

// The pointers that meet in it, or null.
std::pair<const Expr *, const Expr *> pointers_in(const Expr *e) {
  if (e->kind != ExprKind::Binary)
    return {};
  if (ir::compares_integers(e->op) && e->a->type.is_pointer())
    return {e->a, e->b};
  if ((ir::compares_integers(e->op) || e->op == Op::Sub) &&
      is_cast_pointer(e->a) && is_cast_pointer(e->b))
    return {e->a->a, e->b->a};
  return {};
}

} // namespace

ComparedPointers::ComparedPointers(const verdict::VersionOfUnit &version) {
  auto facts = version.facts->find(version.function->id);
  if (facts == version.facts->end() || facts->second.changes_objects ||
      facts->second.has_opaque)
    compared_.insert({any, any});
  add_function(as_written(version), true);
  while (!waiting_.empty()) {
    const ir::Function *callee = version.program->find_defined(waiting_.back());
    waiting_.pop_back();
    if (callee)
      add_function(*callee, false);
  }
}

bool ComparedPointers::may_meet(std::size_t a, std::size_t b) const {
  for (const auto &[x, y] : compared_)
    if (((x == a || x == any) && (y == b || y == any)) ||
        ((x == b || x == any) && (y == a || y == any)))
      return true;
  return false;
}

bool ComparedPointers::may_follow(std::size_t a) const {
  return followed_.contains(a) || followed_.contains(any);
}

void ComparedPointers::add_function(const ir::Function &function,
                                    bool is_unit) {
  find_sources(function);
  seen_.clear();
  ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
    if (!is_told_anyhow(stmt))
      ir::for_each_expr(stmt, [&](const Expr *e) { add_expr(e, is_unit); });
    if (is_unit)
      add_followed(stmt);
    if (auto *call = stmt.as<ir::Call>())
      add_call(*call);
    else if (auto *store = stmt.as<ir::Store>();
             store && store->value->type.is_pointer())
      add_pairs(sources_of(store->value), {any}, is_unit); // read as a number?
    else if (stmt.as<ir::Opaque>())
      compared_.insert({any, any});
  });
}

void ComparedPointers::find_sources(const ir::Function &function) {
  variables_.clear();
  for (std::size_t i = 0; i < function.params.size(); i++)
    variables_[function.params[i].name] = {
        function.params[i].passing == ir::Variable::Passing::Direct ? i : any};
  bool has_grown = true;
  while (has_grown) {
    has_grown = false;
    ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
      Sources more;
      ir::Symbol target;
      if (auto *call = stmt.as<ir::Call>(); call && !call->result.empty()) {
        target = call->result;
        more = {any};
      } else if (auto *assign = stmt.as<ir::Assign>();
                 assign && assign->value->type.is_pointer()) {
        target = assign->target;
        more = sources_of(assign->value);
      }
      if (more.empty())
        return;
      Sources &known = variables_[target];
      std::size_t before = known.size();
      known.merge(more);
      has_grown |= known.size() > before;
    });
  }
}

ComparedPointers::Sources
ComparedPointers::sources_of(const Expr *pointer) const {
  if (pointer->kind == ExprKind::Var) {
    auto known = variables_.find(pointer->name);
    return known == variables_.end() ? Sources() : known->second;
  }
  if (pointer->kind == ExprKind::Binary && pointer->op == Op::PtrAdd)
    return sources_of(pointer->a);
  if (pointer->kind == ExprKind::Select) {
    Sources all = sources_of(pointer->b);
    all.merge(sources_of(pointer->c));
    return all;
  }
  if (pointer->kind == ExprKind::LocalAddr ||
      pointer->kind == ExprKind::FunctionAddr || is_null(pointer))
    return {};
  return {any};
}

void ComparedPointers::add_expr(const Expr *e, bool is_unit) {
  if (!seen_.insert(e).second)
    return;
  if (auto [a, b] = pointers_in(e); a) {
    add_pairs(sources_of(a), sources_of(b), is_unit);
    add_expr(a, is_unit);
    add_expr(b, is_unit);
    return;
  }
  if (is_cast_pointer(e))
    add_pairs(sources_of(e->a), {any}, is_unit);
  if (is_unit && e->kind == ExprKind::Load)
    follow(e->a);
  for (const Expr *part : {e->a, e->b, e->c})
    if (part)
      add_expr(part, is_unit);
}

// Within one argument's object nothing is told. The arguments of a callee may
// be any of the unit's.
void ComparedPointers::add_pairs(const Sources &a, const Sources &b,
                                 bool is_unit) {
  for (std::size_t x : a)
    for (std::size_t y : b)
      if (x != y || x == any)
        compared_.insert(is_unit ? std::pair(x, y) : std::pair(any, any));
}

void ComparedPointers::follow(const Expr *pointer) {
  const Expr *root = pointer;
  while (root->kind == ExprKind::Binary && root->op == Op::PtrAdd)
    root = root->a;
  if (pointer->type.is_pointer() && root->kind != ExprKind::GlobalAddr)
    followed_.merge(sources_of(pointer));
}

// A pointer that is stored or handed on may be followed by others. What is
// loaded was stored, or is not an argument.
void ComparedPointers::add_followed(const ir::Stmt &stmt) {
  if (auto *store = stmt.as<ir::Store>()) {
    follow(store->address);
    follow(store->value);
  } else if (auto *copy = stmt.as<ir::MemCopy>()) {
    follow(copy->target);
    follow(copy->source);
  } else if (auto *set = stmt.as<ir::MemSet>()) {
    follow(set->target);
  } else if (auto *call = stmt.as<ir::Call>()) {
    for (const Expr *arg : call->args)
      follow(arg);
  } else if (stmt.as<ir::Opaque>()) {
    followed_.insert(any);
  }
}

void ComparedPointers::add_call(const ir::Call &call) {
  if (auto *name = std::get_if<ir::Symbol>(&call.callee.target)) {
    if (callees_.insert(*name).second)
      waiting_.push_back(*name);
    if (callees_.size() <= most_functions_read)
      return;
  } else if (std::holds_alternative<ir::Intrinsic>(call.callee.target)) {
    return;
  }
  compared_.insert({any, any});
}

} // namespace mergeproof::verdict
