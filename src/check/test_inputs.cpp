#include "check/test_inputs.h"

#include "check/c_text.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::check {
namespace {

using ir::TypeKind;
using std::to_string;
using support::Done;
using support::Error;
using support::Result;
using support::Status;
using verdict::WitnessBytes;

std::uint64_t read_bits(const WitnessBytes &value, std::uint64_t offset,
                        std::uint64_t size) {
  std::uint64_t bits = 0;
  if (offset + size <= value.bytes.size())
    std::memcpy(&bits, &value.bytes[offset], std::min<std::uint64_t>(8, size));
  return bits;
}

class InputsWriter {
public:
  InputsWriter(const verdict::Question &question,
               const verdict::Witness &witness, const FittedWitness &fitted)
      : version_(reference(question)), fitted_(fitted),
        is_reached_(verdict::reached_objects(witness)),
        pointer_bytes_(witness.pointer_bytes) {
    std::set<std::string> taken;
    for (std::size_t i = 0; i < fitted.objects.size(); i++) {
      const FittedObject &object = fitted.objects[i];
      if (!object.named.empty()) {
        out_.names.push_back(is_callers(question, object.named)
                                 ? object.named
                                 : address_text(object.named));
        continue;
      }
      if (!is_reached_[i]) {
        out_.names.emplace_back();
        continue;
      }
      std::string name = input_name(object.label);
      for (int n = 2; !taken.insert(name).second; n++)
        name = input_name(object.label) + "_" + to_string(n);
      out_.names.push_back(name);
    }
  }

  Result<TestInputs> write() {
    for (std::size_t i = 0; i < fitted_.objects.size(); i++)
      if (is_made(i))
        make_object(i);
    for (std::size_t i = 0; i < fitted_.objects.size(); i++)
      if (is_made(i))
        fill_object(i);
    for (const auto &[id, contents] : fitted_.globals)
      set_global(id, contents);
    auto parameters = signature_of(*version_.function).parameters;
    for (std::size_t i = 0; i < parameters.size(); i++)
      if (Status added = add_argument(parameters[i], i); !added)
        return added.error();
    return std::move(out_);
  }

private:
  // The test defines it.
  static bool is_callers(const verdict::Question &question,
                         const std::string &id) {
    return question.callers && question.callers->find_function(id);
  }

  void line(const std::string &text) { out_.set_up += "  " + text + "\n"; }

  // Static ones are in the unit's file; others need not be declared there.
  std::string address_text(const std::string &id) {
    if (id.find(':') != id.npos)
      return "(&" + id.substr(id.rfind(':') + 1) + ")";
    out_.declarations +=
        "extern char address_of_" + id + "[] __asm__(\"" + id + "\");\n";
    return "address_of_" + id;
  }

  bool is_made(std::size_t i) const {
    return is_reached_[i] && fitted_.objects[i].named.empty();
  }

  bool is_typed(const FittedObject &object) const {
    return object.type && object.type->size > 0 &&
           !object.contents.bytes.empty() &&
           declaration(object.type, "x").has_value();
  }

  void make_object(std::size_t i) {
    const FittedObject &object = fitted_.objects[i];
    const std::string &name = out_.names[i];
    std::uint64_t size = object.contents.bytes.size();
    bool typed = is_typed(object);
    out_.declarations += "static " +
                         (typed ? *declaration(object.type, "*" + name)
                                : "unsigned char *" + name) +
                         ";\n";
    std::uint64_t each = typed ? object.type->size : 1;
    std::uint64_t count = size / each;
    if (count * each == size)
      line(name + " = __builtin_calloc(" + to_string(count) + ", sizeof *" +
           name + ");");
    else
      line(name + " = __builtin_calloc(" + to_string(size) + ", 1);");
  }

  void fill_object(std::size_t i) {
    const FittedObject &object = fitted_.objects[i];
    const std::string &name = out_.names[i];
    std::uint64_t size = object.contents.bytes.size();
    if (!is_typed(object) || is_character(object.type)) {
      copy_bytes(name, object.contents, 0, size);
      return;
    }
    std::uint64_t count = size / object.type->size;
    bool is_record = object.type->kind == TypeKind::Struct;
    for (std::uint64_t k = 0; k < count; k++) {
      std::string place = count == 1 ? (is_record ? name + "->" : "*" + name)
                                     : name + "[" + to_string(k) + "]";
      assign(place, object.type, object.contents, k * object.type->size);
    }
  }

