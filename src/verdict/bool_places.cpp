#include "verdict/bool_places.h"

#include <algorithm>

namespace mergeproof::verdict {
namespace {

constexpr std::size_t most_places = 4'096;

// Of one object; not in unions, where something else may be what counts.
void find_places(const ir::Type &type, std::uint64_t at,
                 std::vector<std::uint64_t> &places) {
  if (places.size() > most_places)
    return;
  if (type.kind == ir::TypeKind::Bool)
    places.push_back(at);
  if (type.kind == ir::TypeKind::Array && type.element)
    for (std::uint64_t i = 0; i < type.count && i < most_places; i++)
      find_places(*type.element, at + i * type.element->size, places);
  if (type.kind == ir::TypeKind::Struct)
    for (const ir::Field &field : type.fields)
      if (field.type && field.bit_width == 0)
        find_places(*field.type, at + field.offset, places);
}

template <typename F>
void for_each_bool(const WitnessBytes &bytes, const ir::Type *type,
                   std::uint64_t from, F &&visit) {
  if (!type || type->size == 0)
    return;
  std::vector<std::uint64_t> places;
  find_places(*type, 0, places);
  if (places.empty())
    return;
  for (; from < bytes.bytes.size(); from += type->size)
    for (std::uint64_t place : places)
      if (from + place < bytes.bytes.size())
        visit(from + place);
}

} // namespace

bool are_bools(const WitnessBytes &bytes, const ir::Type *type,
               std::uint64_t from) {
  bool are = true;
  for_each_bool(bytes, type, from,
                [&](std::uint64_t at) { are &= bytes.bytes[at] <= 1; });
  return are;
}

void make_bools(WitnessBytes &bytes, const ir::Type *type, std::uint64_t from) {
  for_each_bool(bytes, type, from, [&](std::uint64_t at) {
    bytes.bytes[at] = bytes.bytes[at] != 0;
  });
}

} // namespace mergeproof::verdict
