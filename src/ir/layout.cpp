#include "ir/layout.h"

#include <algorithm>

namespace mergeproof::ir {
namespace {

bool is_same_field(const Field &a, const Field &b) {
  return a.name == b.name && a.offset == b.offset &&
         a.bit_offset == b.bit_offset && a.bit_width == b.bit_width &&
         is_same_layout(a.type, b.type);
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

} // namespace mergeproof::ir
