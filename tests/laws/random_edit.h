// Small edits of random programs, as people make them between versions.
//
// mutate() changes one function: a constant or an operator, or it inserts,
// deletes, moves or wraps a statement, or renames a local. Loops stay bounded
// (counters k… and what reads them as a guard are left alone), accesses stay
// guarded, and the result passes verify(). It may be the same program when
// nothing could be done.
#pragma once

#include "ir/context.h"
#include "ir/program.h"
#include "laws/random_expr.h"
#include "laws/random_source.h"

#include <functional>
#include <string>
#include <vector>

namespace mergeproof::tests {

// `stmt` with other expressions and nested statements: `on_expr` on the
// expressions written in it, `on_seq` on the sequences inside.
inline const ir::Stmt *
rebuild(ir::Context &context, const ir::Stmt &stmt,
        const std::function<const ir::Expr *(const ir::Expr *)> &on_expr,
        const std::function<ir::Seq(const ir::Seq &)> &on_seq) {
  ir::StmtNode node = stmt.node;
  auto callee = [&](ir::Callee &c) {
    if (auto *through = std::get_if<const ir::Expr *>(&c.target))
      *through = on_expr(*through);
  };
  std::visit(ir::Overloaded{
                 [&](ir::Assign &s) { s.value = on_expr(s.value); },
                 [&](ir::Store &s) {
                   s.address = on_expr(s.address);
                   s.value = on_expr(s.value);
                 },
                 [&](ir::MemCopy &s) {
                   s = {on_expr(s.target), on_expr(s.source), on_expr(s.size)};
                 },
                 [&](ir::MemSet &s) {
                   s = {on_expr(s.target), on_expr(s.byte), on_expr(s.size)};
                 },
                 [&](ir::Call &s) {
                   callee(s.callee);
                   for (const ir::Expr *&arg : s.args)
                     arg = on_expr(arg);
                 },
                 [&](ir::Check &s) { s.condition = on_expr(s.condition); },
                 [&](ir::Assume &s) { s.condition = on_expr(s.condition); },
                 [&](ir::If &s) {
                   s.condition = on_expr(s.condition);
                   s.then_body = on_seq(s.then_body);
                   s.else_body = on_seq(s.else_body);
                 },
                 [&](ir::Loop &s) { s.body = on_seq(s.body); },
                 [&](ir::Block &s) { s.body = on_seq(s.body); },
                 [&](ir::Return &s) {
                   s.value = s.value ? on_expr(s.value) : nullptr;
                 },
                 [](auto &) {},
             },
             node);
  return context.stmt(std::move(node), stmt.span);
}

// `function` with its variable or local object `from` called `to`.
inline ir::Function rename_local(ir::Context &context, ir::Function function,
                                 ir::Symbol from, ir::Symbol to) {
  auto map = [&](ir::Symbol name) { return name == from ? to : name; };
  auto on_expr = [&](const ir::Expr *e) { return context.rename(e, map); };
  std::function<ir::Seq(const ir::Seq &)> on_seq = [&](const ir::Seq &seq) {
    ir::Seq renamed;
    for (const ir::Stmt *old : seq) {
      ir::StmtNode node = rebuild(context, *old, on_expr, on_seq)->node;
      std::visit(ir::Overloaded{
                     [&](ir::Assign &s) { s.target = map(s.target); },
                     [&](ir::Call &s) { s.result = map(s.result); },
                     [&](ir::LocalBegin &s) { s.object = map(s.object); },
                     [&](ir::LocalEnd &s) { s.object = map(s.object); },
                     [](auto &) {},
                 },
                 node);
      renamed.push_back(context.stmt(std::move(node), old->span));
    }
    return renamed;
  };
  function.body = on_seq(function.body);
  for (auto *list : {&function.params, &function.locals})
    for (ir::Variable &v : *list)
      if (v.name == from)
        v.name = v.source_name = to;
  for (ir::LocalObject &o : function.objects)
    if (o.name == from)
      o.name = o.source_name = to;
  return function;
}

class Mutator {
public:
  Mutator(ir::Context &context, ir::Function function, std::uint64_t seed)
      : context_(context), function_(std::move(function)), random_(seed),
        exprs_(context, random_) {
    for (auto *list : {&function_.params, &function_.locals})
      for (const ir::Variable &v : *list)
        if (!is_counter(v.name) && v.scalar == ir::make_int(32))
          exprs_.narrow.push_back(v.name);
        else if (!is_counter(v.name) && v.scalar == ir::size_scalar)
          exprs_.wide.push_back(v.name);
  }

  ir::Function run() {
    if (random_.one_in(8))
      return rename();
    std::size_t total = 0;
    ir::for_each_stmt(function_.body, [&](const ir::Stmt &) { total++; });
    if (total == 0)
      return function_;
    kind_ = random_.below(6);
    place_ = random_.below(total);
    for (int attempt = 0; attempt < 20 && !is_done_; attempt++) {
      visited_ = 0;
      function_.body = edit(function_.body);
      place_ = random_.below(total);
      kind_ = attempt % 3 == 2 ? random_.below(6) : kind_;
    }
    return function_;
  }

private:
  static bool is_counter(ir::Symbol name) { return name.starts_with("k"); }

