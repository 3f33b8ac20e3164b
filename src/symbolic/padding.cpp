#include "symbolic/padding.h"

#include <algorithm>

namespace mergeproof::symbolic {
namespace {

void mark(const ir::Type &type, std::uint64_t at, std::vector<bool> &bytes) {
  if (type.kind == ir::TypeKind::Array && type.element &&
      type.element->size > 0) {
    for (std::uint64_t i = 0; i < type.count; i++)
      mark(*type.element, at + i * type.element->size, bytes);
    return;
  }
  if (type.kind == ir::TypeKind::Struct) {
    for (const ir::Field &field : type.fields)
      if (field.type)
        mark(*field.type, at + field.offset, bytes);
    return;
  }
  for (std::uint64_t i = at; i < at + type.size && i < bytes.size(); i++)
    bytes[i] = true;
}

} // namespace

std::vector<bool> bytes_of_members(const ir::Type &type,
                                   std::uint64_t most_bytes) {
  if (type.kind != ir::TypeKind::Struct || type.fields.empty() ||
      type.size > most_bytes)
    return {};
  std::vector<bool> bytes(type.size);
  mark(type, 0, bytes);
  bool has_all = std::find(bytes.begin(), bytes.end(), false) == bytes.end();
  return has_all ? std::vector<bool>() : bytes;
}

bool are_of_members(const std::vector<bool> &members, std::uint64_t at,
                    std::uint64_t bytes) {
  for (std::uint64_t i = at; i < at + bytes; i++)
    if (i < members.size() && !members[i])
      return false;
  return true;
}

} // namespace mergeproof::symbolic
