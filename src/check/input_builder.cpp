#include "check/input_builder.h"

#include "check/c_text.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace mergeproof::check {
namespace {

using ir::TypeKind;
using verdict::names_a_length;

} // namespace

void InputBuilder::add_arguments(const std::vector<Parameter> &parameters) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < parameters.size(); i++) {
    verdict::WitnessBytes bytes;
    bytes.bytes.resize(parameters[i].type->size);
    witness_.arguments.push_back(std::move(bytes));
    std::string name = parameters[i].name.empty()
                           ? "argument" + std::to_string(i + 1)
                           : parameters[i].name;
    cells.push_back(
        {.index = i, .type = parameters[i].type, .name = name, .path = name});
  }
  fill_group(std::move(cells));
}

void InputBuilder::add_global(const std::string &id, const ir::Global &global) {
  witness_.globals[id].bytes.resize(global.size);
  std::string name(global.name);
  fill({.holder = Holder::Global,
        .global = id,
        .type = global.type,
        .name = name,
        .path = name});
}

void InputBuilder::add_external(const ir::Function &function,
                                std::uint32_t occurrence) {
  const ir::Type *result = signature_of(function).result;
  std::string name(function.name);
  bool has_result = result && result->size != 0;
  if (!has_result && !constants_.outputs.contains(name))
    return;
  verdict::WitnessResult entry{name, occurrence, {}};
  if (has_result)
    entry.result.bytes.resize(result->size);
  witness_.externals.push_back(std::move(entry));
  add_writes(name);
  std::string path = name + "_" + std::to_string(occurrence);
  if (has_result)
    fill({.holder = Holder::External,
          .index = witness_.externals.size() - 1,
          .type = result,
          .name = path,
          .path = path,
          .depth = 1});
}

void InputBuilder::add_writes(const std::string &name) {
  auto outputs = constants_.outputs.find(name);
  if (outputs == constants_.outputs.end())
    return;
  for (const auto &[parameter, output] : outputs->second)
    if (!random_.one_in(8))
      add_write(parameter, output);
}

// As much as there is room for in every call, or as a parameter says.
void InputBuilder::add_write(std::uint32_t parameter,
                             const verdict::ExternalOutput &output) {
  constexpr std::uint64_t most_elements = 8;
  verdict::WitnessWrite write{
      .parameter = parameter, .length = output.length, .unit = output.unit};
  std::uint64_t count = output.length ? most_elements : output.room;
  std::uint64_t size = output.is_text ? 1 : output.element->size;
  if (output.is_text)
    write.contents.bytes = make_bytes();
  if (!output.is_text || !output.length)
    write.contents.bytes.resize(count * size);
  auto &external = witness_.externals.back();
  external.writes.push_back(std::move(write));
  for (std::uint64_t i = 0; !output.is_text && i < count; i++)
    fill({.holder = Holder::Written,
          .index = witness_.externals.size() - 1,
          .write = external.writes.size() - 1,
          .offset = i * size,
          .type = output.element,
          .name = external.function,
          .path = external.function,
          .depth = 1});
}

// A text, or bytes that the code compares with.
std::vector<unsigned char> InputBuilder::make_bytes() {
  constexpr std::size_t most_bytes = 32;
  if (random_.one_in(2)) {
    std::string text = make_text();
    return {text.c_str(), text.c_str() + text.size() + 1};
  }
  std::vector<unsigned char> bytes(most_bytes);
  for (unsigned char &byte : bytes)
    if (!random_.one_in(4))
      byte = static_cast<unsigned char>(
          constants_.integers[random_.below(constants_.integers.size())]);
  return bytes;
}

void InputBuilder::add_world() {
  if (mood_ != Mood::Zeros && mood_ != Mood::Nulls && !random_.one_in(4))
    witness_.external_seed = 1 + random_.below(1000);
  if (constants_.allocates && mood_ != Mood::Zeros && random_.one_in(4))
    witness_.failing_allocations.insert(
        static_cast<std::uint32_t>(random_.below(3)));
}

void InputBuilder::set_integer(std::size_t argument, std::int64_t value) {
  auto &bytes = witness_.arguments.at(argument).bytes;
  std::memcpy(bytes.data(), &value, std::min<std::size_t>(8, bytes.size()));
}

