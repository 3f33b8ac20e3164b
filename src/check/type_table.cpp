#include "check/type_table.h"

#include <algorithm>

namespace mergeproof::check {
namespace {

using ir::TypeKind;
using std::to_string;

std::string quoted(const std::string &name) { return '"' + name + '"'; }

const char *integer_text(const ir::Type &type) {
  switch (type.size) {
  case 1:
    return type.is_signed ? "signed char" : "unsigned char";
  case 2:
    return type.is_signed ? "short" : "unsigned short";
  case 4:
    return type.is_signed ? "int" : "unsigned";
  case 8:
    return type.is_signed ? "long long" : "unsigned long long";
  default:
    return type.is_signed ? "__int128" : "unsigned __int128";
  }
}

// What is looked at of a struct or union. In a jmp_buf are registers, which
// mean nothing elsewhere.
const std::vector<ir::Field> &seen_fields(const ir::Type &type) {
  static const std::vector<ir::Field> none;
  return type.spelling == "struct __jmp_buf_tag" ? none : type.fields;
}

} // namespace

int TypeTable::index_of(const ir::Type *type) {
  if (!type)
    return -1;
  if (auto found = indices_.find(type); found != indices_.end())
    return found->second;
  int index = static_cast<int>(types_.size());
  indices_[type] = index;
  types_.push_back(type);
  if (type->kind == TypeKind::Function)
    return index;
  index_of(type->element);
  for (const ir::Field &field : seen_fields(*type))
    index_of(field.type);
  return index;
}

std::string TypeTable::scalar_text(const ir::Type &type) const {
  switch (type.kind) {
  case TypeKind::Bool:
    return "_Bool";
  case TypeKind::Int:
    return integer_text(type);
  case TypeKind::Float:
    return type.size == 4 ? "float" : type.size == 8 ? "double" : "long double";
  case TypeKind::Pointer:
  case TypeKind::Array:
  case TypeKind::Function:
    return "void *";
  case TypeKind::Void:
  case TypeKind::Struct:
  case TypeKind::Union:
  case TypeKind::Incomplete:
    break;
  }
  return "void";
}

std::string TypeTable::passed_as(const ir::Type *type) {
  if (!type)
    return "void";
  if (type->kind != TypeKind::Struct && type->kind != TypeKind::Union)
    return scalar_text(*type);
  auto [place, is_new] = names_.try_emplace(type);
  if (is_new) {
    place->second = "struct t" + to_string(names_.size());
    std::string name = place->second;
    define(type, name);
  }
  return names_[type];
}

std::string TypeTable::member_text(const ir::Type &type,
                                   const std::string &name) {
  if (type.kind == TypeKind::Array)
    return member_text(*type.element, name + "[" + to_string(type.count) + "]");
  return passed_as(&type) + " " + name;
}

std::string TypeTable::fields_text(const ir::Type &type) {
  std::string text;
  for (std::size_t i = 0; i < type.fields.size(); i++) {
    const ir::Field &field = type.fields[i];
    text += "  " + member_text(*field.type, "f" + to_string(i));
    if (field.bit_width)
      text += " : " + to_string(field.bit_width);
    text += ";\n";
  }
  return text;
}

// Unions are structs around a union, so that all have one kind of name.
void TypeTable::define(const ir::Type *type, const std::string &name) {
  std::string fields = fields_text(*type);
  if (type->kind == TypeKind::Union)
    fields = "  union {\n" + fields + "  };\n";
  bool is_packed = std::any_of(type->fields.begin(), type->fields.end(),
                               [](const ir::Field &field) {
                                 return !field.bit_width && field.type->align &&
                                        field.offset % field.type->align != 0;
                               });
  if (type->fields.empty() && type->size)
    fields = "  char f0[" + to_string(type->size) + "];\n";
  definitions_ += name + " {\n" + fields + "} __attribute__((" +
                  (is_packed ? "packed, " : "") + "aligned(" +
                  to_string(std::max(type->align, 1u)) + ")));\n";
  definitions_ += "_Static_assert(sizeof(" + name +
                  ") == " + to_string(type->size) + ", \"layout\");\n";
}

std::string TypeTable::text() const {
  std::string types = "const struct mp_type mp_types[] = {\n";
  std::string fields = "const struct mp_field mp_fields[] = {\n";
  std::size_t field_count = 0;
  for (const ir::Type *type : types_) {
    auto element = indices_.find(type->element);
    types += "  {" + to_string(static_cast<int>(type->kind)) + ", " +
             to_string(type->is_signed) + ", " + to_string(type->size) + ", " +
             to_string(element == indices_.end() ? -1 : element->second) +
             ", " + to_string(type->count) + ", " + to_string(field_count) +
             ", " + to_string(seen_fields(*type).size()) + "},\n";
    for (const ir::Field &field : seen_fields(*type))
      fields += "  {" + quoted(field.name) + ", " +
                to_string(indices_.at(field.type)) + ", " +
                to_string(field.offset) + ", " + to_string(field.bit_offset) +
                ", " + to_string(field.bit_width) + "},\n";
    field_count += seen_fields(*type).size();
  }
  return definitions_ + types + "  {0}};\n" + fields + "  {0}};\n";
}

} // namespace mergeproof::check
