#include "interp/cells.h"

#include "interp/layout.h"
#include "interp/narrow_addresses.h"
#include "ir/layout.h"

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

  void leave_out(const Bytes &reference, std::size_t first) {
    reference_ = &reference;
    first_ = first;
  }

  void run() {
    const Type *type = object_.type;
    if (!has_size(type))
      return raw(0, bytes_.size());
    if (const ir::Field *tail = flexible_array(*type);
        tail || bytes_.size() / type->size <= 1) {
      single(*type);
      if (!tail)
        return raw(type->size, bytes_.size());
      name_ = base() + access() + tail->name;
      return elements(*tail->type, tail->offset);
    }
    name_ = base();
    elements(array_of(*type), 0);
  }

private:
  // Adds to the name, as long as it lives.
  class Longer {
  public:
    Longer(std::string &name, std::string_view more)
        : name_(name), size_(name.size()) {
      name_ += more;
    }
    ~Longer() { name_.resize(size_); }
    Longer(const Longer &) = delete;
    Longer &operator=(const Longer &) = delete;

  private:
    std::string &name_;
    std::size_t size_;
  };

  bool is_pointee() const { return object_.label.starts_with("*"); }
  std::string base() const {
    return is_pointee() ? object_.label.substr(1) : object_.label;
  }
  const char *access() const { return is_pointee() ? "->" : "."; }

  // The object seen as an array of `type`.
  const Type &array_of(const Type &type) {
    array_.kind = TypeKind::Array;
    array_.element = &type;
    return array_;
  }

  void single(const Type &type) {
    bool is_array = is_pointee() && type.kind == TypeKind::Array;
    name_ = is_array ? "(" + object_.label + ")" : object_.label;
    if (!is_pointee() || type.kind != TypeKind::Struct)
      return value(type, 0);
    name_ = base();
    for (const ir::Field &field : type.fields)
      this->field(field, "->", 0);
  }

  bool is_left_out(const Type &type, std::uint64_t offset) const {
    std::uint64_t end = offset + type.size;
    return reference_ && visited_ >= first_ && end <= bytes_.size() &&
           end <= reference_->size() &&
           std::memcmp(bytes_.data() + offset, reference_->data() + offset,
                       type.size) == 0;
  }

  void element(const Type &type, std::uint64_t i, std::uint64_t offset) {
    if (is_left_out(type, offset))
      return;
    Longer name(name_, "[" + std::to_string(i) + "]");
    value(type, offset);
  }

  void elements(const Type &array, std::uint64_t offset) {
    std::uint64_t size = has_size(array.element) ? array.element->size : 0;
    if (size == 0)
      return raw(offset, bytes_.size());
    std::uint64_t count =
        (bytes_.size() - std::min<std::uint64_t>(offset, bytes_.size())) / size;
    for (std::uint64_t i = 0; i < count && !is_over_; i++)
      element(*array.element, i, offset + i * size);
    raw(offset + count * size, bytes_.size());
  }

  void value(const Type &type, std::uint64_t offset) {
    switch (type.kind) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Pointer:
      return emit(
          {.name = name_, .offset = offset, .size = type.size, .type = &type});
    case TypeKind::Array:
      for (std::uint64_t i = 0; type.element && i < type.count && !is_over_;
           i++)
        element(*type.element, i, offset + i * type.element->size);
      return;
    case TypeKind::Struct:
      for (const ir::Field &field : type.fields)
        this->field(field, ".", offset);
      return;
    case TypeKind::Union:
    case TypeKind::Void:
    case TypeKind::Function:
    case TypeKind::Incomplete:
      return raw(offset, offset + type.size);
    }
  }

  // A member of a struct at `offset`; `access` comes before its name, or the
  // names of an anonymous member's members.
  void field(const ir::Field &field, std::string_view access,
             std::uint64_t offset) {
    if (!field.type || is_over_)
      return;
    std::uint64_t place = offset + field.offset;
    if (is_left_out(*field.type, place))
      return;
    if (field.name.empty())
      return anonymous(field, access, place);
    Longer first(name_, access), second(name_, field.name);
    if (!field.bit_width)
      return value(*field.type, place);
    emit({.name = name_,
          .offset = place,
          .size = field.type->size,
          .type = field.type,
          .bit_offset = field.bit_offset,
          .bit_width = field.bit_width});
  }

  void anonymous(const ir::Field &field, std::string_view access,
                 std::uint64_t place) {
    if (field.bit_width)
      return;
    if (field.type->kind != TypeKind::Struct)
      return value(*field.type, place);
    for (const ir::Field &inner : field.type->fields)
      this->field(inner, access, place);
  }

  void raw(std::uint64_t begin, std::uint64_t end) {
    end = std::min<std::uint64_t>(end, bytes_.size());
    for (std::uint64_t i = begin; i < end && !is_over_;) {
      std::uint64_t size = holds_address(i, end) ? pointer_bytes() : 1;
      std::string name = "byte " + std::to_string(i) + " of " + object_.label;
      emit({.name = name, .offset = i, .size = size});
      i += size;
    }
  }

  std::uint64_t pointer_bytes() const {
    return object_.narrow ? ir::narrow_address_bits / 8 : sizeof(Address);
  }

  bool holds_address(std::uint64_t offset, std::uint64_t end) const {
    std::uint64_t size = pointer_bytes();
    if (offset % size != 0 || end - offset < size)
      return false;
    Address address = 0;
    std::memcpy(&address, bytes_.data() + offset, size);
    if (object_.narrow)
      return object_.narrow->to_address(std::uint32_t(address)) != address;
    Region region = region_of(address);
    return region != Region::None && index_of(address) < 1u << 20 &&
           offset_of(address) < max_object_size;
  }

  void emit(const Cell &cell) {
    visited_++;
    is_over_ = is_over_ || !visit_(cell);
  }

  const LabelledObject &object_;
  const Bytes &bytes_;
  const std::function<bool(const Cell &)> &visit_;
  Type array_;
  std::string name_; // of what is visited
  const Bytes *reference_ = nullptr;
  std::size_t first_ = 0, visited_ = 0;
  bool is_over_ = false;
};

