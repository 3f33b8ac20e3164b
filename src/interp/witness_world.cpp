#include "interp/witness_world.h"

#include "interp/arithmetic.h"
#include "ir/library.h"
#include "ir/variadic.h"
#include "support/hash.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::interp {
namespace {

constexpr std::uint64_t made_object_size = 64;
constexpr std::size_t longest_list = 1000; // characters

using Passing = ir::Variable::Passing;

ir::Bits to_bits(const Bytes &bytes) {
  ir::Bits bits = 0;
  if (!bytes.empty())
    std::memcpy(&bits, bytes.data(), std::min(bytes.size(), sizeof bits));
  return bits;
}

// Another version's argument may be narrower than this parameter.
ir::Bits fit_argument(const Bytes &bytes, const ir::Variable &param) {
  ir::Bits bits = to_bits(bytes);
  bool is_signed = param.type && param.type->kind == ir::TypeKind::Int &&
                   param.type->is_signed;
  unsigned width = unsigned(std::min<std::size_t>(bytes.size(), 16) * 8);
  if (is_signed && width > 0 && width < param.scalar.bits)
    bits = static_cast<ir::Bits>(to_signed(bits, width));
  return cut(bits, param.scalar.bits);
}

std::string pointee_label(const std::string &label) {
  return label.empty() ? "input" : label;
}

} // namespace

Address WitnessWorld::add_input(Memory &memory, const std::string &name,
                                const Bytes &bytes) {
  inputs_.push_back(name);
  Address base = memory.allocate(Region::Input, bytes.size());
  memory.write(base, bytes);
  return base;
}

Address WitnessWorld::address_of(std::uint32_t object) const {
  const std::string &named = witness_.objects[object].named;
  return named.empty() ? make_address(Region::Input, object)
                       : executable_.layout().address(named);
}

Address WitnessWorld::address_of(const verdict::WitnessPointer &pointer) const {
  return address_of(pointer.object) + Address(pointer.addend);
}

// A pointer that a variable holds: 64 bits on every target.
ir::Bits WitnessWorld::pointer_value(const verdict::WitnessBytes &from) const {
  for (const verdict::WitnessPointer &pointer : from.pointers)
    if (pointer.offset == 0 && pointer.object < witness_.objects.size())
      return address_of(pointer);
  return to_bits(from.bytes);
}

Bytes WitnessWorld::resolve(const Memory &memory,
                            const verdict::WitnessBytes &from) const {
  Bytes bytes = from.bytes;
  std::uint64_t size = memory.pointer_bytes();
  for (const verdict::WitnessPointer &pointer : from.pointers) {
    if (pointer.object >= witness_.objects.size() ||
        pointer.offset > max_object_size)
      continue;
    if (bytes.size() < pointer.offset + size)
      bytes.resize(pointer.offset + size);
    Address address = address_of(pointer);
    if (memory.narrow())
      address = memory.to_number(address);
    std::memcpy(bytes.data() + pointer.offset, &address, size);
  }
  return bytes;
}

// Where they are is known before any of them is pointed to.
void WitnessWorld::add_objects(Memory &memory) {
  std::vector<Address> places;
  for (const verdict::WitnessObject &object : witness_.objects) {
    std::uint64_t size = object.contents.bytes.size();
    for (const verdict::WitnessPointer &pointer : object.contents.pointers)
      if (pointer.object < witness_.objects.size() &&
          pointer.offset <= max_object_size)
        size = std::max(size, pointer.offset + memory.pointer_bytes());
    places.push_back(
        add_input(memory, pointee_label(object.label), Bytes(size)));
  }
  for (std::size_t i = 0; i < places.size(); i++)
    memory.write(places[i], resolve(memory, witness_.objects[i].contents));
}

void WitnessWorld::prepare(Memory &memory) {
  if (!real_.empty()) {
    made_ = library_.prepare(memory);
    memory_ = &memory;
  }
  add_objects(memory);
  for (const auto &[id, contents] : witness_.globals) {
    const ir::Global *global = executable_.program().find_global(id);
    if (global && !(global->is_const && global->is_defined))
      memory.set_global(executable_.layout().global_address(global->id),
                        resolve(memory, contents));
  }
}

