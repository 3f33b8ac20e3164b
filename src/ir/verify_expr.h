// What is wrong with one expression; part of ir/verify.h.
#pragma once

#include "ir/program.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_set>

namespace mergeproof::ir {

// Whether operator, operands and type of `e` agree; its operands are not
// entered.
bool is_well_typed(const Expr &e);

// Whether integers, addresses and floats have the widths that exist.
bool is_scalar_right(Scalar scalar);

// Whole bytes, so that it can be in memory.
bool is_storable(Scalar scalar);

// What expressions of one function may name. Each expression is looked at once.
class ExprVerifier {
public:
  using Report = std::function<void(const std::string &)>;

  std::map<Symbol, Scalar> variables;
  std::set<Symbol> objects;
  const Program *program = nullptr; // null: global names are not looked up

  void verify(const Expr &e, const Report &report);

private:
  void verify_node(const Expr &e, const Report &report) const;
  std::unordered_set<const Expr *> seen_;
};

} // namespace mergeproof::ir
