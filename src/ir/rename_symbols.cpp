#include "ir/rename_symbols.h"

#include <unordered_map>

namespace mergeproof::ir {
namespace {

class Renamer {
public:
  Renamer(Context &context, const SymbolIds &ids)
      : context_(context), ids_(ids) {}

  Symbol id(Symbol old) const {
    auto found = ids_.find(old);
    return found == ids_.end() ? old : found->second;
  }
  Seq seq(const Seq &statements);

private:
  const Expr *expr(const Expr *old);
  const Expr *make(const Expr &old);
  const Stmt *stmt(const Stmt &old);
  Callee callee(const Callee &old);

  StmtNode node(const Assign &s) { return Assign{s.target, expr(s.value)}; }
  StmtNode node(const Store &s) {
    return Store{expr(s.address), expr(s.value), s.access};
  }
  StmtNode node(const MemCopy &s) {
    return MemCopy{expr(s.target), expr(s.source), expr(s.size)};
  }
  StmtNode node(const MemSet &s) {
    return MemSet{expr(s.target), expr(s.byte), expr(s.size)};
  }
  StmtNode node(const Call &s);
  StmtNode node(const Check &s) { return Check{s.kind, expr(s.condition)}; }
  StmtNode node(const Assume &s) { return Assume{expr(s.condition)}; }
  StmtNode node(const If &s) {
    return If{expr(s.condition), seq(s.then_body), seq(s.else_body)};
  }
  StmtNode node(const Loop &s) { return Loop{s.label, seq(s.body)}; }
  StmtNode node(const Block &s) { return Block{s.label, seq(s.body)}; }
  StmtNode node(const Return &s) {
    return Return{s.value ? expr(s.value) : nullptr};
  }
  template <typename Other> // names neither
  StmtNode node(const Other &s) {
    return s;
  }

  Context &context_;
  const SymbolIds &ids_;
  std::unordered_map<const Expr *, const Expr *> known_;
};

const Expr *Renamer::expr(const Expr *old) {
  auto [place, is_new] = known_.try_emplace(old, old);
  if (!is_new)
    return place->second;
  return known_[old] = make(*old);
}

const Expr *Renamer::make(const Expr &old) {
  switch (old.kind) {
  case ExprKind::FunctionAddr:
    return context_.function_addr(id(old.name));
  case ExprKind::GlobalAddr:
    return context_.global_addr(id(old.name));
  case ExprKind::Unary:
    return context_.unary(old.op, expr(old.a));
  case ExprKind::Binary:
    return context_.binary(old.op, expr(old.a), expr(old.b));
  case ExprKind::Cast:
    return context_.cast(old.op, old.type, expr(old.a));
  case ExprKind::Select:
    return context_.select(expr(old.a), expr(old.b), expr(old.c));
  case ExprKind::Load:
    return context_.load(old.type, expr(old.a), old.access);
  case ExprKind::Valid:
    return context_.valid(expr(old.a), expr(old.b));
  case ExprKind::Const:
  case ExprKind::Var:
  case ExprKind::LocalAddr:
    break;
  }
  return &old;
}

Callee Renamer::callee(const Callee &old) {
  if (const auto *direct = std::get_if<Symbol>(&old.target))
    return {id(*direct)};
  if (const auto *through = std::get_if<const Expr *>(&old.target))
    return {expr(*through)};
  return old;
}

StmtNode Renamer::node(const Call &s) {
  Call call = s;
  call.callee = callee(s.callee);
  for (const Expr *&arg : call.args)
    arg = expr(arg);
  return call;
}

const Stmt *Renamer::stmt(const Stmt &old) {
  StmtNode made =
      std::visit([&](const auto &s) -> StmtNode { return node(s); }, old.node);
  return context_.stmt(std::move(made), old.span);
}

Seq Renamer::seq(const Seq &statements) {
  Seq made;
  for (const Stmt *old : statements)
    made.push_back(stmt(*old));
  return made;
}

} // namespace

Program rename_symbols(Context &context, Program program,
                       const SymbolIds &ids) {
  Renamer renamer(context, ids);
  Program made;
  for (auto &[id, function] : program.functions) {
    function.id = renamer.id(id);
    function.body = renamer.seq(function.body);
    made.functions.emplace(function.id, std::move(function));
  }
  for (auto &[id, global] : program.globals) {
    for (Relocation &relocation : global.relocations)
      relocation.symbol = renamer.id(relocation.symbol);
    for (Symbol &named : global.named)
      named = renamer.id(named);
    global.id = renamer.id(id);
    made.globals.emplace(global.id, std::move(global));
  }
  return made;
}

} // namespace mergeproof::ir
