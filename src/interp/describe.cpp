#include "interp/describe.h"

#include "interp/arithmetic.h"
#include "interp/float_arithmetic.h"

#include <algorithm>

namespace mergeproof::interp {
namespace {

using ir::Bits;

constexpr std::size_t longest_text = 1000;

std::string decimal(Bits value) {
  std::string digits;
  do
    digits.insert(digits.begin(), char('0' + unsigned(value % 10)));
  while ((value /= 10) != 0);
  return digits;
}

std::string hexadecimal(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx",
                static_cast<unsigned long long>(value));
  return text;
}

std::string offset_text(std::int64_t offset) {
  if (offset == 0)
    return "";
  return (offset > 0 ? "+" : "") + std::to_string(offset);
}

void append_escaped(std::string &text, unsigned char c) {
  if (c == '"' || c == '\\')
    (text += '\\') += char(c);
  else if (c == '\n')
    text += "\\n";
  else if (c == '\t')
    text += "\\t";
  else if (c < 0x20 || c >= 0x7f)
    text += "\\x" + hexadecimal(c).substr(2);
  else
    text += char(c);
}

bool is_char_pointer(const ir::Type *type) {
  return type && type->kind == ir::TypeKind::Pointer && type->element &&
         type->element->kind == ir::TypeKind::Int && type->element->size == 1;
}

std::string named(const std::vector<std::string> &names, std::uint32_t index) {
  return index < names.size() ? "&" + names[index] : "";
}

} // namespace

std::string integer_text(Bits bits, unsigned width, bool is_unsigned) {
  if (is_unsigned || to_signed(bits, width) >= 0)
    return decimal(bits);
  return "-" + decimal(cut(Bits(0) - bits, width));
}

bool is_string_literal(const ir::Global &global) {
  return global.id.starts_with(".str.");
}

const ir::Global *Describer::global_at(Address address) const {
  if (region_of(address) != Region::Global)
    return nullptr;
  return memory_.global(index_of(address));
}

std::string Describer::base(Address address) const {
  std::uint32_t index = index_of(address);
  switch (region_of(address)) {
  case Region::None:
    return "";
  case Region::Function: {
    const ir::Function *f =
        executable_.function_at(make_address(Region::Function, index));
    return f ? "&" + std::string(f->name) : "";
  }
  case Region::Global: {
    const ir::Global *g = global_at(address);
    return g ? "&" + std::string(g->name) : "";
  }
  case Region::Input:
    return named(inputs_, index);
  case Region::External:
    return named(externals_, index);
  case Region::Heap:
    return memory_.find(address) ? "fresh object" : "dangling pointer";
  case Region::Local:
    return memory_.find(address) ? "local object" : "dangling pointer";
  }
  return "";
}

std::string Describer::address(Address address) const {
  if (address == 0)
    return "null";
  if (const ir::Global *g = global_at(address); g && is_string_literal(*g))
    if (std::string text = quote(address); !text.empty())
      return text;
  auto offset = static_cast<std::int64_t>(offset_of(address));
  Address start = address - Address(offset);
  if (offset >= std::int64_t(max_object_size)) { // before the next object
    offset -= std::int64_t(1) << 32;
    start += Address(1) << 32;
  }
  std::string name = base(start);
  return name.empty() ? hexadecimal(address) : name + offset_text(offset);
}

std::string Describer::scalar(ir::Scalar scalar, const ir::Type *type,
                              Bits bits) const {
  switch (scalar.kind) {
  case ir::ScalarKind::Pointer:
    return address(Address(bits));
  case ir::ScalarKind::Float:
    return float_text(bits, scalar.bits);
  case ir::ScalarKind::Int:
    return integer_text(
        bits, scalar.bits,
        type && (type->kind == ir::TypeKind::Bool ||
                 (type->kind == ir::TypeKind::Int && !type->is_signed)));
  }
  return "";
}

