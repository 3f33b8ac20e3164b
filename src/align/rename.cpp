#include "align/rename.h"

namespace mergeproof::align {
namespace {

using namespace ir;

// The node of a statement with every name and expression mapped.
struct RenameNode {
  Renamer &map;

  StmtNode operator()(const Assign &s) {
    return Assign{map(s.target), map(s.value)};
  }
  StmtNode operator()(const Store &s) {
    return Store{map(s.address), map(s.value), s.access};
  }
  StmtNode operator()(const MemCopy &s) {
    return MemCopy{map(s.target), map(s.source), map(s.size)};
  }
  StmtNode operator()(const MemSet &s) {
    return MemSet{map(s.target), map(s.byte), map(s.size)};
  }
  StmtNode operator()(const Call &s) {
    Call call = s;
    call.result = s.result.empty() ? s.result : map(s.result);
    if (auto *through = std::get_if<const Expr *>(&s.callee.target))
      call.callee.target = map(*through);
    for (const Expr *&arg : call.args)
      arg = map(arg);
    return call;
  }
  StmtNode operator()(const Check &s) {
    return Check{s.kind, map(s.condition)};
  }
  StmtNode operator()(const Assume &s) { return Assume{map(s.condition)}; }
  StmtNode operator()(const If &s) {
    return If{map(s.condition), map(s.then_body), map(s.else_body)};
  }
  StmtNode operator()(const Loop &s) { return Loop{map(s.label), map(s.body)}; }
  StmtNode operator()(const Block &s) {
    return Block{map(s.label), map(s.body)};
  }
  StmtNode operator()(const Break &s) { return Break{map(s.label)}; }
  StmtNode operator()(const Continue &s) { return Continue{map(s.label)}; }
  StmtNode operator()(const Return &s) {
    return Return{s.value ? map(s.value) : nullptr};
  }
  StmtNode operator()(const LocalBegin &s) { return LocalBegin{map(s.object)}; }
  StmtNode operator()(const LocalEnd &s) { return LocalEnd{map(s.object)}; }
  StmtNode operator()(const Opaque &s) { return s; }
  StmtNode operator()(const Hole &s) { return s; }
};

} // namespace

Symbol Renamer::operator()(Symbol name) const {
  auto found = renaming_.find(name);
  return found == renaming_.end() ? name : found->second;
}

const Expr *Renamer::operator()(const Expr *expr) {
  if (auto known = memo_.find(expr); known != memo_.end())
    return known->second;
  const Expr *result = rebuild(*expr);
  memo_.emplace(expr, result);
  return result;
}

const Expr *Renamer::rebuild(const Expr &e) {
  if (e.kind == ExprKind::Var || e.kind == ExprKind::LocalAddr) {
    Symbol name = (*this)(e.name);
    if (name == e.name)
      return &e;
    return e.kind == ExprKind::Var ? context_.var(name, e.type)
                                   : context_.local_addr(name);
  }
  const Expr *a = e.a ? (*this)(e.a) : nullptr;
  const Expr *b = e.b ? (*this)(e.b) : nullptr;
  const Expr *c = e.c ? (*this)(e.c) : nullptr;
  if (a == e.a && b == e.b && c == e.c)
    return &e;
  return rebuild(e, a, b, c);
}

const Expr *Renamer::rebuild(const Expr &e, const Expr *a, const Expr *b,
                             const Expr *c) {
  switch (e.kind) {
  case ExprKind::Unary:
    return context_.unary(e.op, a);
  case ExprKind::Binary:
    return context_.binary(e.op, a, b);
  case ExprKind::Cast:
    return context_.cast(e.op, e.type, a);
  case ExprKind::Select:
    return context_.select(a, b, c);
  case ExprKind::Load:
    return context_.load(e.type, a, e.access);
  case ExprKind::Valid:
    return context_.valid(a, b);
  case ExprKind::Const:
  case ExprKind::Var:
  case ExprKind::GlobalAddr:
  case ExprKind::LocalAddr:
  case ExprKind::FunctionAddr:
    break; // no operands
  }
  return &e;
}

const Stmt *Renamer::operator()(const Stmt *stmt) {
  Stmt renamed{std::visit(RenameNode{*this}, stmt->node), stmt->span,
               stmt->hash};
  if (is_same(renamed, *stmt))
    return stmt;
  return context_.stmt(std::move(renamed.node), stmt->span);
}

Seq Renamer::operator()(const Seq &seq) {
  Seq result;
  result.reserve(seq.size());
  for (const Stmt *stmt : seq)
    result.push_back((*this)(stmt));
  return result;
}

Function rename(Context &context, const Function &function,
                const Renaming &renaming) {
  Renamer map(context, renaming);
  Function result = function;
  for (Variable &param : result.params)
    param.name = map(param.name);
  for (Variable &local : result.locals)
    local.name = map(local.name);
  for (LocalObject &object : result.objects)
    object.name = map(object.name);
  result.body = map(function.body);
  return result;
}

} // namespace mergeproof::align
