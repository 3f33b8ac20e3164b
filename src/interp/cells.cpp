#include "interp/cells.h"

#include "interp/layout.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::interp {
namespace {

using ir::Type;
using ir::TypeKind;

bool has_size(const Type *type) { return type && type->size > 0; }

// The array without a length at the end of a struct, or null.
const ir::Field *flexible_array(const Type &type) {
  if (type.kind != TypeKind::Struct || type.fields.empty())
    return nullptr;
  const ir::Field &last = type.fields.back();
  bool is_flexible = last.type && last.type->kind == TypeKind::Array &&
                     last.type->count == 0 && last.type->size == 0;
  return is_flexible ? &last : nullptr;
}

class Walk {
public:
  Walk(const LabelledObject &object,
       const std::function<bool(const Cell &)> &visit)
      : object_(object), bytes_(*object.bytes), visit_(visit) {}

  void run() {
    const Type *type = object_.type;
    if (!has_size(type))
      return raw(0, bytes_.size());
    if (const ir::Field *tail = flexible_array(*type);
        tail || bytes_.size() / type->size <= 1) {
      single(*type);
      return tail ? elements(*tail->type, member(*tail), tail->offset)
                  : raw(type->size, bytes_.size());
    }
    elements(array_of(*type), base(), 0);
  }

private:
  bool is_pointee() const { return object_.label.starts_with("*"); }
  std::string base() const {
    return is_pointee() ? object_.label.substr(1) : object_.label;
  }
  std::string member(const ir::Field &field) const {
    return base() + (is_pointee() ? "->" : ".") + field.name;
  }

  // The object seen as an array of `type`.
  const Type &array_of(const Type &type) {
    array_.kind = TypeKind::Array;
    array_.element = &type;
    return array_;
  }

  void single(const Type &type) {
    if (!is_pointee())
      return value(type, object_.label, 0);
    if (type.kind == TypeKind::Array)
      return value(type, "(" + object_.label + ")", 0);
    if (type.kind != TypeKind::Struct)
      return value(type, object_.label, 0);
    for (const ir::Field &field : type.fields)
      this->field(field, field.name.empty() ? base() : member(field), "->", 0);
  }

  void elements(const Type &array, const std::string &name,
                std::uint64_t offset) {
    std::uint64_t size = has_size(array.element) ? array.element->size : 0;
    if (size == 0)
      return raw(offset, bytes_.size());
    std::uint64_t count =
        (bytes_.size() - std::min<std::uint64_t>(offset, bytes_.size())) / size;
    for (std::uint64_t i = 0; i < count && !is_over_; i++)
      value(*array.element, name + "[" + std::to_string(i) + "]",
            offset + i * size);
    raw(offset + count * size, bytes_.size());
  }

  void value(const Type &type, const std::string &name, std::uint64_t offset) {
    switch (type.kind) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Pointer:
      return emit(
          {.name = name, .offset = offset, .size = type.size, .type = &type});
    case TypeKind::Array:
      for (std::uint64_t i = 0; type.element && i < type.count && !is_over_;
           i++)
        value(*type.element, name + "[" + std::to_string(i) + "]",
              offset + i * type.element->size);
      return;
    case TypeKind::Struct:
      for (const ir::Field &field : type.fields)
        this->field(field, name + (field.name.empty() ? "" : "." + field.name),
                    ".", offset);
      return;
    case TypeKind::Union:
    case TypeKind::Void:
    case TypeKind::Function:
    case TypeKind::Incomplete:
      return raw(offset, offset + type.size);
    }
  }

  // A member called `name` of a struct at `offset`; `access` comes before the
  // names of an anonymous member's members.
  void field(const ir::Field &field, const std::string &name,
             const char *access, std::uint64_t offset) {
    if (!field.type || is_over_)
      return;
    std::uint64_t place = offset + field.offset;
    bool is_anonymous = field.name.empty();
    if (field.bit_width && !is_anonymous)
      return emit({.name = name,
                   .offset = place,
                   .size = field.type->size,
                   .type = field.type,
                   .bit_offset = field.bit_offset,
                   .bit_width = field.bit_width});
    if (field.bit_width)
      return;
    if (!is_anonymous || field.type->kind != TypeKind::Struct)
      return value(*field.type, name, place);
    for (const ir::Field &inner : field.type->fields)
      this->field(inner, inner.name.empty() ? name : name + access + inner.name,
                  access, place);
  }

  void raw(std::uint64_t begin, std::uint64_t end) {
    end = std::min<std::uint64_t>(end, bytes_.size());
    for (std::uint64_t i = begin; i < end && !is_over_;) {
      std::uint64_t size = holds_address(i, end) ? 8 : 1;
      emit({.name = "byte " + std::to_string(i) + " of " + object_.label,
            .offset = i,
            .size = size});
      i += size;
    }
  }

  bool holds_address(std::uint64_t offset, std::uint64_t end) const {
    if (offset % 8 != 0 || end - offset < 8)
      return false;
    Address address = 0;
    std::memcpy(&address, bytes_.data() + offset, 8);
    Region region = region_of(address);
    return region != Region::None && index_of(address) < 1u << 20 &&
           offset_of(address) < max_object_size;
  }

  void emit(const Cell &cell) { is_over_ = is_over_ || !visit_(cell); }

  const LabelledObject &object_;
  const Bytes &bytes_;
  const std::function<bool(const Cell &)> &visit_;
  Type array_;
  bool is_over_ = false;
};

} // namespace

ir::Bits read_cell(const Cell &cell, const Bytes &bytes) {
  ir::Bits bits = 0;
  if (cell.offset < bytes.size())
    std::memcpy(&bits, bytes.data() + cell.offset,
                std::min<std::uint64_t>(
                    {cell.size, sizeof bits, bytes.size() - cell.offset}));
  if (!cell.bit_width)
    return bits;
  return bits >> cell.bit_offset & ((ir::Bits(1) << cell.bit_width) - 1);
}

void for_each_cell(const LabelledObject &object,
                   const std::function<bool(const Cell &)> &visit) {
  Walk(object, visit).run();
}

} // namespace mergeproof::interp
