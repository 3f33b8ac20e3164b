#include "ir/flow_facts.h"

#include "ir/stmt_visit.h"

#include <algorithm>

namespace mergeproof::ir {

namespace {

bool may_pass(const Stmt &stmt) {
  if (stmt.as<Return>() || stmt.as<Break>() || stmt.as<Continue>())
    return false;
  if (auto *check = stmt.as<Check>())
    return check->condition->kind != ExprKind::Const ||
           check->condition->bits != 0;
  if (auto *branch = stmt.as<If>())
    return may_end(branch->then_body) || may_end(branch->else_body);
  auto *loop = stmt.as<Loop>();
  auto *block = stmt.as<Block>();
  if (!loop && !block)
    return true;
  Symbol label = loop ? loop->label : block->label;
  const Seq &body = loop ? loop->body : block->body;
  bool is_left = false;
  for_each_stmt(body, [&](const Stmt &inner) {
    if (auto *leave = inner.as<Break>())
      is_left |= leave->label == label;
  });
  return is_left || (block && may_end(body));
}

class Walk {
public:
  std::set<Symbol> unset;

  void run(const Seq &seq, std::set<Symbol> &assigned) {
    for (const Stmt *stmt : seq)
      run(*stmt, assigned);
  }

private:
  void read(const Expr *e, const std::set<Symbol> &assigned) {
    if (e->kind == ExprKind::Var && !assigned.count(e->name))
      unset.insert(e->name);
    for (const Expr *child : {e->a, e->b, e->c})
      if (child)
        read(child, assigned);
  }

  // A label may be reached from anywhere inside: what is assigned there need
  // not be assigned behind it.
  void run(const Stmt &stmt, std::set<Symbol> &assigned) {
    for_each_expr(stmt, [&](const Expr *e) { read(e, assigned); });
    Children inner = children(stmt);
    if (stmt.as<If>()) {
      std::set<Symbol> yes = assigned, no = assigned, both;
      run(*inner.first, yes);
      run(*inner.second, no);
      std::set_intersection(yes.begin(), yes.end(), no.begin(), no.end(),
                            std::inserter(both, both.end()));
      assigned = std::move(both);
    } else if (inner.first) {
      std::set<Symbol> inside = assigned;
      run(*inner.first, inside);
    }
    if (auto *assign = stmt.as<Assign>())
      assigned.insert(assign->target);
    if (auto *call = stmt.as<Call>(); call && !call->result.empty())
      assigned.insert(call->result);
  }
};

} // namespace

bool may_end(const Seq &seq) {
  return std::all_of(seq.begin(), seq.end(),
                     [](const Stmt *stmt) { return may_pass(*stmt); });
}

std::set<Symbol> unset_variables(const Seq &body, const std::set<Symbol> &set) {
  Walk walk;
  std::set<Symbol> assigned = set;
  walk.run(body, assigned);
  return walk.unset;
}

} // namespace mergeproof::ir