std::vector<ir::Bits> WitnessWorld::make_arguments(Memory &memory,
                                                   const ir::Function &unit) {
  std::vector<ir::Bits> arguments;
  std::size_t next = 0;
  for (const ir::Variable &param : unit.params) {
    std::uint64_t size = param.type ? param.type->size : 0;
    if (param.passing == Passing::ResultAddress) {
      result_address_ = add_input(memory, "return value", Bytes(size));
      arguments.push_back(result_address_);
      continue;
    }
    verdict::WitnessBytes given;
    if (next < witness_.arguments.size())
      given = witness_.arguments[next];
    next++;
    if (param.passing == Passing::ByCopy) {
      Bytes bytes = resolve(memory, given);
      bytes.resize(std::max<std::uint64_t>(bytes.size(), size));
      arguments.push_back(
          add_input(memory, std::string(param.source_name), bytes));
    } else if (param.scalar.is_pointer()) {
      arguments.push_back(pointer_value(given));
    } else {
      arguments.push_back(fit_argument(resolve(memory, given), param));
    }
  }
  return arguments;
}

const verdict::WitnessResult *
WitnessWorld::listed(ir::Symbol function, std::uint32_t occurrence) const {
  for (const verdict::WitnessResult &result : witness_.externals)
    if (result.function == function && result.occurrence == occurrence)
      return &result;
  return nullptr;
}

ir::Bits WitnessWorld::default_result(Memory &memory, const ExternalCall &call,
                                      std::uint32_t occurrence) {
  std::uint64_t value = verdict::default_external_result(
      witness_.external_seed, std::string(call.function), occurrence);
  const ir::Type *type = call.declaration && call.declaration->type
                             ? call.declaration->type->element
                             : nullptr;
  if (type && type->kind == ir::TypeKind::Bool)
    return value & 1;
  if (!call.result->is_pointer() || value == 0)
    return value;
  made_.push_back("result of " + std::string(call.function) + "#" +
                  std::to_string(occurrence));
  return memory.allocate(Region::External, made_object_size);
}

void WitnessWorld::write_struct_result(Memory &memory, const ExternalCall &call,
                                       const verdict::WitnessResult *result) {
  const std::vector<ir::Variable> &params = call.declaration->params;
  for (std::size_t i = 0; i < params.size() && i < call.args.size(); i++) {
    if (params[i].passing != Passing::ResultAddress)
      continue;
    Bytes bytes;
    if (result)
      bytes = resolve(memory, result->result);
    bytes.resize(params[i].type ? params[i].type->size : bytes.size());
    memory.write(Address(call.args[i].bits), bytes);
  }
}

void WitnessWorld::write(Memory &memory, const ExternalCall &call,
                         const verdict::WitnessWrite &write) {
  if (write.parameter >= call.args.size() ||
      (write.length && *write.length >= call.args.size()))
    return;
  auto target = Address(call.args[write.parameter].bits);
  std::int64_t length = 0;
  if (write.length) {
    const Argument &argument = call.args[*write.length];
    length = std::int64_t(to_signed(argument.bits, argument.type.bits));
  }
  Bytes bytes = resolve(memory, write.contents);
  bytes.resize(std::min<std::size_t>(bytes.size(),
                                     verdict::count_written(write, length)));
  if (target != 0 && !bytes.empty() && !memory.write(target, bytes))
    ending_ = {.kind = Outcome::Kind::Invalid,
               .why = "an external function has no room for what it writes"};
}

ir::Bits WitnessWorld::call(Memory &memory, const ExternalCall &call) {
  if (real_.contains(call.function))
    return library_.call(memory, call);
  std::uint32_t occurrence = calls_[call.function]++;
  events_.push_back(event_text(memory, call));
  const verdict::WitnessResult *result = listed(call.function, occurrence);
  if (call.declaration)
    write_struct_result(memory, call, result);
  for (std::size_t i = 0; result && i < result->writes.size(); i++)
    write(memory, call, result->writes[i]);
  if (!call.result)
    return 0;
  if (!result)
    return default_result(memory, call, occurrence);
  return call.result->is_pointer()
             ? pointer_value(result->result)
             : cut(to_bits(resolve(memory, result->result)), call.result->bits);
}