std::string Describer::cell(const Cell &cell, const Bytes &bytes) const {
  Bits bits = read_cell(cell, bytes);
  if (!cell.type)
    return cell.size > 1 ? address(memory_.from_memory(std::uint64_t(bits)))
                         : hexadecimal(std::uint64_t(bits));
  if (cell.type->kind == ir::TypeKind::Pointer)
    return address(memory_.from_memory(std::uint64_t(bits)));
  ir::Scalar scalar = cell.type->scalar();
  if (cell.bit_width)
    scalar.bits = static_cast<std::uint16_t>(cell.bit_width);
  return this->scalar(scalar, cell.type, cut(bits, scalar.bits));
}

std::string Describer::quote(Address address) const {
  const Object *object = memory_.find(address);
  std::uint64_t offset = offset_of(address);
  if (!object || offset >= object->bytes.size())
    return "";
  auto begin = object->bytes.begin() + std::ptrdiff_t(offset);
  auto end = std::find(begin, object->bytes.end(), 0);
  if (end == object->bytes.end() || end - begin > std::ptrdiff_t(longest_text))
    return "";
  std::string text = "\"";
  for (auto c = begin; c != end; ++c)
    append_escaped(text, *c);
  return text + '"';
}

std::string Describer::what_is_read(const ir::Type *type, Address address,
                                    std::uint64_t size) const {
  bool is_pointer = type && type->kind == ir::TypeKind::Pointer;
  bool is_text = is_pointer && is_char_pointer(type);
  bool is_bytes = is_pointer &&
                  (!type->element || type->element->kind == ir::TypeKind::Void);
  if (is_bytes && size == 0)
    return "\"\"";
  const Object *object = memory_.find(address);
  std::uint64_t offset = offset_of(address);
  if (!(is_text || is_bytes) || !object || offset >= object->bytes.size())
    return "";
  auto begin = object->bytes.begin() + std::ptrdiff_t(offset);
  auto room = std::uint64_t(object->bytes.end() - begin);
  if (is_text)
    size = std::uint64_t(std::find(begin, object->bytes.end(), 0) - begin);
  if (size > room || (is_text && size == room)) // more than there is
    return "";
  std::string text = "\"";
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(size, longest_text);
       i++)
    append_escaped(text, begin[std::ptrdiff_t(i)]);
  return text + '"';
}

// Of a function, which nobody else can name.
bool Describer::is_static_local(Address address) const {
  const ir::Global *global = global_at(address);
  return global && !is_string_literal(*global) &&
         global->name.find('.') != std::string_view::npos;
}

std::string Describer::argument(ir::Scalar scalar, const ir::Type *type,
                                Bits bits) const {
  bool is_pointer = type && type->kind == ir::TypeKind::Pointer;
  std::string text =
      is_pointer && is_static_local(Address(bits))
          ? "local object" + offset_text(std::int64_t(offset_of(Address(bits))))
          : this->scalar(scalar, type, bits);
  const Object *object = is_pointer ? memory_.find(Address(bits)) : nullptr;
  const ir::Global *global = global_at(Address(bits));
  if (!object || (global && is_string_literal(*global)))
    return text;
  std::string contents = pointee(*type, Address(bits));
  return contents.empty() ? text : text + " " + contents;
}

std::string Describer::pointee(const ir::Type &pointer, Address address) const {
  if (is_char_pointer(&pointer))
    return quote(address);
  const ir::Type *type = pointer.element;
  bool is_known =
      type && type->size > 0 && memory_.is_valid(address, type->size);
  return is_known ? aggregate(*type, address) : "";
}

std::string Describer::aggregate(const ir::Type &type, Address address) const {
  Bytes bytes;
  if (const Object *object = memory_.find(address))
    bytes = object->bytes;
  std::uint64_t skipped =
      std::min<std::uint64_t>(offset_of(address), bytes.size());
  bytes.erase(bytes.begin(), bytes.begin() + std::ptrdiff_t(skipped));
  bytes.resize(type.size);
  if (type.is_scalar())
    return cell({.size = type.size, .type = &type}, bytes);
  std::string text = "{";
  for_each_cell(
      {.label = "", .type = &type, .bytes = &bytes, .narrow = memory_.narrow()},
      [&](const Cell &cell) {
        text += text.size() > 1 ? ", " : "";
        text += cell.name.substr(cell.name.starts_with("."));
        text += " = " + this->cell(cell, bytes);
        return text.size() < longest_text;
      });
  return text + "}";
}

} // namespace mergeproof::interp
