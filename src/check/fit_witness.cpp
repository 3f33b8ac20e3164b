#include "check/fit_witness.h"

#include "check/c_text.h"
#include "check/layout.h"
#include "support/check.h"
#include "verdict/bool_places.h"
#include "verdict/enumerators.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::check {
namespace {

using ir::TypeKind;
using verdict::WitnessBytes;
using verdict::WitnessPointer;

struct TypePair {
  const ir::Type *from = nullptr;
  const ir::Type *to = nullptr;
};

std::uint64_t read_bits(const std::vector<unsigned char> &bytes,
                        std::uint64_t offset, std::uint64_t size) {
  std::uint64_t value = 0;
  if (offset < bytes.size())
    std::memcpy(&value, bytes.data() + offset,
                std::min<std::uint64_t>({size, 8, bytes.size() - offset}));
  return value;
}

void write_bits(std::vector<unsigned char> &bytes, std::uint64_t offset,
                std::uint64_t size, std::uint64_t value) {
  if (offset < bytes.size())
    std::memcpy(bytes.data() + offset, &value,
                std::min<std::uint64_t>({size, 8, bytes.size() - offset}));
}

std::uint64_t mask(std::uint64_t bits) {
  return bits >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << bits) - 1;
}

std::uint64_t as_number(std::uint64_t bits, std::uint64_t width,
                        const ir::Type &type) {
  return type.is_signed ? std::uint64_t(sign_extend(bits, width))
                        : bits & mask(width);
}

// A number keeps its value where the other type can hold it; whether it does.
bool move_integer(const CellPair &cell, const WitnessBytes &from,
                  WitnessBytes &to, std::uint64_t from_base,
                  std::uint64_t to_base) {
  std::uint64_t value =
      read_bits(from.bytes, from_base + cell.from_offset, cell.from->size);
  std::uint64_t width = cell.from->size * 8;
  if (cell.from_bits) {
    value >>= cell.from_bits->bit_offset;
    width = cell.from_bits->bit_width;
  }
  value = as_number(value, width, *cell.from);
  std::uint64_t room =
      cell.to_bits ? cell.to_bits->bit_width : cell.to->size * 8;
  bool is_kept = as_number(value, room, *cell.to) == value;
  std::uint64_t at = to_base + cell.to_offset;
  if (cell.to_bits) {
    std::uint64_t bits = mask(cell.to_bits->bit_width)
                         << cell.to_bits->bit_offset;
    value = (read_bits(to.bytes, at, cell.to->size) & ~bits) |
            (value << cell.to_bits->bit_offset & bits);
  }
  write_bits(to.bytes, at, cell.to->size, value);
  return is_kept;
}

bool move_bytes(const CellPair &cell, const WitnessBytes &from,
                WitnessBytes &to, std::uint64_t from_base,
                std::uint64_t to_base) {
  std::uint64_t size = std::min(cell.from->size, cell.to->size);
  std::uint64_t first = from_base + cell.from_offset;
  std::uint64_t target = to_base + cell.to_offset;
  for (std::uint64_t i = 0; i < size; i++)
    if (first + i < from.bytes.size() && target + i < to.bytes.size())
      to.bytes[target + i] = from.bytes[first + i];
  return cell.from->size == cell.to->size;
}

bool is_integer(const ir::Type *type) {
  return type->kind == TypeKind::Int || type->kind == TypeKind::Bool;
}

WitnessBytes resized(const WitnessBytes &from, std::uint64_t size,
                     std::uint64_t pointer_bytes) {
  WitnessBytes to = from;
  to.bytes.resize(size);
  std::erase_if(to.pointers, [&](const WitnessPointer &pointer) {
    return pointer.offset + pointer_bytes > size;
  });
  return to;
}

bool is_zero(const WitnessBytes &whole, std::uint64_t at,
             const Stretch &stretch) {
  std::uint64_t begin =
      std::min<std::uint64_t>(at + stretch.offset, whole.bytes.size());
  std::uint64_t end =
      std::min<std::uint64_t>(begin + stretch.size, whole.bytes.size());
  return std::all_of(whole.bytes.begin() + std::ptrdiff_t(begin),
                     whole.bytes.begin() + std::ptrdiff_t(end),
                     [](unsigned char byte) { return byte == 0; }) &&
         std::none_of(whole.pointers.begin(), whole.pointers.end(),
                      [&](const WitnessPointer &pointer) {
                        return pointer.offset >= begin && pointer.offset < end;
                      });
}

