#include "interp/memory.h"

#include "support/check.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::interp {
namespace {

// What the place of an object counts: a number, so that a limit is the same
// wherever it is compiled.
constexpr std::uint64_t place_size = 40;

} // namespace

Memory::Memory(const Globals &globals, const Layout &layout,
               std::uint64_t max_bytes, std::uint64_t pointer_bytes)
    : globals_(globals), layout_(layout), max_bytes_(max_bytes),
      pointer_bytes_(pointer_bytes), places_(globals.size()) {}

std::uint64_t Memory::size_at(Address base) const {
  std::uint32_t index = index_of(base);
  if (region_of(base) == Region::Global)
    return global(index) ? global(index)->size : 0;
  const auto &objects = regions_[std::size_t(region_of(base))];
  return index < objects.size() ? objects[index].size : 0;
}

std::uint32_t Memory::to_number(Address address) const {
  return narrow_.to_number(address, size_at(nearest_base(address)));
}

Address Memory::load_pointer(Address place) {
  auto bits = Address(load(place, unsigned(pointer_bytes_)));
  return pointer_bytes_ == sizeof bits
             ? bits
             : to_address(static_cast<std::uint32_t>(bits));
}

bool Memory::store_pointer(Address place, Address pointer) {
  std::vector<unsigned char> bytes = pointers_text({pointer});
  ir::Bits value = 0;
  std::memcpy(&value, bytes.data(), bytes.size());
  return store(place, value, unsigned(bytes.size()));
}

std::vector<unsigned char>
Memory::pointers_text(const std::vector<Address> &pointers) const {
  std::vector<unsigned char> bytes(pointers.size() * pointer_bytes_);
  for (std::size_t i = 0; i < pointers.size(); i++) {
    Address number =
        pointer_bytes_ == sizeof number ? pointers[i] : to_number(pointers[i]);
    std::memcpy(bytes.data() + i * pointer_bytes_, &number, pointer_bytes_);
  }
  return bytes;
}

Object *Memory::global_at(std::uint32_t index) {
  if (index >= places_.size() || !globals_[index])
    return nullptr;
  if (places_[index] == 0) {
    touched_.push_back(
        {.bytes = {},
         .size = std::min(globals_[index]->size, max_object_size),
         .is_alive = true,
         .is_const = globals_[index]->is_const});
    places_[index] = std::uint32_t(touched_.size());
  }
  return &touched_[places_[index] - 1];
}

// Null: there never was one.
Object *Memory::object_at(Address address) {
  std::uint32_t index = index_of(address);
  if (region_of(address) == Region::Global)
    return global_at(index);
  std::vector<Object> &objects = regions_[std::size_t(region_of(address))];
  return index < objects.size() ? &objects[index] : nullptr;
}

bool Memory::is_changed(Address base) const {
  std::uint32_t index = index_of(base);
  if (region_of(base) == Region::Global && !globals_[index])
    return true;
  if (region_of(base) == Region::Global && places_[index] == 0)
    return false;
  const Object &object = region_of(base) == Region::Global
                             ? touched_[places_[index] - 1]
                             : regions_[std::size_t(region_of(base))][index];
  return object.is_written || !object.is_alive;
}

Address Memory::allocate(Region region, std::uint64_t size) {
  CHECK(region != Region::Function && region != Region::Global);
  if (size > max_object_size)
    return 0;
  Address base = allocate_dead(region);
  revive(base, size);
  return base;
}

Address Memory::allocate_dead(Region region) {
  std::vector<Object> &objects = regions_[std::size_t(region)];
  objects.emplace_back();
  live_bytes_ += place_size; // it stays
  return make_address(region, std::uint32_t(objects.size() - 1));
}

bool Memory::revive(Address base, std::uint64_t size) {
  kill(base);
  if (size > max_object_size)
    return false;
  live_bytes_ += size;
  Object &object = regions_[std::size_t(region_of(base))][index_of(base)];
  object.size = size;
  object.is_alive = object.is_ready = true;
  has_hollow_ = is_exhausted();
  if (!has_hollow_)
    object.bytes.resize(size);
  return true;
}

