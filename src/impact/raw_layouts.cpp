#include "impact/raw_layouts.h"

#include "impact/common_layouts.h"
#include "ir/stmt_visit.h"
#include "support/hash.h"

#include <algorithm>
#include <map>
#include <set>

namespace mergeproof::impact {
namespace {

using ir::Expr;
using ir::ExprKind;
using ir::Type;
using ir::TypeKind;

const Type *behind(const Type *pointer) {
  return pointer && pointer->kind == TypeKind::Pointer ? pointer->element
                                                       : nullptr;
}

// A place in an object of a type; no type: nothing is known of it.
struct Place {
  const Type *type = nullptr;
  std::uint64_t offset = 0;
};

bool is_multiple(const Expr &distance, std::uint64_t size) {
  if (distance.kind == ExprKind::Const)
    return distance.bits % size == 0;
  if (distance.kind == ExprKind::Cast)
    return is_multiple(*distance.a, size);
  if (distance.kind != ExprKind::Binary)
    return false;
  if (distance.op == ir::Op::Mul)
    return is_multiple(*distance.a, size) || is_multiple(*distance.b, size);
  return (distance.op == ir::Op::Add || distance.op == ir::Op::Sub) &&
         is_multiple(*distance.a, size) && is_multiple(*distance.b, size);
}

// Looks through one function for what it does with such structs.
class RawWalk {
public:
  RawWalk(const ir::Program &program, const ir::Function &function,
          const DifferingRecords &records)
      : program_(program), records_(records) {
    for (const auto *variables : {&function.params, &function.locals})
      for (const ir::Variable &variable : *variables)
        variables_[variable.name] = variable.type;
    for (const ir::LocalObject &object : function.objects)
      objects_[object.name] = object.type;
    if (function.type)
      result_ = function.type->element;
  }

  std::set<std::string> find(const ir::Seq &body) {
    ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
      std::visit([&](const auto &s) { visit(s); }, stmt.node);
      ir::for_each_expr(stmt, [&](const Expr *expr) { visit_loads(expr); });
    });
    return std::move(found_);
  }

private:
  template <typename Other>
  void visit(const Other &) {}
  void visit(const ir::Assign &s) {
    auto known = variables_.find(s.target);
    let_go(s.value, known == variables_.end() ? nullptr : known->second);
  }
  void visit(const ir::Store &s) {
    access(s.address, s.value->type);
    let_go(s.value, type_at(s.address));
  }
  // Whole objects are copied as what they are, or bytes are.
  void visit(const ir::MemCopy &s) {
    Place to = place_of(s.target), from = place_of(s.source);
    bool is_whole = is_concerned(to) && is_concerned(from) &&
                    s.size->kind == ExprKind::Const && to.offset == 0 &&
                    from.offset == 0 && s.size->bits == to.type->size &&
                    records_.name_of(*to.type) == records_.name_of(*from.type);
    if (is_whole)
      return;
    for (const Place &place : {to, from})
      if (is_concerned(place))
        found_.insert(records_.name_of(*place.type));
    const Type *in_to = held_at(to), *in_from = held_at(from);
    if ((in_to == nullptr) != (in_from == nullptr)) // a pointer as bytes
      found_.insert(records_.name_of(in_to ? *in_to : *in_from));
  }
  void visit(const ir::MemSet &s) { access(s.target, s.size); }
  void visit(const ir::Return &s) {
    if (s.value)
      let_go(s.value, result_);
  }
  void visit(const ir::Call &s) {
    const auto *id = std::get_if<ir::Symbol>(&s.callee.target);
    const ir::Function *callee = id ? program_.find_function(*id) : nullptr;
    const auto *which = std::get_if<ir::Intrinsic>(&s.callee.target);
    if (which &&
        (*which == ir::Intrinsic::Free || *which == ir::Intrinsic::Realloc))
      return;
    for (std::size_t i = 0; i < s.args.size(); i++) {
      bool has_type = callee && i < callee->params.size();
      let_go(s.args[i], has_type ? callee->params[i].type : nullptr);
    }
  }

  bool is_concerned(const Place &at) const {
    return at.type && records_.concerns(*at.type);
  }
  // Such a struct, where a pointer to one lies there; or null.
  const Type *held_at(const Place &at) const {
    const Type *held = at.type ? behind(scalar_at(at)) : nullptr;
    return held && records_.concerns(*held) ? held : nullptr;
  }
  // The place whose address it takes for a number.
  Place number_of(const Expr &expr) const {
    bool is_number = expr.kind == ExprKind::Cast && expr.a->type.is_pointer() &&
                     !expr.type.is_pointer();
    return is_number ? place_of(expr.a) : Place{};
  }

