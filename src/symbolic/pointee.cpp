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
// The scalar there, or, where `size` is set, the struct of so many bytes.
const ir::Type *member_at(Inside at, std::uint64_t size = 0) {
  auto is_found = [&] {
    return size == 0 ? at.type->is_scalar()
                     : at.offset == 0 && at.type->size == size &&
                           at.type->kind == ir::TypeKind::Struct;
  };
  while (at.type && !is_found()) {
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

class MemberWalk {
public:
  explicit MemberWalk(MemberPlaces &found) : found_(found) {}

  void visit(const ir::Seq &body) {
    ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
      if (const auto *store = stmt.as<ir::Store>())
        note(store->address, store->access);
      ir::for_each_expr(stmt, [&](const ir::Expr *e) { visit(e); });
    });
  }

private:
  void visit(const ir::Expr *e) {
    if (!e || !e->reads_memory || !seen_.insert(e).second)
      return;
    if (e->kind == ir::ExprKind::Load)
      note(e->a, e->access);
    for (const ir::Expr *part : {e->a, e->b, e->c})
      visit(part);
  }

  void note(const ir::Expr *address, const ir::Access &access) {
    ir::Symbol member = access.is_typed ? access.member : ir::Symbol();
    auto [place, is_new] = found_.try_emplace(address, member);
    if (!is_new && place->second != member)
      place->second = {};
  }

  MemberPlaces &found_;
  std::set<const ir::Expr *> seen_;
};

class NumberWalk {
public:
  explicit NumberWalk(std::set<ir::Bits> &found) : found_(found) {}

  // Of the function and of what it calls by name.
  void visit(const ir::Program &program, ir::Symbol first) {
    program_ = &program;
    for (const ir::Function *function : reached_functions(program, first))
      ir::for_each_stmt(function->body, [&](const ir::Stmt &stmt) {
        ir::for_each_expr(stmt, [&](const ir::Expr *expr) { visit(expr); });
        if (const auto *leave = stmt.as<ir::Return>())
          note(leave->value);
        if (const auto *assign = stmt.as<ir::Assign>())
          note_choice(assign->value);
      });
  }

private:
  void visit(const ir::Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ir::ExprKind::Binary &&
        (ir::compares_integers(expr->op) || measures(expr->op)) &&
        !is_character(expr->a) && !is_character(expr->b))
      note_sides(*expr);
    if (expr->kind == ir::ExprKind::Binary)
      note_power(*expr);
    for (const ir::Expr *child : {expr->a, expr->b, expr->c})
      visit(child);
  }

  // A char of a text, with a sign: no number of bytes.
  static bool is_character(const ir::Expr *expr) {
    return expr->kind == ir::ExprKind::Cast && expr->op == ir::Op::SExt &&
           expr->a->kind == ir::ExprKind::Load && expr->a->type.bits == 8;
  }

  // To ask whether there are 8, 7 and 9 will do, unless for equality.
  void note_sides(const ir::Expr &expr) {
    const bool is_equality = expr.op == ir::Op::Eq || expr.op == ir::Op::Ne;
    reach_ = is_equality ? 0 : 1;
    for (const ir::Expr *side : {expr.a, expr.b})
      note(side);
    reach_ = 1;
  }

  void add(ir::Bits number) {
    found_.insert(number);
    if (reach_ > 0)
      found_.insert({number - 1, number + 1});
  }

  // What it is computed from: numbers, also those that variables of the program
  // begin with.
  void note(const ir::Expr *expr) {
    if (!expr)
      return;
    if (expr->kind == ir::ExprKind::Const)
      add(expr->bits);
    else if (expr->kind == ir::ExprKind::Load)
      note_global(expr->a);
    else if (expr->tree_size <= most_nodes)
      for (const ir::Expr *part : {expr->a, expr->b, expr->c})
        note(part);
  }

  // What a variable may be compared as: one of these numbers.
  void note_choice(const ir::Expr *expr) {
    if (expr->kind == ir::ExprKind::Const)
      add(expr->bits);
    if (expr->kind == ir::ExprKind::Select)
      for (const ir::Expr *side : {expr->b, expr->c})
        note_choice(side);
  }

  // length >> 3, or length & ~7: how many 8 there are.
  void note_power(const ir::Expr &expr) {
    constexpr ir::Bits one = 1;
    if (expr.b->kind != ir::ExprKind::Const)
      return;
    ir::Bits bits = expr.b->bits;
    bool is_shift = expr.op == ir::Op::LShr || expr.op == ir::Op::AShr;
    if (is_shift && bits < 64)
      add(one << unsigned(bits));
    ir::Bits lowest = bits & (~bits + 1);
    if (expr.op == ir::Op::And && expr.type.bits < 128 &&
        bits + lowest == one << expr.type.bits)
      add(lowest);
  }

  void note_global(const ir::Expr *address) {
    const ir::Global *global = address->kind == ir::ExprKind::GlobalAddr
                                   ? program_->find_global(address->name)
                                   : nullptr;
    if (!global || global->bytes.size() > sizeof(ir::Bits))
      return;
    ir::Bits value = 0;
    for (std::size_t i = global->bytes.size(); i-- > 0;)
      value = value << 8 | global->bytes[i];
    add(value);
  }

  // How often it fits in, or what is left of it.
  static bool measures(ir::Op op) {
    return op == ir::Op::Sub || op == ir::Op::UDiv || op == ir::Op::SDiv ||
           op == ir::Op::URem || op == ir::Op::SRem;
  }

  static constexpr std::uint32_t most_nodes = 1'000;
  std::set<ir::Bits> &found_;
  unsigned reach_ = 1; // numbers beside one that count as it
  std::set<const ir::Expr *> seen_;
  const ir::Program *program_ = nullptr;
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

