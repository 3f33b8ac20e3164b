#include "verdict/enumerators.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace mergeproof::verdict {
namespace {

using ir::Type;
using ir::TypeKind;

// Whether `there` has the enumerator that this value is here as another value.
bool is_another(std::int64_t value, const ir::Enumerators &here,
                const ir::Enumerators &there) {
  return std::any_of(here.begin(), here.end(), [&](const auto &enumerator) {
    auto other = there.find(enumerator.first);
    return enumerator.second == value && other != there.end() &&
           other->second != value;
  });
}

class Walk {
public:
  explicit Walk(const std::vector<unsigned char> &bytes) : bytes_(bytes) {}

  bool has_another(std::uint64_t at, const Type &here, const Type &there) {
    if (&here == &there || here.kind != there.kind)
      return false;
    switch (here.kind) {
    case TypeKind::Int:
      return has_another_number(at, here.size * 8, here, there);
    case TypeKind::Array:
      return has_another_element(at, here, there);
    case TypeKind::Struct:
      return has_another_member(at, here, there);
    default:
      return false;
    }
  }

private:
  bool has_another_number(std::uint64_t at, std::uint64_t bits,
                          const Type &here, const Type &there,
                          std::uint32_t shift = 0) {
    if (here.enumerators == there.enumerators || at >= bytes_.size())
      return false;
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_.data() + at,
                std::min<std::uint64_t>({here.size, 8, bytes_.size() - at}));
    value >>= shift;
    std::uint64_t unused = 64 - std::min<std::uint64_t>(bits, 64);
    value <<= unused;
    std::int64_t number = here.is_signed
                              ? static_cast<std::int64_t>(value) >> unused
                              : static_cast<std::int64_t>(value >> unused);
    return !means_the_same(number, here, there);
  }

  bool has_another_element(std::uint64_t at, const Type &here,
                           const Type &there) {
    std::uint64_t size = here.element->size;
    if (here.element == there.element || size == 0)
      return false;
    for (std::uint64_t i = 0; i < here.count && at + i * size < bytes_.size();
         i++)
      if (has_another(at + i * size, *here.element, *there.element))
        return true;
    return false;
  }

  bool has_another_member(std::uint64_t at, const Type &here,
                          const Type &there) {
    for (const ir::Field &field : here.fields)
      for (const ir::Field &other : there.fields)
        if (field.name == other.name &&
            (field.bit_width
                 ? has_another_number(at + field.offset, field.bit_width,
                                      *field.type, *other.type,
                                      field.bit_offset)
                 : has_another(at + field.offset, *field.type, *other.type)))
          return true;
    return false;
  }

  const std::vector<unsigned char> &bytes_;
};

// Whether there are enumerators anywhere in it, as the type itself.
bool has_enumerators(const Type &type) {
  if (type.kind == TypeKind::Array)
    return has_enumerators(*type.element);
  return type.enumerators ||
         (type.kind == TypeKind::Struct &&
          std::any_of(type.fields.begin(), type.fields.end(),
                      [](const ir::Field &field) {
                        return has_enumerators(*field.type);
                      }));
}

} // namespace

bool is_enumerator(std::int64_t value, const ir::Enumerators &all) {
  std::set<std::int64_t> values;
  for (const auto &[name, one] : all)
    values.insert(one);
  if (value == 0 || values.empty() || values.contains(value))
    return true;
  bool are_in_a_row =
      *values.rbegin() - *values.begin() == std::int64_t(values.size()) - 1;
  std::int64_t flags = 0;
  for (std::int64_t one : values)
    if ((one & ~value) == 0)
      flags |= one;
  return !are_in_a_row && flags == value;
}

bool means_the_same(std::int64_t value, const Type &here, const Type &there) {
  const ir::Enumerators *a = here.enumerators, *b = there.enumerators;
  return !a || !b || (!is_another(value, *a, *b) && !is_another(value, *b, *a));
}

bool mean_the_same(const std::vector<unsigned char> &bytes, const Type *here,
                   const Type *there) {
  if (!here || !there || here == there || here->size == 0 ||
      !has_enumerators(*here))
    return true;
  Walk walk(bytes);
  for (std::uint64_t at = 0; at + here->size <= bytes.size(); at += here->size)
    if (walk.has_another(at, *here, *there))
      return false;
  return true;
}

} // namespace mergeproof::verdict