  void visit_loads(const Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ExprKind::Load)
      access(expr->a, expr->type);
    if (Place at = number_of(*expr); is_concerned(at))
      found_.insert(records_.name_of(*at.type));
    for (const Expr *part : {expr->a, expr->b, expr->c})
      visit_loads(part);
  }

  // Null: not known, or computed.
  const Type *type_at(const Expr *address) const {
    return scalar_at(place_of(address));
  }

  static const Type *scalar_at(Place at) {
    while (at.type && !at.type->is_scalar()) {
      if (at.type->kind == TypeKind::Array && at.type->element &&
          at.type->element->size > 0) {
        at = {at.type->element, at.offset % at.type->element->size};
        continue;
      }
      const ir::Field *field = field_at(at);
      if (!field)
        return nullptr;
      at = {field->type, at.offset - field->offset};
    }
    return at.type;
  }

  static const ir::Field *field_at(const Place &at) {
    if (at.type->kind != TypeKind::Struct)
      return nullptr;
    auto field =
        std::find_if(at.type->fields.begin(), at.type->fields.end(),
                     [&](const ir::Field &one) {
                       return one.type && at.offset >= one.offset &&
                              at.offset < one.offset + std::max<std::uint64_t>(
                                                           one.type->size, 1);
                     });
    return field == at.type->fields.end() ? nullptr : &*field;
  }

  Place place_of(const Expr *address) const {
    switch (address->kind) {
    case ExprKind::Var: {
      auto known = variables_.find(address->name);
      return {known == variables_.end() ? nullptr : behind(known->second), 0};
    }
    case ExprKind::LocalAddr: {
      auto known = objects_.find(address->name);
      return {known == objects_.end() ? nullptr : known->second, 0};
    }
    case ExprKind::GlobalAddr: {
      const ir::Global *global = program_.find_global(address->name);
      return {global ? global->type : nullptr, 0};
    }
    case ExprKind::Load:
      return {behind(type_at(address->a)), 0};
    case ExprKind::Select: {
      Place yes = place_of(address->b);
      return is_concerned(yes) ? yes : place_of(address->c);
    }
    case ExprKind::Binary:
      return address->op == ir::Op::PtrAdd ? moved(*address) : Place{};
    default:
      return {};
    }
  }

  // What is counted on by whole elements stays where it is in one of them, and
  // what is counted on in an array that is a member stays in that.
  Place moved(const Expr &sum) const {
    Place at = place_of(sum.a);
    if (!at.type)
      return at;
    if (sum.b->kind == ExprKind::Const)
      return {at.type, at.offset + static_cast<std::uint64_t>(sum.b->bits)};
    bool is_whole = at.type->size > 0 && is_multiple(*sum.b, at.type->size);
    bool is_in_array = false;
    if (at.type->kind == TypeKind::Struct && !is_whole)
      if (const ir::Field *field = field_at(at))
        is_in_array = field->type->kind == TypeKind::Array &&
                      field->type->element && field->type->element->size > 0 &&
                      is_multiple(*sum.b, field->type->element->size);
    return is_whole || is_in_array || !records_.concerns(*at.type)
               ? at
               : Place{at.type, UINT64_MAX};
  }

  void access(const Expr *address, ir::Scalar scalar) {
    Place at = place_of(address);
    if (is_concerned(at))
      note(*at.type, at.offset, std::max<std::uint64_t>(1, scalar.bits / 8));
  }
  // Whole objects are copied, or bytes.
  void access(const Expr *address, const Expr *size) {
    Place at = place_of(address);
    if (!is_concerned(at))
      return;
    if (size->kind != ExprKind::Const)
      note(*at.type, UINT64_MAX, 0);
    else if (at.offset != 0 || size->bits != at.type->size)
      note(*at.type, at.offset, static_cast<std::uint64_t>(size->bits));
  }
  void note(const Type &type, std::uint64_t offset, std::uint64_t size) {
    if (!records_.is_one_member(type, offset, size))
      found_.insert(records_.name_of(type));
  }

  // An address as something that is not declared to lead there.
  void let_go(const Expr *value, const Type *as) {
    if (!value->type.is_pointer())
      return;
    Place at = place_of(value);
    if (!is_concerned(at))
      return;
    const Type *to = behind(as);
    bool is_itself = to && at.offset == 0 && records_.concerns(*to) &&
                     records_.name_of(*to) == records_.name_of(*at.type);
    if (is_itself || (to && is_member(at, *to)) || is_inner_member(at, to))
      return;
    found_.insert(records_.name_of(*at.type));
  }

  // A member, or a part of one, that is not the first, as bytes.
  bool is_inner_member(const Place &at, const Type *to) const {
    const ir::Field *field = at.offset != 0 ? field_at(at) : nullptr;
    bool are_bytes = !to || to->size <= 1;
    return field && field->type && are_bytes &&
           records_.is_one_member(*at.type, field->offset, field->type->size);
  }

  // Whether such a member lies there, in all versions. The address of the first
  // number is that of the whole struct, too, and may be meant as that.
  bool is_member(Place at, const Type &wanted) const {
    if (!records_.is_one_member(*at.type, at.offset, wanted.size) ||
        (wanted.is_scalar() && at.offset == 0))
      return false;
    auto is_wanted = [&](const Type &type) {
      return type.kind == wanted.kind && type.size == wanted.size &&
             type.spelling == wanted.spelling;
    };
    while (at.type && !is_wanted(*at.type)) {
      if (at.type->kind == TypeKind::Array && at.type->element &&
          at.type->element->size > 0) {
        at = {at.type->element, at.offset % at.type->element->size};
        continue;
      }
      const ir::Field *field = field_at(at);
      at = field ? Place{field->type, at.offset - field->offset} : Place{};
    }
    return at.type != nullptr && at.offset == 0;
  }

  const ir::Program &program_;
  const DifferingRecords &records_;
  std::map<ir::Symbol, const Type *> variables_, objects_;
  const Type *result_ = nullptr;
  std::set<const Expr *> seen_;
  std::set<std::string> found_;
};

} // namespace

void note_raw_layouts(std::vector<ir::Program> &versions) {
  std::vector<const ir::Program *> programs;
  for (const ir::Program &version : versions)
    programs.push_back(&version);
  DifferingRecords records(programs);
  if (records.is_empty())
    return;
  for (std::size_t v = 0; v < versions.size(); v++)
    for (auto &[id, function] : versions[v].functions) {
      std::uint64_t hash = 0;
      for (const std::string &name :
           RawWalk(versions[v], function, records).find(function.body))
        hash = support::mix(hash, records.hash(name, v));
      function.raw_layouts = hash;
    }
}

} // namespace mergeproof::impact