namespace {

std::string_view name_of(const ir::Type &record) {
  std::string_view spelling = record.spelling;
  for (std::string_view qualifier : {"const ", "volatile "})
    if (spelling.starts_with(qualifier))
      spelling.remove_prefix(qualifier.size());
  return spelling;
}

} // namespace

bool are_alike(const ir::Type *a, const ir::Type *b) {
  return a && b &&
         (a == b || (!a->spelling.empty() && name_of(*a) == name_of(*b) &&
                     a->size == b->size));
}

MemberPlaces member_places(const verdict::Question &question) {
  MemberPlaces found;
  MemberWalk walk(found);
  for (const verdict::VersionOfUnit &version : question.versions)
    for (const ir::Function *function :
         reached_functions(*version.program, version.function->id))
      walk.visit(function->body);
  return found;
}

bool is_member_at(ir::Symbol member, const ir::Type &record,
                  std::uint64_t offset) {
  std::string text = member.empty() ? "" : std::string(member);
  std::size_t plus = text.rfind('+');
  if (plus == text.npos || text.substr(plus + 1) != std::to_string(offset))
    return false;
  return name_of(record) == text.substr(0, plus);
}

namespace {

// So many bytes times something behind an address.
bool is_element(const ir::Expr *address, std::uint64_t size) {
  bool is_product =
      address->kind == ir::ExprKind::Binary && address->op == ir::Op::PtrAdd &&
      address->b->kind == ir::ExprKind::Binary && address->b->op == ir::Op::Mul;
  auto is_size = [&](const ir::Expr *factor) {
    return factor->kind == ir::ExprKind::Const && factor->bits == size;
  };
  return is_product && (is_size(address->b->a) || is_size(address->b->b));
}

} // namespace

const ir::Type *declared_at(const ir::Expr *address, const ir::Program &program,
                            const Types &variables) {
  return member_at(place_of(address, program, variables));
}

const ir::Type *record_at(const ir::Expr *address, std::uint64_t size,
                          const ir::Program &program, const Types &variables) {
  while (is_element(address, size)) // of an array of them
    address = address->a;
  if (address->kind == ir::ExprKind::LocalAddr) {
    auto known = variables.find(address->name);
    return known == variables.end() || !known->second
               ? nullptr
               : member_at({known->second, 0}, size);
  }
  return member_at(place_of(address, program, variables), size);
}

} // namespace mergeproof::symbolic
