#include "ir/layout.h"

#include <algorithm>
#include <set>

namespace mergeproof::ir {
namespace {

bool is_same_field(const Field &a, const Field &b) {
  return a.name == b.name && a.offset == b.offset &&
         a.bit_offset == b.bit_offset && a.bit_width == b.bit_width &&
         is_same_layout(a.type, b.type);
}

constexpr std::uint64_t wide = 8, narrow = narrow_address_bits / 8;

// The size of a pointer somewhere in the type; 0: there is none.
std::uint64_t pointer_in(const Type *type, std::set<const Type *> &seen) {
  if (!type || !seen.insert(type).second)
    return 0;
  if (type->kind == TypeKind::Pointer)
    return type->size;
  if (std::uint64_t size = pointer_in(type->element, seen))
    return size;
  for (const Type *param : type->params)
    if (std::uint64_t size = pointer_in(param, seen))
      return size;
  for (const Field &field : type->fields)
    if (std::uint64_t size = pointer_in(field.type, seen))
      return size;
  return 0;
}

std::uint64_t pointer_in(const Function &function,
                         std::set<const Type *> &seen) {
  if (std::uint64_t size = pointer_in(function.type, seen))
    return size;
  for (const auto *list : {&function.params, &function.locals})
    for (const Variable &variable : *list)
      if (std::uint64_t size = pointer_in(variable.type, seen))
        return size;
  for (const LocalObject &object : function.objects)
    if (std::uint64_t size = pointer_in(object.type, seen))
      return size;
  return 0;
}

// The smallest size that a pointer, or else an integer, at this place has; 0:
// there is none.
std::uint64_t address_at(const Type *type, std::uint64_t offset,
                         TypeKind wanted) {
  if (!type)
    return 0;
  if (type->kind == TypeKind::Array && type->element && type->element->size)
    return address_at(type->element, offset % type->element->size, wanted);
  if (type->kind == wanted && offset == 0 && type->size >= narrow)
    return type->size;
  std::uint64_t found = 0;
  for (const Field &field : type->fields) {
    bool is_flexible = field.type && field.type->size == 0;
    if (!field.type || offset < field.offset ||
        (offset - field.offset >= field.type->size && !is_flexible))
      continue;
    std::uint64_t size = address_at(field.type, offset - field.offset, wanted);
    if (size && (!found || size < found))
      found = size;
  }
  return found;
}

} // namespace

bool is_same_layout(const Type *a, const Type *b) {
  if (a == b)
    return true;
  if (!a || !b || a->kind != b->kind || a->size != b->size)
    return false;
  if (a->kind == TypeKind::Array)
    return a->count == b->count && is_same_layout(a->element, b->element);
  if (a->kind == TypeKind::Int)
    return a->is_signed == b->is_signed;
  bool is_record = a->kind == TypeKind::Struct || a->kind == TypeKind::Union;
  return !is_record ||
         std::equal(a->fields.begin(), a->fields.end(), b->fields.begin(),
                    b->fields.end(), is_same_field);
}

std::uint64_t pointer_bytes(const Program &program) {
  std::set<const Type *> seen;
  for (const auto &[id, function] : program.functions)
    if (std::uint64_t size = pointer_in(function, seen))
      return size;
  for (const auto &[id, global] : program.globals)
    if (std::uint64_t size = pointer_in(global.type, seen))
      return size;
  return wide;
}

std::uint64_t relocation_bytes(const Global &global,
                               const Relocation &relocation) {
  std::uint64_t size =
      address_at(global.type, relocation.offset, TypeKind::Pointer);
  if (!size)
    size = address_at(global.type, relocation.offset, TypeKind::Int);
  return size ? size : wide;
}

} // namespace mergeproof::ir