// What a list of variable arguments still holds.
std::string WitnessWorld::list_text(Memory &memory, Address list) const {
  Describer describer = make_describer(memory);
  std::string text = "{";
  auto record = Address(memory.load(list + ir::variadic_cursor, 8));
  while (memory.is_valid(record, ir::variadic_tag_size) &&
         text.size() < longest_list) {
    auto tag = std::uint64_t(memory.load(record, ir::variadic_tag_size));
    ir::Scalar scalar = ir::make_int(std::uint16_t(tag));
    if (tag >> 16)
      scalar.kind = ir::ScalarKind::Float;
    if (ir::variadic_tag(scalar) != tag || scalar.bits == 0 ||
        scalar.bits > 128)
      break;
    ir::Bits value =
        memory.load(record + ir::variadic_tag_size, unsigned(scalar.bytes()));
    if (scalar == ir::size_scalar && memory.find(Address(value)))
      scalar = ir::pointer_scalar;
    text += (text.size() > 1 ? ", " : "") +
            describer.argument(scalar, nullptr, value);
    record += ir::variadic_record_size(scalar);
  }
  return text + "}";
}

std::string WitnessWorld::argument_text(Memory &memory, const Argument &arg,
                                        const ir::Variable *param) const {
  Describer describer = make_describer(memory);
  const ir::Type *type = param ? param->type : nullptr;
  if (type && param->passing == Passing::ByCopy)
    return describer.aggregate(*type, Address(arg.bits));
  if (type && ir::is_variadic_list_pointer(*type))
    return list_text(memory, Address(arg.bits));
  return describer.argument(arg.type, type, arg.bits);
}

// What a function reads there that only reads what it is given; empty: another
// one, or what cannot be shown. Behind bytes their number is given: write(file,
// bytes, size), fwrite(items, size, count, stream).
std::string WitnessWorld::read_text(Memory &memory, const ExternalCall &call,
                                    std::size_t at) const {
  bool is_reader =
      call.declaration && at < call.declaration->params.size() &&
      ir::library_effect(call.declaration->name, call.declaration) ==
          ir::LibraryEffect::Writes;
  if (!is_reader)
    return "";
  std::uint64_t size = 1;
  for (std::size_t i = at + 1;
       i < call.args.size() && call.args[i].type.kind == ir::ScalarKind::Int;
       i++)
    size *= std::uint64_t(call.args[i].bits);
  return make_describer(memory).what_is_read(call.declaration->params[at].type,
                                             Address(call.args[at].bits), size);
}

std::string WitnessWorld::event_text(Memory &memory,
                                     const ExternalCall &call) const {
  std::string text(call.declaration ? call.declaration->name : call.function);
  text += "(";
  const char *separator = "";
  for (std::size_t i = 0; i < call.args.size(); i++) {
    const ir::Variable *param = nullptr;
    if (call.declaration && i < call.declaration->params.size())
      param = &call.declaration->params[i];
    if (param && param->passing == Passing::ResultAddress)
      continue;
    text += separator;
    separator = ", ";
    std::string read = read_text(memory, call, i);
    text += read.empty() ? argument_text(memory, call.args[i], param) : read;
  }
  return text + ")";
}

std::string WitnessWorld::trace() const {
  if (events_.empty())
    return "none";
  std::string text;
  for (const std::string &event : events_)
    text += (text.empty() ? "" : "; ") + event;
  return text;
}

bool WitnessWorld::does_allocation_fail(std::uint32_t count,
                                        std::uint64_t size) {
  asked_ = support::mix(asked_, size);
  bool fails = witness_.failing_allocations.contains(count);
  if (fails && memory_)
    library_.note_no_memory(*memory_);
  has_failed_ |= fails;
  return fails;
}

} // namespace mergeproof::interp