verdict::WitnessBytes &InputBuilder::bytes_of(const Cell &cell) {
  switch (cell.holder) {
  case Holder::Argument:
    return witness_.arguments[cell.index];
  case Holder::Object:
    return witness_.objects[cell.index].contents;
  case Holder::Global:
    return witness_.globals[cell.global];
  case Holder::External:
    return witness_.externals[cell.index].result;
  case Holder::Written:
    return witness_.externals[cell.index].writes[cell.write].contents;
  }
  return witness_.arguments[cell.index];
}

void InputBuilder::write(const Cell &cell, std::uint64_t value) {
  auto &bytes = bytes_of(cell).bytes;
  std::uint64_t size = std::min<std::uint64_t>(8, cell.type->size);
  if (cell.offset + size > bytes.size())
    return;
  if (cell.bits) {
    std::uint64_t unit = 0;
    std::uint64_t mask = ((std::uint64_t(1) << cell.bits->bit_width) - 1)
                         << cell.bits->bit_offset;
    if (cell.bits->bit_width >= 64)
      mask = ~std::uint64_t(0);
    std::memcpy(&unit, &bytes[cell.offset], size);
    value = (unit & ~mask) | ((value << cell.bits->bit_offset) & mask);
  }
  std::memcpy(&bytes[cell.offset], &value, size);
}

// `value`, or what is asked for in its place: a length that does not fit is
// not. `at`: of the several numbers of a cell.
std::uint64_t InputBuilder::number(const Cell &cell, std::uint64_t value,
                                   unsigned bits, std::uint64_t at) {
  constexpr std::size_t most_numbers = 256;
  std::uint64_t mask =
      bits < 64 ? (std::uint64_t(1) << bits) - 1 : ~std::uint64_t(0);
  std::uint64_t place = support::mix(
      support::mix(support::hash_bytes(cell.path), cell.offset), at);
  auto replaced = replaced_.find(place);
  bool is_length = cell.length && names_a_length(cell.name);
  if (replaced != replaced_.end() &&
      (!is_length || (replaced->second & mask) <= *cell.length))
    value = replaced->second;
  if (numbers_.size() < most_numbers)
    numbers_.push_back({place, value & mask, bits});
  return value & mask;
}

void InputBuilder::write_number(const Cell &cell, std::uint64_t value) {
  bool is_bool = cell.type->kind == TypeKind::Bool;
  unsigned bits =
      is_bool     ? 1
      : cell.bits ? unsigned(cell.bits->bit_width)
                  : unsigned(std::min<std::uint64_t>(64, cell.type->size * 8));
  write(cell, number(cell, value, bits));
}

void InputBuilder::fill(const Cell &cell) {
  switch (cell.type->kind) {
  case TypeKind::Bool:
    write_number(cell, mood_ == Mood::Zeros ? 0 : random_.below(2));
    break;
  case TypeKind::Int:
    write_number(cell, choose_integer(cell));
    break;
  case TypeKind::Float:
    fill_float(cell);
    break;
  case TypeKind::Pointer:
    fill_pointer(cell);
    break;
  case TypeKind::Array:
    fill_array(cell);
    break;
  case TypeKind::Struct:
  case TypeKind::Union:
    fill_struct(cell);
    break;
  case TypeKind::Void:
  case TypeKind::Function:
  case TypeKind::Incomplete:
    break;
  }
}

// Pointers first, so that integers beside them can be their lengths.
void InputBuilder::fill_group(std::vector<Cell> cells) {
  std::vector<std::optional<std::uint64_t>> counts(cells.size());
  auto is_number = [&](std::size_t i) {
    return i < cells.size() && cells[i].type->kind == TypeKind::Int;
  };
  for (std::size_t i = 0; i < cells.size(); i++) {
    if (cells[i].type->kind == TypeKind::Pointer) {
      cells[i].is_counted = is_number(i - 1) || is_number(i + 1);
      fill(cells[i]);
      counts[i] = pointed_count(cells[i]);
    } else if (cells[i].type->kind == TypeKind::Array) {
      counts[i] = cells[i].type->count;
    }
  }
  for (std::size_t i = 0; i < cells.size(); i++) {
    if (cells[i].type->kind == TypeKind::Pointer)
      continue;
    if (i > 0 && counts[i - 1])
      cells[i].length = counts[i - 1];
    else if (i + 1 < cells.size() && counts[i + 1])
      cells[i].length = counts[i + 1];
    else if (names_a_length(cells[i].name))
      for (const auto &count : counts)
        if (count)
          cells[i].length = count;
    fill(cells[i]);
  }
}

