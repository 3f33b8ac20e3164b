// Pointers of an InputBuilder.
#include "check/c_text.h"
#include "check/input_builder.h"
#include "check/layout.h"

#include <algorithm>

namespace mergeproof::check {
namespace {

using ir::TypeKind;

constexpr int max_depth = 3, max_list_depth = 8;
constexpr std::uint64_t max_elements = 8;
constexpr std::uint64_t buffer_size = 64;
constexpr std::size_t max_objects = 64;
constexpr std::size_t most_places = 32;
constexpr std::uint64_t most_elements = 4; // of an object, to point to

bool is_alike(const ir::Type *a, const ir::Type *b) {
  return a == b || (a->kind == b->kind && is_same_layout(a, b));
}

bool is_text_pointer(const ir::Type *type) {
  return type->kind == TypeKind::Pointer && type->element &&
         is_character(type->element);
}

} // namespace

bool InputBuilder::wants_null(const Cell &cell) {
  const ir::Type *target = cell.type->element;
  if (!target || target->kind == TypeKind::Function || mood_ == Mood::Nulls ||
      witness_.objects.size() >= max_objects)
    return true;
  bool is_plain = target->is_scalar() && target->kind != TypeKind::Pointer;
  bool is_link = is_only_link(cell);
  if (cell.depth >= (is_link ? max_list_depth : max_depth) && !is_plain)
    return true;
  if (mood_ == Mood::Zeros)
    return cell.depth > 0 && !is_plain;
  return random_.one_in(cell.null_odds    ? cell.null_odds
                        : cell.depth == 0 ? 12
                        : is_plain        ? 8
                        : is_link         ? 5
                                          : 3);
}

// Whether it leads on to an object of the type that it is in, as the only
// member that does.
bool InputBuilder::is_only_link(const Cell &cell) const {
  if (cell.holder != Holder::Object)
    return false;
  const ir::Type *node = object_types_[cell.index];
  if (!node || node->kind != TypeKind::Struct || cell.type->element != node)
    return false;
  auto links = std::count_if(node->fields.begin(), node->fields.end(),
                             [&](const ir::Field &field) {
                               return field.type->kind == TypeKind::Pointer &&
                                      field.type->element == node;
                             });
  return links == 1;
}

// Places in an object of type `type` that are laid out as `target`: the object,
// its members and their elements.
void InputBuilder::add_places(const ir::Type *type, const ir::Type *target,
                              Place place, std::vector<Place> &places) {
  if (places.size() >= most_places)
    return;
  if (is_alike(type, target))
    places.push_back(place);
  auto add = [&](const ir::Type *part, std::uint64_t offset) {
    if (part && part->size > 0)
      add_places(part, target,
                 {place.object, place.addend + std::int64_t(offset)}, places);
  };
  if (type->kind == TypeKind::Array && type->element)
    for (std::uint64_t i = 0; i < most_elements; i++)
      if ((i + 1) * type->element->size <= type->size)
        add(type->element, i * type->element->size);
  if (type->kind == TypeKind::Struct)
    for (const ir::Field &field : type->fields)
      if (field.bit_width == 0)
        add(field.type, field.offset);
}

std::vector<InputBuilder::Place> InputBuilder::places_in(std::uint32_t object,
                                                         const ir::Type *target,
                                                         bool is_inside) const {
  const ir::Type *type = object_types_[object];
  std::vector<Place> places;
  if (!type || type->size == 0)
    return places;
  if (!is_inside) {
    if (is_alike(type, target))
      places.push_back({object, 0});
    return places;
  }
  if (is_character(target) && !is_character(type))
    places.push_back({object, 0}); // the bytes of anything
  std::uint64_t count =
      std::clamp<std::uint64_t>(object_counts_[object], 1, most_elements);
  for (std::uint64_t i = 0; i < count; i++)
    add_places(type, target, {object, std::int64_t(i * type->size)}, places);
  return places;
}

// Mostly to all of an object of the same type.
bool InputBuilder::point_to_earlier(const Cell &cell) {
  bool is_inside = cell.depth == 0 && random_.one_in(3);
  std::vector<Place> places;
  for (std::uint32_t i = 0; i < object_types_.size(); i++) {
    std::vector<Place> more = places_in(i, cell.type->element, is_inside);
    places.insert(places.end(), more.begin(), more.end());
  }
  if (places.empty())
    return false;
  const Place &chosen = random_.pick(places);
  bytes_of(cell).pointers.push_back(
      {cell.offset, chosen.object, chosen.addend});
  return true;
}

std::uint32_t InputBuilder::add_object(const Cell &cell, std::uint64_t size) {
  auto index = static_cast<std::uint32_t>(witness_.objects.size());
  verdict::WitnessObject object{"*" + cell.path, {}};
  object.contents.bytes.resize(size);
  witness_.objects.push_back(std::move(object));
  object_types_.push_back(cell.type->element);
  object_counts_.push_back(1);
  bytes_of(cell).pointers.push_back({cell.offset, index, 0});
  return index;
}

std::uint64_t InputBuilder::pointed_count(const Cell &cell) {
  for (const verdict::WitnessPointer &pointer : bytes_of(cell).pointers)
    if (pointer.offset == cell.offset)
      return object_counts_[pointer.object];
  return 0;
}

// Half of them stay as they are.
std::string InputBuilder::changed_text(std::string text) {
  std::uint64_t changes = random_.one_in(2) ? random_.below(4) : 0;
  for (; changes > 0; changes--) {
    std::size_t at = random_.below(text.size() + 1);
    char letter = usual_characters[random_.below(usual_characters.size())];
    switch (random_.below(6)) {
    case 0:
      text.erase(at, 1);
      break;
    case 1:
      text.resize(at);
      break;
    case 2:
      if (!constants_.texts.empty())
        text.insert(at, random_.pick(constants_.texts));
      break;
    case 3:
      text.replace(at, 1, 1, letter);
      break;
    default:
      text.insert(at, 1, letter);
    }
  }
  return text.substr(0, longest_text);
}

std::string InputBuilder::make_text() {
  if (start_ && !has_started_ && !random_.one_in(4)) {
    has_started_ = true;
    text_ = start_->substr(0, longest_text);
    return *text_;
  }
  std::string made =
      start_ && random_.one_in(2) ? changed_text(*start_) : make_up_text();
  if (!text_)
    text_ = made;
  return made;
}

std::string InputBuilder::make_up_text() {
  if (!constants_.texts.empty() && random_.one_in(2))
    return changed_text(random_.pick(constants_.texts));
  if (random_.one_in(8)) // a number that the code knows
    return std::to_string(random_.pick(constants_.integers));
  std::string text;
  if (random_.one_in(8)) { // the same again and again
    std::string once(1,
                     usual_characters[random_.below(usual_characters.size())]);
    for (std::uint64_t left = random_.below(20); left > 0; left--)
      text += once;
  }
  for (std::uint64_t left = random_.below(7); left > 0; left--) {
    std::int64_t mined = random_.pick(constants_.integers);
    bool is_mined = mined > 0 && mined < 256 && random_.one_in(2);
    text += is_mined ? static_cast<char>(mined)
                     : usual_characters[random_.below(usual_characters.size())];
  }
  return text;
}

void InputBuilder::point_to_text(const Cell &cell) {
  std::string text = mood_ == Mood::Zeros ? "" : make_text();
  std::uint64_t room = random_.one_in(3) ? 16 : 0;
  std::uint32_t object = add_object(cell, text.size() + 1 + room);
  auto &bytes = witness_.objects[object].contents.bytes;
  for (std::size_t i = 0; i < text.size(); i++)
    bytes[i] = static_cast<unsigned char>(
        number(cell, static_cast<unsigned char>(text[i]), 8, i));
  object_counts_[object] = room ? text.size() + 1 + room : text.size();
}

// What is behind void * or an unknown struct: some bytes.
void InputBuilder::point_to_buffer(const Cell &cell) {
  std::uint32_t object = add_object(cell, buffer_size);
  object_counts_[object] = buffer_size;
  object_types_[object] = nullptr;
  bool is_zero = mood_ == Mood::Zeros || random_.one_in(2);
  auto &bytes = witness_.objects[object].contents.bytes;
  for (std::size_t i = 0; i < bytes.size(); i++) {
    std::uint64_t byte = is_zero             ? 0
                         : random_.one_in(2) ? random_.below(4)
                                             : random_.next();
    bytes[i] = static_cast<unsigned char>(number(cell, byte, 8, i));
  }
}

// Arrays of texts, and what has a number beside it, tend to be longer.
std::uint64_t InputBuilder::choose_count(const Cell &cell) {
  const ir::Type *element = cell.type->element;
  if (mood_ == Mood::Zeros)
    return 1;
  if (element->is_scalar() && element->kind != TypeKind::Pointer)
    return 1 + random_.below(max_elements);
  if (is_text_pointer(element) ? !random_.one_in(4)
                               : cell.is_counted && random_.one_in(2))
    return 1 + random_.below(max_elements - 2);
  return random_.one_in(4) ? 1 + random_.below(3) : 1;
}

void InputBuilder::point_to_elements(const Cell &cell) {
  const ir::Type *element = cell.type->element;
  std::uint64_t count = choose_count(cell);
  std::uint32_t object = add_object(cell, element->size * count);
  object_counts_[object] = count;
  for (std::uint64_t i = 0; i < count; i++) {
    Cell each{.holder = Holder::Object,
              .index = object,
              .offset = i * element->size,
              .type = element,
              .name = cell.name,
              .path = cell.path,
              .depth = cell.depth + 1};
    if (count > 1)
      each.path += "[" + std::to_string(i) + "]";
    else if (element->kind == TypeKind::Pointer)
      each.path = "(*" + cell.path + ")";
    if (count > 1 && is_text_pointer(element))
      each.null_odds = i + 1 == count ? 4 : 24;
    fill(each);
  }
}

// One of the program's, or else of a caller's; seldom null.
bool InputBuilder::point_to_function(const Cell &cell) {
  std::vector<const ir::Function *> fitting, others;
  for (const PointedFunction &known : constants_.functions)
    if (is_callable_as(*known.function, *cell.type->element))
      (known.is_address_taken ? fitting : others).push_back(known.function);
  if (fitting.empty()) {
    fitting = std::move(others);
    for (const ir::Function *known : constants_.callers)
      if (is_callable_as(*known, *cell.type->element))
        fitting.push_back(known);
  }
  if (fitting.empty() || mood_ == Mood::Nulls || random_.one_in(12))
    return false;
  const ir::Function &chosen = *random_.pick(fitting);
  point_to_named(cell, chosen.id, chosen.name, 0);
  return true;
}

void InputBuilder::point_to_named(const Cell &cell, ir::Symbol id,
                                  ir::Symbol name, std::int64_t addend) {
  std::uint32_t index = 0;
  while (index < witness_.objects.size() && witness_.objects[index].named != id)
    index++;
  if (index == witness_.objects.size()) {
    witness_.objects.push_back({std::string(name), {}, std::string(id)});
    object_types_.push_back(nullptr);
    object_counts_.push_back(0);
  }
  bytes_of(cell).pointers.push_back({cell.offset, index, addend});
}

bool InputBuilder::point_to_global(const Cell &cell) {
  std::vector<std::pair<const ir::Global *, Place>> fitting;
  for (const ir::Global *global : constants_.globals) {
    std::vector<Place> places;
    add_places(global->type, cell.type->element, {}, places);
    for (const Place &place : places)
      fitting.push_back({global, place});
  }
  if (fitting.empty())
    return false;
  const auto &[global, place] = random_.pick(fitting);
  point_to_named(cell, global->id, global->name, place.addend);
  return true;
}

void InputBuilder::fill_pointer(const Cell &cell) {
  if (cell.type->element &&
      cell.type->element->kind == ir::TypeKind::Function &&
      point_to_function(cell))
    return;
  if (wants_null(cell))
    return;
  const ir::Type *target = cell.type->element;
  bool is_daring = mood_ == Mood::Usual || mood_ == Mood::Extreme;
  std::uint64_t odds = cell.depth == 0 ? 8 : 24; // cycles seldom end
  if (is_daring && random_.one_in(odds) && point_to_earlier(cell))
    return;
  if (is_daring && cell.depth == 0 && random_.one_in(odds) &&
      point_to_global(cell))
    return;
  if (target->size == 0)
    point_to_buffer(cell);
  else if (is_character(target) && (target->is_signed || !random_.one_in(3)))
    point_to_text(cell);
  else
    point_to_elements(cell); // unsigned ones may be any bytes
}

} // namespace mergeproof::check
