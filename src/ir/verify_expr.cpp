#include "ir/verify_expr.h"

#include "ir/op_class.h"

namespace mergeproof::ir {
namespace {

bool is_binary_right(const Expr &e) {
  Scalar a = e.a->type, b = e.b->type;
  bool is_alike = a == b;
  switch (class_of(e.op)) {
  case OpClass::IntBinary:
    return is_alike && a.is_int() && e.type == a;
  case OpClass::FloatBinary:
    return is_alike && a.is_float() && e.type == a;
  case OpClass::PointerBinary:
    return a.is_pointer() && b == size_scalar && e.type == a;
  case OpClass::IntOrPointerCompare:
    return is_alike && !a.is_float() && e.type == bool_scalar;
  case OpClass::IntCompare:
    return is_alike && a.is_int() && e.type == bool_scalar;
  case OpClass::FloatCompare:
    return is_alike && a.is_float() && e.type == bool_scalar;
  case OpClass::None:
  case OpClass::IntUnary:
  case OpClass::FloatUnary:
  case OpClass::Cast:
    return false;
  }
  return false;
}

bool is_unary_right(const Expr &e) {
  OpClass what = class_of(e.op);
  return e.type == e.a->type &&
         ((what == OpClass::IntUnary && e.type.is_int()) ||
          (what == OpClass::FloatUnary && e.type.is_float()));
}

bool is_constant_right(const Expr &e) {
  return e.type.bits >= 128 || (e.bits >> e.type.bits) == 0;
}

bool has_operands(const Expr &e, int count) {
  return (e.a != nullptr) == (count > 0) && (e.b != nullptr) == (count > 1) &&
         (e.c != nullptr) == (count > 2);
}

} // namespace

bool is_scalar_right(Scalar scalar) {
  switch (scalar.kind) {
  case ScalarKind::Int:
    return scalar.bits >= 1 && scalar.bits <= 128;
  case ScalarKind::Pointer:
    return scalar.bits == 64;
  case ScalarKind::Float:
    return scalar.bits == 32 || scalar.bits == 64 || scalar.bits == 80 ||
           scalar.bits == 128;
  }
  return false;
}

bool is_storable(Scalar scalar) { return scalar.bits % 8 == 0; }

bool is_well_typed(const Expr &e) {
  if (!is_scalar_right(e.type))
    return false;
  switch (e.kind) {
  case ExprKind::Const:
    return has_operands(e, 0) && is_constant_right(e);
  case ExprKind::Var:
    return has_operands(e, 0);
  case ExprKind::GlobalAddr:
  case ExprKind::LocalAddr:
  case ExprKind::FunctionAddr:
    return has_operands(e, 0) && e.type.is_pointer();
  case ExprKind::Unary:
    return has_operands(e, 1) && is_unary_right(e);
  case ExprKind::Binary:
    return has_operands(e, 2) && is_binary_right(e);
  case ExprKind::Cast:
    return has_operands(e, 1) && is_cast_right(e.op, e.type, e.a->type);
  case ExprKind::Select:
    return has_operands(e, 3) && e.a->type == bool_scalar &&
           e.b->type == e.c->type && e.type == e.b->type;
  case ExprKind::Load:
    return has_operands(e, 1) && e.a->type.is_pointer() && is_storable(e.type);
  case ExprKind::Valid:
    return has_operands(e, 2) && e.a->type.is_pointer() &&
           e.b->type == size_scalar && e.type == bool_scalar;
  }
  return false;
}

void ExprVerifier::verify(const Expr &e, const Report &report) {
  if (!seen_.insert(&e).second)
    return;
  for (const Expr *operand : {e.a, e.b, e.c})
    if (operand)
      verify(*operand, report);
  verify_node(e, report);
}

void ExprVerifier::verify_node(const Expr &e, const Report &report) const {
  std::string name = "'" + std::string(e.name) + "'";
  if (!is_well_typed(e))
    report(std::string("operands of '") + to_text(e.op) + "' do not agree");
  if (e.kind == ExprKind::Var) {
    auto found = variables.find(e.name);
    if (found == variables.end())
      report("variable " + name + " is not declared");
    else if (found->second != e.type)
      report("variable " + name + " is not used as declared");
  } else if (e.kind == ExprKind::LocalAddr && !objects.count(e.name)) {
    report("local object " + name + " is not declared");
  } else if (e.kind == ExprKind::GlobalAddr && program &&
             !program->find_global(e.name)) {
    report("global " + name + " is not in the program");
  } else if (e.kind == ExprKind::FunctionAddr && program &&
             !program->find_function(e.name)) {
    report("function " + name + " is not in the program");
  }
}

} // namespace mergeproof::ir