  // `place` ends in "->" where its members follow.
  void assign(const std::string &place, const ir::Type *type,
              const WitnessBytes &from, std::uint64_t offset) {
    switch (type->kind) {
    case TypeKind::Bool:
    case TypeKind::Int:
      set(place, type,
          integer_literal(read_bits(from, offset, type->size), *type),
          read_bits(from, offset, type->size) != 0);
      break;
    case TypeKind::Float:
      if (offset + type->size <= from.bytes.size())
        set(place, type, float_literal(&from.bytes[offset], type->size),
            read_bits(from, offset, type->size) != 0);
      break;
    case TypeKind::Pointer:
      assign_pointer(place, type, from, offset);
      break;
    case TypeKind::Array:
      assign_array(place, type, from, offset);
      break;
    case TypeKind::Struct:
      assign_struct(place, type, from, offset);
      break;
    case TypeKind::Union:
      copy_bytes("&" + without_arrow(place), from, offset, type->size);
      break;
    case TypeKind::Void:
    case TypeKind::Function:
    case TypeKind::Incomplete:
      break;
    }
  }

  static std::string without_arrow(const std::string &place) {
    return place.ends_with("->") ? "*" + place.substr(0, place.size() - 2)
                                 : place;
  }

  // Everything starts as zeros.
  void set(const std::string &place, const ir::Type *type,
           const std::string &value, bool is_needed) {
    if (!is_needed)
      return;
    bool is_const = type->is_const && !type->spelling.empty();
    line((is_const ? "*(" + type->spelling + " *)&" + place : place) + " = " +
         value + ";");
  }

  void assign_pointer(const std::string &place, const ir::Type *type,
                      const WitnessBytes &from, std::uint64_t offset) {
    for (const verdict::WitnessPointer &pointer : from.pointers)
      if (pointer.offset == offset) {
        set(place, type, pointer_text(out_.names, pointer), true);
        return;
      }
    std::uint64_t bits = read_bits(from, offset, type->size);
    set(place, type, "(void *)" + to_string(bits) + "ULL", bits != 0);
  }

  void assign_array(const std::string &place, const ir::Type *type,
                    const WitnessBytes &from, std::uint64_t offset) {
    if (is_character(type->element)) {
      copy_bytes(place, from, offset, type->count);
      return;
    }
    for (std::uint64_t k = 0; k < type->count; k++)
      assign(place + "[" + to_string(k) + "]", type->element, from,
             offset + k * type->element->size);
  }

  void assign_struct(const std::string &place, const ir::Type *type,
                     const WitnessBytes &from, std::uint64_t offset) {
    for (const ir::Field &field : type->fields) {
      if (field.name.empty())
        assign_nameless(place, field, from, offset + field.offset);
      else if (field.bit_width)
        assign_bits(member(place, field.name), field, from,
                    offset + field.offset);
      else
        assign(member(place, field.name), field.type, from,
               offset + field.offset);
    }
  }

  static std::string member(const std::string &place, const std::string &name) {
    return place + (place.ends_with("->") ? "" : ".") + name;
  }

  // Its members are named as those of what holds it. `place` is all of that,
  // which begins elsewhere: a union is where its first member is.
  void assign_nameless(const std::string &place, const ir::Field &field,
                       const WitnessBytes &from, std::uint64_t offset) {
    if (field.bit_width)
      return;
    if (field.type->kind != TypeKind::Union)
      return assign(place, field.type, from, offset);
    if (std::string first = first_name(*field.type); !first.empty())
      copy_bytes("&" + member(place, first), from, offset, field.type->size);
  }

  // Of what begins where the type does; empty when nothing there has an
  // address.
  static std::string first_name(const ir::Type &type) {
    for (const ir::Field &field : type.fields) {
      if (field.offset != 0 || field.bit_width)
        continue;
      std::string name =
          field.name.empty() ? first_name(*field.type) : field.name;
      if (!name.empty())
        return name;
    }
    return "";
  }

