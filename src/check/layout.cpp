#include "check/layout.h"

#include <algorithm>

namespace mergeproof::check {
namespace {

using ir::TypeKind;

bool is_record(const ir::Type *type) {
  return type->kind == TypeKind::Struct || type->kind == TypeKind::Union;
}

struct Pairing {
  std::vector<CellPair> cells;

  void pair(CellPair at) {
    if (at.from->kind == TypeKind::Struct && at.to->kind == TypeKind::Struct)
      pair_fields(at);
    else if (at.from->kind == TypeKind::Array && at.to->kind == TypeKind::Array)
      pair_elements(at);
    else
      cells.push_back(at);
  }

  void pair_fields(const CellPair &at) {
    for (const ir::Field &to : at.to->fields) {
      auto from = std::find_if(
          at.from->fields.begin(), at.from->fields.end(),
          [&](const ir::Field &field) { return field.name == to.name; });
      if (from == at.from->fields.end())
        continue;
      pair({.from_offset = at.from_offset + from->offset,
            .to_offset = at.to_offset + to.offset,
            .from = from->type,
            .to = to.type,
            .from_bits = from->bit_width ? &*from : nullptr,
            .to_bits = to.bit_width ? &to : nullptr});
    }
  }

  void pair_elements(const CellPair &at) {
    std::uint64_t count = std::min(at.from->count, at.to->count);
    for (std::uint64_t i = 0; i < count; i++)
      pair({.from_offset = at.from_offset + i * at.from->element->size,
            .to_offset = at.to_offset + i * at.to->element->size,
            .from = at.from->element,
            .to = at.to->element});
  }
};

} // namespace

const ir::Type *pointer_at(const ir::Type *type, std::uint64_t offset) {
  if (!type)
    return nullptr;
  if (type->kind == TypeKind::Pointer)
    return offset == 0 ? type : nullptr;
  if (type->kind == TypeKind::Array && type->element->size)
    return pointer_at(type->element, offset % type->element->size);
  if (!is_record(type))
    return nullptr;
  for (const ir::Field &field : type->fields) {
    bool is_flexible = field.type->size == 0;
    if (offset < field.offset ||
        (!is_flexible && offset >= field.offset + field.type->size))
      continue;
    if (const ir::Type *found = pointer_at(field.type, offset - field.offset))
      return found;
  }
  return nullptr;
}

std::vector<CellPair> pair_cells(const ir::Type *from, const ir::Type *to) {
  Pairing pairing;
  pairing.pair({.from = from, .to = to});
  return std::move(pairing.cells);
}

} // namespace mergeproof::check
