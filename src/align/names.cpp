#include "align/names.h"

#include <algorithm>
#include <unordered_set>

namespace mergeproof::align {
namespace {

using namespace ir;

NameRole role_of_local(Scalar scalar) {
  return {.kind = NameKind::Local, .scalar = scalar.kind, .bits = scalar.bits};
}

// Adds what the body uses beyond the declarations.
class BodyNames {
public:
  explicit BodyNames(NameTable &table) : table_(table) {}

  void visit(const Seq &body) {
    for_each_stmt(body, [&](const Stmt &stmt) {
      for_each_expr(stmt, [&](const Expr *expr) { visit(expr); });
      std::visit(*this, stmt.node);
    });
  }

  void operator()(const Assign &s) { add_variable(s.target, s.value->type); }
  void operator()(const Call &s) {
    if (!s.result.empty())
      add_variable(s.result, s.result_type);
  }
  void operator()(const LocalBegin &s) { add_object(s.object); }
  void operator()(const LocalEnd &s) { add_object(s.object); }
  void operator()(const Loop &s) { add_label(s.label, NameKind::LoopLabel); }
  void operator()(const Block &s) { add_label(s.label, NameKind::BlockLabel); }
  template <typename T>
  void operator()(const T &) {}

private:
  void visit(const Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ExprKind::Var)
      add_variable(expr->name, expr->type);
    if (expr->kind == ExprKind::LocalAddr)
      add_object(expr->name);
    visit(expr->a);
    visit(expr->b);
    visit(expr->c);
  }
  void add_variable(Symbol name, Scalar scalar) {
    NameInfo &info = table_[name];
    if (!info.has(NameKind::Param) && !info.has(NameKind::Local))
      info.roles.insert(role_of_local(scalar));
  }
  void add_object(Symbol name) {
    NameInfo &info = table_[name];
    if (!info.has(NameKind::Object))
      info.roles.insert({.kind = NameKind::Object});
  }
  void add_label(Symbol name, NameKind kind) {
    table_[name].roles.insert({.kind = kind});
  }

  NameTable &table_;
  std::unordered_set<const Expr *> seen_;
};

} // namespace

bool NameInfo::has(NameKind kind) const {
  return std::any_of(roles.begin(), roles.end(),
                     [&](const NameRole &role) { return role.kind == kind; });
}

NameRole role_of_param(const Variable &param) {
  bool by_address = param.passing != Variable::Passing::Direct;
  return {.kind = NameKind::Param,
          .scalar = param.scalar.kind,
          .bits = param.scalar.bits,
          .passing = param.passing,
          .size = by_address && param.type ? param.type->size : 0};
}

NameTable collect_names(const Function &function) {
  NameTable table;
  for (const Variable &param : function.params) {
    table[param.name].roles.insert(role_of_param(param));
    table[param.name].is_source_name = true;
  }
  for (const Variable &local : function.locals) {
    table[local.name].roles.insert(role_of_local(local.scalar));
    table[local.name].is_source_name = !local.source_name.empty();
  }
  for (const LocalObject &object : function.objects) {
    table[object.name].roles.insert(
        {.kind = NameKind::Object, .size = object.size, .align = object.align});
    table[object.name].is_source_name = !object.source_name.empty();
  }
  BodyNames(table).visit(function.body);
  return table;
}

} // namespace mergeproof::align
