#include "ir/context.h"

#include "ir/op_class.h"
#include "support/check.h"
#include "support/hash.h"

#include <algorithm>

namespace mergeproof::ir {
namespace {

using support::hash_bytes;
using support::mix;

std::uint64_t hash_expr(const Expr &e) {
  auto part = [](auto value, unsigned shift) {
    return static_cast<std::uint64_t>(value) << shift;
  };
  std::uint64_t h = mix(part(e.kind, 48) | part(e.op, 32),
                        part(e.type.kind, 16) | e.type.bits);
  // What a kind does not have says nothing of it.
  if (e.kind == ExprKind::Const) {
    h = mix(h, static_cast<std::uint64_t>(e.bits));
    h = mix(h, static_cast<std::uint64_t>(e.bits >> 64));
  }
  if (e.access.is_typed)
    h = mix(h, hash_bytes(e.access.member) + 1);
  if (!e.name.empty())
    h = mix(h, hash_bytes(e.name));
  for (const Expr *child : {e.a, e.b, e.c})
    if (child)
      h = mix(h, child->hash);
  return h;
}

Bits cut(Bits bits, unsigned width) {
  return width >= 128 ? bits : bits & ((Bits(1) << width) - 1);
}

bool is_comparison(Op op) {
  OpClass what = class_of(op);
  return what == OpClass::IntCompare || what == OpClass::FloatCompare ||
         what == OpClass::IntOrPointerCompare;
}

bool is_float_op(Op op) {
  OpClass what = class_of(op);
  return what == OpClass::FloatUnary || what == OpClass::FloatBinary ||
         what == OpClass::FloatCompare;
}

} // namespace

Context::Context() = default;
Context::~Context() = default;

Symbol Context::symbol(std::string_view text) {
  auto found = symbols_.find(text);
  return found != symbols_.end() ? *found : *symbols_.emplace(text).first;
}

const Expr *Context::intern(Expr e) {
  for (const Expr *child : {e.a, e.b, e.c}) {
    if (!child)
      continue;
    e.reads_memory |= child->reads_memory;
    e.reads_objects |= child->reads_objects;
    e.tree_size = std::min(e.tree_size + child->tree_size, max_tree_size);
  }
  e.reads_memory |= e.kind == ExprKind::Load;
  e.reads_objects |= e.kind == ExprKind::Valid;
  e.hash = hash_expr(e);
  return exprs_.find_or_add(e, [&] { return &expr_store_.emplace_back(e); });
}

const Expr *Context::constant(Scalar type, Bits bits) {
  return intern(
      {.kind = ExprKind::Const, .type = type, .bits = cut(bits, type.bits)});
}

const Expr *Context::integer(std::uint16_t bits, std::int64_t value) {
  return constant(make_int(bits),
                  static_cast<Bits>(static_cast<__int128>(value)));
}

const Expr *Context::var(Symbol name, Scalar type) {
  return intern({.kind = ExprKind::Var, .type = type, .name = symbol(name)});
}

const Expr *Context::global_addr(Symbol id) {
  return intern({.kind = ExprKind::GlobalAddr,
                 .type = pointer_scalar,
                 .name = symbol(id)});
}

const Expr *Context::local_addr(Symbol name) {
  return intern({.kind = ExprKind::LocalAddr,
                 .type = pointer_scalar,
                 .name = symbol(name)});
}

const Expr *Context::function_addr(Symbol id) {
  return intern({.kind = ExprKind::FunctionAddr,
                 .type = pointer_scalar,
                 .name = symbol(id)});
}

const Expr *Context::unary(Op op, const Expr *a) {
  CHECK(is_float_op(op) == a->type.is_float());
  return intern({.kind = ExprKind::Unary, .op = op, .type = a->type, .a = a});
}

const Expr *Context::binary(Op op, const Expr *a, const Expr *b) {
  CHECK(is_float_op(op) == a->type.is_float());
  if (op == Op::PtrAdd)
    CHECK(a->type.is_pointer() && b->type == size_scalar);
  else
    CHECK(a->type == b->type);
  Scalar type = is_comparison(op) ? bool_scalar : a->type;
  return intern(
      {.kind = ExprKind::Binary, .op = op, .type = type, .a = a, .b = b});
}

const Expr *Context::cast(Op op, Scalar to, const Expr *a) {
  CHECK(is_cast_right(op, to, a->type));
  return intern({.kind = ExprKind::Cast, .op = op, .type = to, .a = a});
}

const Expr *Context::select(const Expr *condition, const Expr *yes,
                            const Expr *no) {
  CHECK(condition->type == bool_scalar && yes->type == no->type);
  return intern({.kind = ExprKind::Select,
                 .type = yes->type,
                 .a = condition,
                 .b = yes,
                 .c = no});
}

const Expr *Context::load(Scalar type, const Expr *address, Access access) {
  CHECK(address->type.is_pointer());
  return intern({.kind = ExprKind::Load,
                 .type = type,
                 .a = address,
                 .access = {access.is_typed, symbol(access.member)}});
}

const Expr *Context::valid(const Expr *address, const Expr *size) {
  CHECK(address->type.is_pointer() && size->type == size_scalar);
  return intern(
      {.kind = ExprKind::Valid, .type = bool_scalar, .a = address, .b = size});
}

} // namespace mergeproof::ir
