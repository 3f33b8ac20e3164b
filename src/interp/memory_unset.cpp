// Which bits of the objects were never set. Nothing is kept of an object
// all of which is.
#include "interp/memory.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::interp {
namespace {

unsigned char *make_unset(Object &object) {
  if (!object.unset)
    object.unset = std::make_unique<unsigned char[]>(object.bytes.size());
  return object.unset.get();
}

} // namespace

void Memory::forget(Address base) {
  Object *object = tracks_unset_ ? find_mutable(base) : nullptr;
  if (object && !object->bytes.empty())
    std::memset(make_unset(*object), 0xff, object->bytes.size());
}

ir::Bits Memory::unset(Address address, unsigned bytes) {
  ir::Bits mask = 0;
  const Object *object = find(address);
  std::uint64_t offset = offset_of(address);
  if (object && object->unset && offset < object->bytes.size())
    std::memcpy(&mask, object->unset.get() + offset,
                std::min<std::uint64_t>(bytes, object->bytes.size() - offset));
  return mask;
}

bool Memory::has_unset(Address address, std::uint64_t size) {
  const Object *object = tracks_unset_ ? find(address) : nullptr;
  std::uint64_t offset = offset_of(address);
  if (!object || !object->unset || offset >= object->bytes.size())
    return false;
  const unsigned char *first = object->unset.get() + offset;
  const unsigned char *last =
      first + std::min(size, object->bytes.size() - offset);
  return std::any_of(first, last, [](unsigned char mask) { return mask != 0; });
}

// The place is writable.
void Memory::set_unset(Address address, ir::Bits mask, unsigned bytes) {
  unsigned char *unset = make_unset(*find_mutable(address));
  std::memcpy(unset + offset_of(address), &mask, bytes);
}

// The place is writable.
void Memory::fill_unset(Address address, unsigned char mask,
                        std::uint64_t size) {
  if (size != 0)
    std::memset(make_unset(*find_mutable(address)) + offset_of(address), mask,
                size);
}

// The place is writable.
void Memory::set(Address address, std::uint64_t size) {
  Object *object = tracks_unset_ ? find_mutable(address) : nullptr;
  if (object && object->unset)
    std::memset(object->unset.get() + offset_of(address), 0, size);
}

// Both places are valid; they may overlap.
void Memory::move_unset(Address target, Address source, std::uint64_t size) {
  const Object *from = find(source);
  if (!from->unset)
    return set(target, size);
  unsigned char *to = make_unset(*find_mutable(target));
  std::memmove(to + offset_of(target), from->unset.get() + offset_of(source),
               size);
}

} // namespace mergeproof::interp