void Memory::kill(Address base) {
  Object *object = find_mutable(base);
  if (!object)
    return;
  live_bytes_ -= object->size;
  *object = {};
}

void Memory::set_global(Address base, const std::vector<unsigned char> &bytes) {
  given_[index_of(base)] = bytes;
}

std::vector<unsigned char>
Memory::initial_bytes(const ir::Global &global) const {
  std::vector<unsigned char> bytes = global.bytes;
  bytes.resize(std::min(global.size, max_object_size));
  for (const ir::Relocation &r : global.relocations) {
    Address address = layout_.address(r.symbol) + Address(r.addend);
    std::vector<unsigned char> text = pointers_text({address});
    if (bytes.size() >= text.size() && r.offset <= bytes.size() - text.size())
      std::memcpy(bytes.data() + r.offset, text.data(), text.size());
  }
  auto given = given_.find(layout_.globals().at(global.id));
  if (given != given_.end())
    std::copy_n(given->second.begin(),
                std::min(given->second.size(), bytes.size()), bytes.begin());
  return bytes;
}

void Memory::prepare(std::uint32_t index, Object &object) {
  object.is_ready = true;
  live_bytes_ += object.size;
  has_hollow_ = is_exhausted();
  if (!has_hollow_)
    object.bytes = initial_bytes(*globals_[index]);
}

Object *Memory::find_mutable(Address address) {
  Object *object = object_at(address);
  if (!object || !object->is_alive)
    return nullptr;
  if (!object->is_ready)
    prepare(index_of(address), *object);
  return object;
}

const Object *Memory::find(Address address) { return find_mutable(address); }

bool Memory::is_valid(Address address, std::uint64_t size) {
  const Object *object = find(address);
  std::uint64_t offset = offset_of(address);
  return object && offset <= object->size && size <= object->size - offset;
}

bool Memory::is_writable(Address address, std::uint64_t size) {
  return is_valid(address, size) && !find(address)->is_const;
}

ir::Bits Memory::load(Address address, unsigned bytes) {
  ir::Bits value = 0;
  const Object *object = find(address);
  std::uint64_t offset = offset_of(address);
  if (object && offset < object->bytes.size())
    std::memcpy(&value, object->bytes.data() + offset,
                std::min<std::uint64_t>(bytes, object->bytes.size() - offset));
  return value;
}

bool Memory::store(Address address, ir::Bits value, unsigned bytes) {
  Object *object = find_mutable(address);
  std::uint64_t offset = offset_of(address);
  if (!object || object->is_const || offset > object->bytes.size() ||
      bytes > object->bytes.size() - offset)
    return false;
  object->is_written = true;
  std::memcpy(object->bytes.data() + offset, &value, bytes);
  if (object->unset)
    std::memset(object->unset.get() + offset, 0, bytes);
  return true;
}

// The place is writable.
unsigned char *Memory::bytes_to_write(Address address) {
  Object *object = find_mutable(address);
  object->is_written = true;
  return object->bytes.data() + offset_of(address);
}

void Memory::begin() {
  for (std::vector<Object> &objects : regions_)
    for (Object &object : objects)
      object.is_written = false;
  for (Object &object : touched_)
    object.is_written = false;
}

bool Memory::move(Address target, Address source, std::uint64_t size) {
  if (size == 0)
    return true;
  if (!is_valid(source, size) || !is_writable(target, size) || is_exhausted())
    return false;
  const Object *from = find(source);
  if (tracks_unset_)
    move_unset(target, source, size);
  std::memmove(bytes_to_write(target), from->bytes.data() + offset_of(source),
               size);
  return true;
}

bool Memory::write(Address target, const std::vector<unsigned char> &bytes) {
  if (bytes.empty())
    return true;
  if (!is_writable(target, bytes.size()) || is_exhausted())
    return false;
  std::memcpy(bytes_to_write(target), bytes.data(), bytes.size());
  set(target, bytes.size());
  return true;
}

bool Memory::fill(Address target, unsigned char byte, std::uint64_t size) {
  if (size == 0)
    return true;
  if (!is_writable(target, size) || is_exhausted())
    return false;
  std::memset(bytes_to_write(target), byte, size);
  set(target, size);
  return true;
}

} // namespace mergeproof::interp