// `from` holds one or several `types.from` in a row.
WitnessBytes convert(const WitnessBytes &from, const TypePair &types,
                     bool &keeps_values) {
  keeps_values &= verdict::mean_the_same(from.bytes, types.from, types.to) &&
                  verdict::are_bools(from, types.from);
  if (!types.from || !types.to || is_same_layout(types.from, types.to) ||
      types.from->size == 0 || types.to->size == 0)
    return from;
  std::uint64_t count =
      std::max<std::uint64_t>(1, from.bytes.size() / types.from->size);
  WitnessBytes to;
  to.bytes.resize(count * types.to->size);
  CellPairs pairs = pair_cells(types.from, types.to);
  keeps_values &= pairs.is_exact && from.bytes.size() % types.from->size == 0;
  for (std::uint64_t i = 0; i < count; i++)
    for (const Stretch &stretch : pairs.renamed)
      keeps_values &= is_zero(from, i * types.from->size, stretch);
  for (std::uint64_t i = 0; i < count; i++)
    for (const CellPair &cell : pairs.cells) {
      auto move = is_integer(cell.from) && is_integer(cell.to) ? move_integer
                                                               : move_bytes;
      keeps_values &=
          move(cell, from, to, i * types.from->size, i * types.to->size);
    }
  for (const WitnessPointer &pointer : from.pointers) {
    std::uint64_t i = pointer.offset / types.from->size;
    auto moved =
        moved_offset(types.from, types.to, pointer.offset % types.from->size);
    if (i < count && moved)
      to.pointers.push_back(
          {i * types.to->size + *moved, pointer.object, pointer.addend});
  }
  return to;
}

bool tells_layout(const ir::Type *type) {
  return type && type->size > 0 && type->kind != TypeKind::Function;
}

// Gives every object the type of the first pointer that points to its start.
class Typing {
public:
  explicit Typing(const verdict::Witness &witness)
      : witness_(witness), types_(witness.objects.size()) {}

  void follow(const WitnessBytes &holder, const TypePair &types) {
    if (!tells_layout(types.from) || !tells_layout(types.to))
      return;
    for (const WitnessPointer &pointer : holder.pointers) {
      std::uint64_t offset = pointer.offset % types.from->size;
      auto moved = moved_offset(types.from, types.to, offset);
      const ir::Type *from = pointer_at(types.from, offset);
      const ir::Type *to = moved ? pointer_at(types.to, *moved) : nullptr;
      if (from && to)
        reach(pointer, {from->element, to->element});
    }
  }

  const TypePair &type_of(std::size_t object) const { return types_[object]; }

private:
  void reach(const WitnessPointer &pointer, const TypePair &types) {
    if (pointer.object >= types_.size() || pointer.addend != 0 ||
        types_[pointer.object].from || !tells_layout(types.from) ||
        !tells_layout(types.to))
      return;
    types_[pointer.object] = types;
    follow(witness_.objects[pointer.object].contents, types);
  }

  const verdict::Witness &witness_;
  std::vector<TypePair> types_;
};

TypePair global_types(const verdict::VersionOfUnit &from,
                      const verdict::VersionOfUnit &to, const std::string &id) {
  const ir::Global *a = from.program->find_global(id);
  const ir::Global *b = to.program->find_global(id);
  return {a ? a->type : nullptr, b ? b->type : nullptr};
}

} // namespace

const verdict::VersionOfUnit &reference(const verdict::Question &question) {
  CHECK(!question.versions.empty());
  return question.versions.back();
}

FittedWitness fit_witness(const verdict::Question &question,
                          const verdict::VersionOfUnit &version,
                          const verdict::Witness &witness) {
  const verdict::VersionOfUnit &origin = reference(question);
  auto from = signature_of(*origin.function).parameters;
  auto to = signature_of(*version.function).parameters;
  Typing typing(witness);
  FittedWitness fitted;
  for (std::size_t i = 0; i < to.size(); i++) {
    TypePair types{i < from.size() ? from[i].type : to[i].type, to[i].type};
    WitnessBytes argument;
    if (i < witness.arguments.size()) {
      typing.follow(witness.arguments[i], types);
      argument = convert(resized(witness.arguments[i], types.from->size,
                                 witness.pointer_bytes),
                         types, fitted.keeps_values);
    }
    fitted.arguments.push_back(
        resized(argument, to[i].type->size, witness.pointer_bytes));
  }
  for (const auto &[id, contents] : witness.globals) {
    TypePair types = global_types(origin, version, id);
    if (!types.to)
      continue;
    typing.follow(contents, types);
    fitted.globals[id] = convert(contents, types, fitted.keeps_values);
  }
  for (std::size_t i = 0; i < witness.objects.size(); i++) {
    const verdict::WitnessObject &object = witness.objects[i];
    const TypePair &types = typing.type_of(i);
    if (!object.named.empty()) {
      fitted.objects.push_back({object.label, nullptr, {}, object.named});
      continue;
    }
    fitted.objects.push_back(
        {object.label, types.to,
         convert(object.contents, types, fitted.keeps_values)});
  }
  return fitted;
}

verdict::Witness refit(const verdict::Question &question,
                       const verdict::VersionOfUnit &version,
                       const verdict::Witness &witness) {
  FittedWitness fitted = fit_witness(question, version, witness);
  verdict::Witness made = witness;
  made.arguments = std::move(fitted.arguments);
  for (std::size_t i = 0; i < fitted.objects.size(); i++)
    made.objects[i].contents = std::move(fitted.objects[i].contents);
  made.globals = std::move(fitted.globals);
  return made;
}

} // namespace mergeproof::check
