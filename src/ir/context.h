// Owns the types, expressions, statements and names of all versions of a
// program. Not thread-safe. Everything lives until the Context dies.
//
// Constructors check their operands (CHECK): widths agree as in expr.def.
#pragma once

#include "ir/expr_table.h"
#include "ir/stmt.h"
#include "source/file.h"
#include "support/arena.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mergeproof::ir {

class Context {
public:
  Context();
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  source::FileTable files;

  Symbol symbol(std::string_view text);

  // A fresh type to fill in; types are not shared by structure.
  Type *make_type() { return &types_.emplace_back(); }
  // The same pointer for equal ones.
  const Enumerators *enumerators(Enumerators all) {
    return &*enumerators_.insert(std::move(all)).first;
  }

  const Expr *constant(Scalar type, Bits bits); // cut to the width
  const Expr *integer(std::uint16_t bits, std::int64_t value);
  const Expr *null_pointer() { return constant(pointer_scalar, 0); }
  const Expr *boolean(bool value) { return constant(bool_scalar, value); }
  const Expr *var(Symbol name, Scalar type);
  const Expr *global_addr(Symbol id);
  const Expr *local_addr(Symbol name);
  const Expr *function_addr(Symbol id);
  const Expr *unary(Op op, const Expr *a);
  const Expr *binary(Op op, const Expr *a, const Expr *b);
  const Expr *cast(Op op, Scalar to, const Expr *a);
  const Expr *select(const Expr *condition, const Expr *yes, const Expr *no);
  const Expr *load(Scalar type, const Expr *address, Access access = {});
  const Expr *valid(const Expr *address, const Expr *size);

  const Stmt *stmt(StmtNode node, source::Span span = {});

  // `expr` with every variable or local object name replaced by map(name).
  template <typename F>
  const Expr *rename(const Expr *expr, F &&map);

private:
  const Expr *intern(Expr expr);
  support::Arena<Type> types_;
  std::set<Enumerators> enumerators_;
  support::Arena<Expr> expr_store_;
  support::Arena<Stmt> stmt_store_;
  ExprTable exprs_;
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_set<std::string, TextHash, std::equal_to<>> symbols_;
};

template <typename F>
const Expr *Context::rename(const Expr *e, F &&map) {
  switch (e->kind) {
  case ExprKind::Var:
    return var(map(e->name), e->type);
  case ExprKind::LocalAddr:
    return local_addr(map(e->name));
  case ExprKind::Unary:
    return unary(e->op, rename(e->a, map));
  case ExprKind::Binary:
    return binary(e->op, rename(e->a, map), rename(e->b, map));
  case ExprKind::Cast:
    return cast(e->op, e->type, rename(e->a, map));
  case ExprKind::Select:
    return select(rename(e->a, map), rename(e->b, map), rename(e->c, map));
  case ExprKind::Load:
    return load(e->type, rename(e->a, map), e->access);
  case ExprKind::Valid:
    return valid(rename(e->a, map), rename(e->b, map));
  case ExprKind::Const:
  case ExprKind::GlobalAddr:
  case ExprKind::FunctionAddr:
    return e;
  }
  return e;
}

} // namespace mergeproof::ir
