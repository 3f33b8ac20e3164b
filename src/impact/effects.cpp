#include "impact/effects.h"

#include "ir/library.h"
#include "ir/signature.h"

#include <algorithm>
#include <unordered_set>

namespace mergeproof::impact {
namespace {

using namespace ir;

// Effects of one body without those of direct and indirect callees.
class BodyEffects {
public:
  explicit BodyEffects(const Function &function) : function_(function) {}

  Effects run() {
    for_each_stmt(function_.body, [&](const Stmt &stmt) {
      for_each_expr(stmt, [&](const Expr *expr) { visit(expr); });
      std::visit(*this, stmt.node);
    });
    if (!function_.opaque_reasons.empty())
      effects_.has_opaque = true;
    return std::move(effects_);
  }

  void operator()(const Store &s) { write(s.address, s.value->type.bytes()); }
  void operator()(const MemCopy &s) {
    std::uint64_t size = constant_or_max(s.size);
    write(s.target, size);
    read(s.source, size);
  }
  void operator()(const MemSet &s) { write(s.target, constant_or_max(s.size)); }
  void operator()(const Check &) { effects_.may_trap = true; }
  void operator()(const Loop &) { effects_.may_not_return = true; }
  void operator()(const Opaque &) { effects_.has_opaque = true; }
  void operator()(const Call &s) {
    if (auto *which = std::get_if<Intrinsic>(&s.callee.target))
      add(*which);
  }
  template <typename T>
  void operator()(const T &) {}

private:
  void add(Intrinsic which) {
    switch (which) {
    case Intrinsic::Realloc:
      effects_.reads_memory = effects_.writes_memory = true;
      effects_.changes_objects = true;
      return;
    case Intrinsic::Malloc:
    case Intrinsic::Calloc:
    case Intrinsic::Free:
      effects_.changes_objects = true;
      return;
    case Intrinsic::Strlen:
      effects_.reads_memory = true;
      return;
    case Intrinsic::Exit:
    case Intrinsic::NoReturn:
      effects_.may_exit = true;
      return;
    case Intrinsic::VolatileRead:
    case Intrinsic::VolatileWrite:
      effects_.has_events = true;
      return;
    case Intrinsic::VariadicArguments:
      return;
    }
    effects_.has_opaque = true; // an intrinsic that is not listed yet
  }

  void visit(const Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ExprKind::Load)
      read(expr->a, expr->type.bytes());
    if (expr->kind == ExprKind::Valid)
      read(expr->a, constant_or_max(expr->b));
    if (expr->kind == ExprKind::GlobalAddr)
      effects_.globals.insert(expr->name);
    visit(expr->a);
    visit(expr->b);
    visit(expr->c);
  }

  void read(const Expr *address, std::uint64_t size) {
    effects_.reads_memory |= !is_own(address, size);
  }
  void write(const Expr *address, std::uint64_t size) {
    effects_.writes_memory |= !is_own(address, size);
  }

  static std::uint64_t constant_or_max(const Expr *size) {
    return size->kind == ExprKind::Const
               ? static_cast<std::uint64_t>(size->bits)
               : UINT64_MAX;
  }

  // Surely inside a local object of this call.
  bool is_own(const Expr *address, std::uint64_t size) const {
    std::uint64_t offset = 0;
    while (address->kind == ExprKind::Binary && address->op == Op::PtrAdd &&
           address->b->kind == ExprKind::Const) {
      offset += static_cast<std::uint64_t>(address->b->bits);
      address = address->a;
    }
    if (address->kind != ExprKind::LocalAddr)
      return false;
    for (const LocalObject &object : function_.objects)
      if (object.name == address->name)
        return offset <= object.size && size <= object.size - offset;
    return false;
  }

  const Function &function_;
  Effects effects_;
  std::unordered_set<const Expr *> seen_;
};

std::set<std::string> signatures_taken(const Function *function) {
  std::set<std::string> taken;
  if (function && function->type)
    for (const Type *param : function->type->params)
      taken.merge(signatures_behind(param));
  return taken;
}

Effects effects_of_library(LibraryEffect effect) {
  Effects effects;
  effects.calls_library = true;
  effects.reads_memory = effect != LibraryEffect::Pure;
  effects.writes_memory =
      effect == LibraryEffect::Local || effect == LibraryEffect::Sets;
  effects.sets_errno = effect == LibraryEffect::Sets;
  return effects;
}

Effects effects_of_external(const Function *function) {
  LibraryEffect effect = function ? library_effect(function->name, function)
                                  : LibraryEffect::Unknown;
  if (is_function_of_arguments(effect))
    return effects_of_library(effect);
  bool is_known = effect != LibraryEffect::Unknown;
  Effects effects;
  effects.reads_memory = effects.writes_memory = effects.has_events = true;
  effects.changes_objects = effects.calls_library = true;
  effects.calls_back = !function || may_call_functions(effect, function->name);
  effects.asks_errno =
      !function || may_ask_errno(effect, function->name, function->is_variadic);
  if (!is_known)
    effects.hands_out = signatures_taken(function);
  effects.may_exit = !function || function->is_noreturn;
  return effects;
}

// Of a function that may do anything.
Effects any_effects(Symbol id) {
  Effects any;
  any.reads_memory = any.writes_memory = any.has_events = any.calls_back = true;
  any.calls_library = any.sets_errno = any.asks_errno = true;
  any.changes_objects = any.may_trap = any.may_exit = any.may_not_return = true;
  any.has_opaque = any.is_recursive = true;
  any.hands_out = {""};
  any.opaque_in = id;
  return any;
}

Effects own_effects(const Program &program, Symbol id, const CallNode &node) {
  const Function *function = program.find_function(id);
  if (!function || !function->is_defined)
    return effects_of_external(function);
  Effects effects = BodyEffects(*function).run();
  if (!node.named.indirect.empty())
    effects.add(effects_of_external(nullptr));
  if (node.is_recursive)
    effects.is_recursive = effects.may_not_return = true;
  if (effects.has_opaque)
    effects = any_effects(id);
  return effects;
}

} // namespace

void Effects::add(const Effects &other) {
  reads_memory |= other.reads_memory;
  writes_memory |= other.writes_memory;
  has_events |= other.has_events;
  calls_back |= other.calls_back;
  calls_library |= other.calls_library;
  sets_errno |= other.sets_errno;
  asks_errno |= other.asks_errno;
  changes_objects |= other.changes_objects;
  hands_out.insert(other.hands_out.begin(), other.hands_out.end());
  if (hands_out.contains(""))
    hands_out = {""};
  may_trap |= other.may_trap;
  may_exit |= other.may_exit;
  may_not_return |= other.may_not_return;
  if (!has_opaque)
    opaque_in = other.opaque_in;
  has_opaque |= other.has_opaque;
  is_recursive |= other.is_recursive;
  globals.include(other.globals);
}

std::map<Symbol, Effects> summarise_effects(const Program &program,
                                            const CallGraph &graph) {
  std::map<Symbol, Effects> result;
  for (const std::vector<Symbol> &component : graph.components) {
    Effects joined; // of all members: each reaches each other
    for (Symbol id : component) {
      const CallNode &node = graph.nodes.at(id);
      joined.add(own_effects(program, id, node));
      for (Symbol callee : node.callees)
        if (auto known = result.find(callee); known != result.end())
          joined.add(known->second);
    }
    GlobalSet shared;
    shared.include(std::make_shared<const GlobalSet>(joined.globals));
    joined.globals = std::move(shared);
    for (Symbol id : component)
      result[id] = joined;
  }
  return result;
}

} // namespace mergeproof::impact
