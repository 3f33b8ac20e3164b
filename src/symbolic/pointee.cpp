#include "symbolic/pointee.h"

#include "ir/op_class.h"
#include "symbolic/reached_functions.h"

#include <algorithm>
#include <bit>

namespace mergeproof::symbolic {
namespace {

using Types = std::map<ir::Symbol, const ir::Type *>;

// A place in an object of a type.
struct Inside {
  const ir::Type *type = nullptr; // null: not known
  std::uint64_t offset = 0;
};

// The scalar that lies there.
const ir::Type *member_at(Inside at) {
  while (at.type && !at.type->is_scalar()) {
    if (at.type->size > 0 && at.offset >= at.type->size)
      return nullptr;
    if (at.type->kind == ir::TypeKind::Array && at.type->element &&
        at.type->element->size > 0) {
      at = {at.type->element, at.offset % at.type->element->size};
      continue;
    }
    if (at.type->kind != ir::TypeKind::Struct)
      return nullptr;
    auto field = std::find_if(at.type->fields.begin(), at.type->fields.end(),
                              [&](const ir::Field &one) {
                                return one.type && one.bit_width == 0 &&
                                       at.offset >= one.offset &&
                                       at.offset < one.offset + one.type->size;
                              });
    if (field == at.type->fields.end())
      return nullptr;
    at = {field->type, at.offset - field->offset};
  }
  return at.offset == 0 ? at.type : nullptr;
}

const ir::Type *behind(const ir::Type *pointer) {
  return pointer && pointer->kind == ir::TypeKind::Pointer ? pointer->element
                                                           : nullptr;
}

Inside place_of(const ir::Expr *address, const ir::Program &program,
                const Types &variables) {
  switch (address->kind) {
  case ir::ExprKind::Var: {
    auto known = variables.find(address->name);
    return {known == variables.end() ? nullptr : behind(known->second), 0};
  }
  case ir::ExprKind::GlobalAddr: {
    const ir::Global *global = program.find_global(address->name);
    return {global ? global->type : nullptr, 0};
  }
  case ir::ExprKind::Load:
    return {behind(member_at(place_of(address->a, program, variables))), 0};
  case ir::ExprKind::Binary: {
    bool is_sum = address->op == ir::Op::PtrAdd &&
                  address->b->kind == ir::ExprKind::Const;
    Inside at = is_sum ? place_of(address->a, program, variables) : Inside{};
    at.offset += static_cast<std::uint64_t>(address->b->bits);
    return at;
  }
  default:
    return {};
  }
}

class NumberWalk {
public:
  explicit NumberWalk(std::set<ir::Bits> &found) : found_(found) {}

  // Of the function and of what it calls by name.
  void visit(const ir::Program &program, ir::Symbol first) {
    for (const ir::Function *function : reached_functions(program, first))
      ir::for_each_stmt(function->body, [&](const ir::Stmt &stmt) {
        ir::for_each_expr(stmt, [&](const ir::Expr *expr) { visit(expr); });
      });
  }

private:
  void visit(const ir::Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ir::ExprKind::Binary && ir::compares_integers(expr->op))
      for (const ir::Expr *side : {expr->a, expr->b})
        if (side->kind == ir::ExprKind::Const)
          found_.insert(side->bits);
    for (const ir::Expr *child : {expr->a, expr->b, expr->c})
      visit(child);
  }

  std::set<ir::Bits> &found_;
  std::set<const ir::Expr *> seen_;
};

} // namespace

std::set<ir::Bits> compared_numbers(const verdict::Question &question) {
  std::set<ir::Bits> found;
  NumberWalk walk(found);
  for (const verdict::VersionOfUnit &version : question.everyone())
    if (version.function)
      walk.visit(*version.program, version.function->id);
  return found;
}

Pointee pointee_of(const ir::Type *pointer) {
  const ir::Type *type = behind(pointer);
  if (!type)
    return {};
  std::uint32_t alignment = std::has_single_bit(type->align) ? type->align : 1;
  switch (type->kind) {
  case ir::TypeKind::Struct: // one of bytes is what is sent and stored
    return {alignment, alignment > 1 ? type->size : 0, type};
  case ir::TypeKind::Union:
  case ir::TypeKind::Pointer:
    return {alignment, 0};
  default:
    return {};
  }
}

bool has_scalar_at(const ir::Type &record, std::uint64_t offset,
                   std::uint64_t size) {
  const ir::Type *scalar = member_at({&record, offset});
  return scalar && scalar->size == size;
}

const ir::Type *declared_at(const ir::Expr *address, const ir::Program &program,
                            const Types &variables) {
  return member_at(place_of(address, program, variables));
}

} // namespace mergeproof::symbolic
