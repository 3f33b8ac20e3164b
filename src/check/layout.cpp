#include "check/layout.h"

#include <algorithm>

namespace mergeproof::check {
namespace {

using ir::TypeKind;

bool is_record(const ir::Type *type) {
  return type->kind == TypeKind::Struct || type->kind == TypeKind::Union;
}

const ir::Field *field_of(const ir::Type *type, const std::string &name) {
  auto found =
      std::find_if(type->fields.begin(), type->fields.end(),
                   [&](const ir::Field &field) { return field.name == name; });
  return found == type->fields.end() ? nullptr : &*found;
}

CellPair member(const CellPair &at, const ir::Field &from,
                const ir::Field &to) {
  return {.from_offset = at.from_offset + from.offset,
          .to_offset = at.to_offset + to.offset,
          .from = from.type,
          .to = to.type,
          .from_bits = from.bit_width ? &from : nullptr,
          .to_bits = to.bit_width ? &to : nullptr};
}

CellPair element(const CellPair &at, std::uint64_t i) {
  return {.from_offset = at.from_offset + i * at.from->element->size,
          .to_offset = at.to_offset + i * at.to->element->size,
          .from = at.from->element,
          .to = at.to->element};
}

std::optional<CellPair> member_at(const CellPair &at, std::uint64_t offset) {
  for (const ir::Field &to : at.to->fields)
    if (const ir::Field *from = field_of(at.from, to.name)) {
      CellPair part = member(at, *from, to);
      if (offset >= part.from_offset &&
          offset - part.from_offset < from->type->size)
        return part;
    }
  return std::nullopt;
}

std::optional<CellPair> element_at(const CellPair &at, std::uint64_t offset) {
  std::uint64_t size = at.from->element->size;
  std::uint64_t i = size ? (offset - at.from_offset) / size : 0;
  if (size == 0 || i >= std::min(at.from->count, at.to->count))
    return std::nullopt;
  return element(at, i);
}

bool is_number(const ir::Type *type) {
  return type->kind == TypeKind::Int || type->kind == TypeKind::Bool;
}

// Members without a name, or at the end without a length, cannot be told apart.
bool is_plain(const ir::Type *type) {
  return std::none_of(type->fields.begin(), type->fields.end(),
                      [](const ir::Field &field) {
                        return (field.name.empty() && !field.bit_width) ||
                               field.type->size == 0;
                      });
}

bool may_be_renamed(const ir::Field &field, const ir::Type *from,
                    const ir::Type *to) {
  return !field_of(to, field.name) &&
         std::any_of(to->fields.begin(), to->fields.end(),
                     [&](const ir::Field &other) {
                       return !field_of(from, other.name) &&
                              is_same_layout(field.type, other.type);
                     });
}

struct Pairing {
  std::vector<CellPair> cells;
  std::vector<Stretch> renamed;
  bool is_exact = true;

  void pair(CellPair at) {
    bool is_member = at.from_bits || at.to_bits;
    if (!is_member && is_same_layout(at.from, at.to))
      cells.push_back(at);
    else if (at.from->kind == TypeKind::Struct &&
             at.to->kind == TypeKind::Struct)
      pair_fields(at);
    else if (at.from->kind == TypeKind::Array && at.to->kind == TypeKind::Array)
      pair_elements(at);
    else {
      is_exact &= is_number(at.from) && is_number(at.to);
      cells.push_back(at);
    }
  }

  void pair_fields(const CellPair &at) {
    is_exact &= is_plain(at.from) && is_plain(at.to);
    for (const ir::Field &to : at.to->fields)
      if (const ir::Field *from = field_of(at.from, to.name))
        pair(member(at, *from, to));
    for (const ir::Field &field : at.from->fields)
      if (may_be_renamed(field, at.from, at.to))
        renamed.push_back({at.from_offset + field.offset, field.type->size});
  }

  void pair_elements(const CellPair &at) {
    std::uint64_t count = std::min(at.from->count, at.to->count);
    for (std::uint64_t i = 0; i < count; i++)
      pair(element(at, i));
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

std::optional<std::uint64_t>
moved_offset(const ir::Type *from, const ir::Type *to, std::uint64_t offset) {
  CellPair at{.from = from, .to = to};
  while (!is_same_layout(at.from, at.to)) {
    std::optional<CellPair> part;
    if (at.from->kind == TypeKind::Struct && at.to->kind == TypeKind::Struct)
      part = member_at(at, offset);
    else if (at.from->kind == TypeKind::Array && at.to->kind == TypeKind::Array)
      part = element_at(at, offset);
    else
      break;
    if (!part)
      return std::nullopt;
    at = *part;
  }
  if (offset - at.from_offset >= at.from->size)
    return std::nullopt;
  return offset - at.from_offset + at.to_offset;
}

CellPairs pair_cells(const ir::Type *from, const ir::Type *to) {
  Pairing pairing;
  pairing.pair({.from = from, .to = to});
  return {std::move(pairing.cells), std::move(pairing.renamed),
          pairing.is_exact};
}

} // namespace mergeproof::check