void InputBuilder::fill_struct(const Cell &cell) {
  std::vector<Cell> members;
  bool is_pointed = cell.holder == Holder::Object && cell.offset == 0 &&
                    cell.path.find('.') == std::string::npos;
  for (const ir::Field &field : cell.type->fields) {
    Cell member = cell;
    member.offset += field.offset;
    member.type = field.type;
    member.bits = field.bit_width ? &field : nullptr;
    member.name = field.name;
    member.length.reset();
    if (!field.name.empty())
      member.path += (is_pointed ? "->" : ".") + field.name;
    members.push_back(std::move(member));
    if (cell.type->kind == TypeKind::Union)
      break;
  }
  fill_group(std::move(members));
}

void InputBuilder::fill_array(const Cell &cell) {
  const ir::Type *element = cell.type->element;
  if (is_character(element) && !random_.one_in(4)) {
    std::string text = mood_ == Mood::Zeros ? "" : make_text();
    auto &bytes = bytes_of(cell).bytes;
    for (std::size_t i = 0; i < text.size() && i + 1 < cell.type->count; i++)
      bytes[cell.offset + i] = static_cast<unsigned char>(
          number(cell, static_cast<unsigned char>(text[i]), 8, i));
    return;
  }
  std::uint64_t filled = std::min<std::uint64_t>(cell.type->count, 64);
  for (std::uint64_t i = 0; i < filled; i++) {
    Cell each = cell;
    each.offset += i * element->size;
    each.type = element;
    each.path += "[" + std::to_string(i) + "]";
    each.length.reset();
    fill(each);
  }
}

void InputBuilder::fill_float(const Cell &cell) {
  static const std::vector<double> values = {
      0,
      1,
      -1,
      0.5,
      2,
      100,
      -0.5,
      1e9,
      1e-9,
      3.25,
      -0.0,
      std::numeric_limits<double>::quiet_NaN(),
      std::numeric_limits<double>::infinity()};
  double value = mood_ == Mood::Zeros || mood_ == Mood::Nulls ? 0
                 : random_.one_in(3)
                     ? static_cast<double>(random_.pick(constants_.integers))
                     : random_.pick(values);
  float single = static_cast<float>(value);
  std::uint64_t bits = 0;
  if (cell.type->size == 4)
    std::memcpy(&bits, &single, 4);
  else if (cell.type->size == 8)
    std::memcpy(&bits, &value, 8);
  else
    return write_long_double(cell, value);
  write_number(cell, bits);
}

void InputBuilder::write_long_double(const Cell &cell, long double value) {
  auto &bytes = bytes_of(cell).bytes;
  if (cell.offset + cell.type->size <= bytes.size())
    std::memcpy(&bytes[cell.offset], &value, 10);
}

std::uint64_t InputBuilder::choose_length(const Cell &cell,
                                          std::uint64_t length) {
  if (random_.one_in(3))
    return length;
  return names_a_length(cell.name) && random_.one_in(8)
             ? length + 1
             : random_.below(length + 1);
}

std::uint64_t InputBuilder::extreme_integer(std::uint64_t bits) {
  std::uint64_t top = std::uint64_t(1) << (bits - 1);
  const std::vector<std::uint64_t> values = {
      top,     top - 1,        ~std::uint64_t(0),
      top + 1, top - 2,        top >> 1,
      0,       random_.next(), random_.next() >> random_.below(64)};
  return random_.pick(values);
}

std::uint64_t InputBuilder::choose_integer(const Cell &cell) {
  if (mood_ == Mood::Zeros || mood_ == Mood::Nulls)
    return mood_ == Mood::Zeros && cell.length && *cell.length ? 1 : 0;
  std::uint64_t bits = cell.bits
                           ? cell.bits->bit_width
                           : std::min<std::uint64_t>(64, cell.type->size * 8);
  bool has_length = cell.length && bits > 1;
  std::uint64_t odds = names_a_length(cell.name) ? 8 : 2;
  if (has_length && !random_.one_in(odds))
    return choose_length(cell, *cell.length);
  if (mood_ == Mood::Extreme && random_.one_in(2))
    return extreme_integer(bits);
  switch (random_.below(8)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return static_cast<std::uint64_t>(random_.pick(constants_.integers));
  case 4:
    return cell.type->size == 1 ? 'a' + random_.below(26) : random_.below(20);
  case 5:
    return ~random_.below(4);
  case 6:
    return random_.below(300);
  default:
    return random_.below(8);
  }
}

} // namespace mergeproof::check
