// Loops whose turns are alike and store once each: as many turns as is known
// when the loop begins.
//
//   for (i = 0; i < n; i++) p[i] = q[i];       while (n--) *d++ = *s++;
#pragma once

#include "ir/context.h"
#include "relational/loops/counted_loop.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace mergeproof::relational {

// An expression of other variables than it is written with.
class Plugged {
public:
  explicit Plugged(ir::Context &context) : context_(context) {}

  void set(ir::Symbol name, const ir::Expr *value) { values_[name] = value; }
  const ir::Expr *value_of(ir::Symbol name) const {
    auto known = values_.find(name);
    return known == values_.end() ? nullptr : known->second;
  }

  const ir::Expr *operator()(const ir::Expr *e) const {
    switch (e->kind) {
    case ir::ExprKind::Var:
      return value_of(e->name) ? value_of(e->name) : e;
    case ir::ExprKind::Unary:
      return context_.unary(e->op, (*this)(e->a));
    case ir::ExprKind::Binary:
      return context_.binary(e->op, (*this)(e->a), (*this)(e->b));
    case ir::ExprKind::Cast:
      return context_.cast(e->op, e->type, (*this)(e->a));
    case ir::ExprKind::Select:
      return context_.select((*this)(e->a), (*this)(e->b), (*this)(e->c));
    case ir::ExprKind::Load:
      return context_.load(e->type, (*this)(e->a), e->access);
    case ir::ExprKind::Valid:
      return context_.valid((*this)(e->a), (*this)(e->b));
    default:
      return e;
    }
  }

private:
  ir::Context &context_;
  std::map<ir::Symbol, const ir::Expr *> values_;
};

// Everything is said of the variables as they are when a turn begins, and of
// memory as it is before the loop, in which the store may change what is read;
// `goes`, `count` and `after` of the variables before the loop.
struct BlockTurn {
  CountedLoop loop;                // counts the turns
  const ir::Expr *goes = nullptr;  // whether there is any
  const ir::Expr *count = nullptr; // of the turns, i64; where it goes
  const ir::Expr *address = nullptr, *value = nullptr; // of the store
  std::vector<const ir::Stmt *> tests; // checks before it is known if there is
  std::vector<const ir::Stmt *> checks;
  std::map<ir::Symbol, std::int64_t> steps; // what a turn adds to variables
  // Variables behind the loop, all at once.
  std::vector<std::pair<ir::Symbol, const ir::Expr *>> after;
};

// `is_read_elsewhere`: of variables, outside of this loop.
std::optional<BlockTurn>
as_block_turn(ir::Context &context, const ir::Stmt &stmt,
              const std::function<bool(ir::Symbol)> &is_read_elsewhere);

} // namespace mergeproof::relational