  void assign_bits(const std::string &place, const ir::Field &field,
                   const WitnessBytes &from, std::uint64_t offset) {
    std::uint64_t value =
        read_bits(from, offset, field.type->size) >> field.bit_offset;
    if (field.bit_width < 64)
      value &= (std::uint64_t(1) << field.bit_width) - 1;
    if (field.type->is_signed && field.bit_width < 64 &&
        (value >> (field.bit_width - 1) & 1))
      value |= ~std::uint64_t(0) << field.bit_width;
    set(place, field.type, integer_literal(value, *field.type), value != 0);
  }

  // Bytes of no known type, and text.
  void copy_bytes(const std::string &place, const WitnessBytes &from,
                  std::uint64_t offset, std::uint64_t size) {
    std::uint64_t length = std::min<std::uint64_t>(
        size, from.bytes.size() > offset ? from.bytes.size() - offset : 0);
    while (length > 0 && from.bytes[offset + length - 1] == 0)
      length--;
    if (length > 0)
      line("__builtin_memcpy(" + place + ", " +
           string_literal(&from.bytes[offset], length) + ", " +
           to_string(length) + ");");
    for (const verdict::WitnessPointer &pointer : from.pointers)
      if (pointer.offset >= offset &&
          pointer.offset + pointer_bytes_ <= offset + size)
        line("*(void **)((char *)" + place + " + " +
             to_string(pointer.offset - offset) +
             ") = " + pointer_text(out_.names, pointer) + ";");
  }

  void set_global(const std::string &id, const WitnessBytes &contents) {
    const ir::Global *global = version_.program->find_global(id);
    if (!global || !global->type)
      return;
    std::string name(global->name);
    if (is_constant_number(*global)) // has its value from the start
      return;
    line("__builtin_memset((void *)&" + name + ", 0, sizeof " + name + ");");
    assign(name, global->type, contents, 0);
  }

  Status add_argument(const Parameter &parameter, std::size_t number) {
    const WitnessBytes &value = fitted_.arguments[number];
    const ir::Type *type = parameter.type;
    if (type->kind == TypeKind::Int || type->kind == TypeKind::Bool) {
      out_.arguments.push_back(
          integer_literal(read_bits(value, 0, type->size), *type));
    } else if (type->kind == TypeKind::Float) {
      out_.arguments.push_back(float_literal(value.bytes.data(), type->size));
    } else if (type->kind == TypeKind::Pointer) {
      std::uint64_t bits = read_bits(value, 0, type->size);
      out_.arguments.push_back(
          value.pointers.empty()
              ? (bits ? "(void *)" + to_string(bits) + "ULL" : "0")
              : pointer_text(out_.names, value.pointers.front()));
    } else {
      return add_struct_argument(parameter, number);
    }
    return Done{};
  }

  Status add_struct_argument(const Parameter &parameter, std::size_t number) {
    std::string name = "argument_" + to_string(number + 1);
    auto declared = declaration(parameter.type, name);
    if (!declared)
      return Error{"cannot write the type of parameter " + parameter.name};
    out_.declarations += "static " + *declared + ";\n";
    assign(name, parameter.type, fitted_.arguments[number], 0);
    out_.arguments.push_back(name);
    return Done{};
  }

  const verdict::VersionOfUnit &version_;
  const FittedWitness &fitted_;
  const std::vector<bool> is_reached_;
  const std::uint64_t pointer_bytes_;
  TestInputs out_;
};

} // namespace

bool is_constant_number(const ir::Global &global) {
  return global.is_const && !global.is_defined && global.type &&
         global.type->kind == TypeKind::Int;
}

std::string pointer_text(const std::vector<std::string> &names,
                         const verdict::WitnessPointer &pointer) {
  const std::string &name = names.at(pointer.object);
  if (pointer.addend == 0)
    return "(void *)" + name;
  return "(void *)((char *)" + name + " + " + to_string(pointer.addend) + ")";
}

Result<TestInputs> write_inputs(const verdict::Question &question,
                                const verdict::Witness &witness,
                                const FittedWitness &fitted) {
  for (const verdict::WitnessObject &object : witness.objects)
    for (const verdict::WitnessPointer &pointer : object.contents.pointers)
      if (pointer.object >= witness.objects.size())
        return Error{"the witness points to an object that it does not have"};
  return InputsWriter(question, witness, fitted).write();
}

} // namespace mergeproof::check