// The pointer type of what begins at `offset`, or null.
const Type *pointer_inside(const Type *type, std::uint64_t offset) {
  if (!has_size(type))
    return nullptr;
  if (type->kind == TypeKind::Pointer)
    return offset == 0 ? type : nullptr;
  if (type->kind == TypeKind::Array && has_size(type->element))
    return pointer_inside(type->element, offset % type->element->size);
  if (type->kind != TypeKind::Struct)
    return nullptr;
  for (const ir::Field &field : type->fields)
    if (field.type && !field.bit_width && offset >= field.offset &&
        offset - field.offset < field.type->size)
      return pointer_inside(field.type, offset - field.offset);
  return nullptr;
}

const Type *pointer_at(const LabelledObject &object, std::uint64_t offset) {
  const Type *type = object.type;
  if (!has_size(type))
    return nullptr;
  if (const ir::Field *tail = flexible_array(*type);
      tail && offset >= tail->offset && has_size(tail->type->element))
    return pointer_inside(tail->type->element,
                          (offset - tail->offset) % tail->type->element->size);
  bool is_single =
      flexible_array(*type) || object.bytes->size() / type->size <= 1;
  bool is_rest = offset / type->size >=
                 std::max<std::uint64_t>(object.bytes->size() / type->size, 1);
  if (is_rest && !flexible_array(*type))
    return nullptr;
  return pointer_inside(type, is_single ? offset : offset % type->size);
}

} // namespace

const Type *pointee_at(const LabelledObject &object, std::uint64_t offset) {
  const Type *pointer = pointer_at(object, offset);
  bool is_whole = pointer && offset + pointer->size <= object.bytes->size();
  return is_whole ? pointer->element : nullptr;
}

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

void for_each_changed_cell(const LabelledObject &object, const Bytes &reference,
                           std::size_t all,
                           const std::function<bool(const Cell &)> &visit) {
  Walk walk(object, visit);
  walk.leave_out(reference, all);
  walk.run();
}

} // namespace mergeproof::interp