  static bool mentions_fixed(const ir::Expr *e) {
    if (e->kind == ir::ExprKind::Load || e->type.is_pointer())
      return true;
    if (e->kind == ir::ExprKind::Var && is_counter(e->name))
      return true;
    for (const ir::Expr *inner : {e->a, e->b, e->c})
      if (inner && mentions_fixed(inner))
        return true;
    return false;
  }

  // Statements that may be deleted, moved and wrapped.
  static bool is_free(const ir::Stmt &stmt) {
    if (auto *assign = stmt.as<ir::Assign>())
      return !is_counter(assign->target) && !mentions_fixed(assign->value);
    return stmt.as<ir::Call>() || stmt.as<ir::Store>();
  }

  static bool is_movable(const ir::Stmt &stmt) {
    return is_free(stmt) && !stmt.as<ir::Store>();
  }

  ir::Function rename() {
    std::vector<ir::Symbol> names;
    for (const ir::Variable &v : function_.locals)
      if (!is_counter(v.name))
        names.push_back(v.name);
    if (names.empty())
      return function_;
    std::string fresh = "v_renamed" + std::to_string(random_.below(1000));
    for (const ir::Variable &v : function_.locals)
      if (v.name == fresh)
        return function_;
    return rename_local(context_, function_, random_.element(names),
                        context_.symbol(fresh));
  }

  ir::Seq edit(const ir::Seq &seq) {
    ir::Seq result;
    for (std::size_t i = 0; i < seq.size(); i++) {
      bool is_here = visited_++ == place_ && !is_done_;
      if (is_here && apply(seq, i, result))
        continue;
      result.push_back(is_done_ || !ir::children(*seq[i]).first
                           ? seq[i]
                           : rebuild(
                                 context_, *seq[i],
                                 [](const ir::Expr *e) { return e; },
                                 [&](const ir::Seq &s) { return edit(s); }));
    }
    return result;
  }

  // True when it put into `result` what replaces seq[i].
  bool apply(const ir::Seq &seq, std::size_t &i, ir::Seq &result) {
    const ir::Stmt &stmt = *seq[i];
    switch (kind_) {
    case 0:
    case 1:
      return change(stmt, result);
    case 2: // insert in front; the statement itself stays
      is_done_ = insert(result);
      return false;
    case 3:
      return is_done_ = is_free(stmt);
    case 4:
      if (i + 1 == seq.size() || !is_movable(stmt) || !is_movable(*seq[i + 1]))
        return false;
      result.insert(result.end(), {seq[i + 1], seq[i]});
      i++;
      return is_done_ = true;
    default:
      if (!is_free(stmt))
        return false;
      result.push_back(
          context_.stmt(ir::If{exprs_.condition(1), {&stmt}, {}}, stmt.span));
      return is_done_ = true;
    }
  }

  bool insert(ir::Seq &result) {
    if (exprs_.narrow.empty())
      return false;
    result.push_back(context_.stmt(
        ir::Assign{random_.element(exprs_.narrow), exprs_.narrow_value(2)}));
    return true;
  }

  bool change(const ir::Stmt &stmt, ir::Seq &result) {
    auto *assign = stmt.as<ir::Assign>();
    if (stmt.as<ir::Check>() || (assign && is_counter(assign->target)))
      return false;
    const ir::Stmt *changed = rebuild(
        context_, stmt, [&](const ir::Expr *e) { return change(e); },
        [](const ir::Seq &s) { return s; });
    if (!is_done_)
      return false;
    result.push_back(changed);
    return true;
  }

  // Changes the first thing it can in `e`: a constant or an operator.
  const ir::Expr *change(const ir::Expr *e) {
    if (is_done_ || mentions_fixed(e))
      return e;
    if (e->kind == ir::ExprKind::Const) {
      is_done_ = true;
      return context_.constant(e->type, e->bits + 1);
    }
    if (e->kind != ir::ExprKind::Binary)
      return e;
    const ir::Expr *a = random_.one_in(2) ? change(e->a) : e->a;
    const ir::Expr *b = change(e->b);
    ir::Op op = is_done_ ? e->op : other(e->op);
    is_done_ |= op != e->op;
    return is_done_ ? context_.binary(op, a, b) : e;
  }

  static ir::Op other(ir::Op op) {
    using ir::Op;
    if (op == Op::Add)
      return Op::Sub;
    if (op == Op::Sub || op == Op::Mul || op == Op::SDiv)
      return Op::Add;
    if (op == Op::SLt)
      return Op::SLe;
    if (op == Op::SLe || op == Op::ULt)
      return Op::SLt;
    if (op == Op::Eq)
      return Op::ULe;
    return op;
  }

  ir::Context &context_;
  ir::Function function_;
  RandomSource random_;
  RandomExpr exprs_;
  std::size_t place_ = 0, visited_ = 0;
  std::uint64_t kind_ = 0;
  bool is_done_ = false;
};

// `program` with one small edit in one of its functions.
inline ir::Program mutate(ir::Context &context, ir::Program program,
                          std::uint64_t seed) {
  RandomSource random(seed);
  std::vector<ir::Symbol> defined;
  for (const auto &[id, function] : program.functions)
    if (function.is_defined)
      defined.push_back(id);
  if (defined.empty())
    return program;
  ir::Symbol id = random.one_in(2) && program.functions.count("unit")
                      ? program.functions.find("unit")->first
                      : random.element(defined);
  program.functions[id] =
      Mutator(context, program.functions[id], random.next()).run();
  return program;
}

} // namespace mergeproof::tests
