#include "interp/library_call.h"

#include "interp/arithmetic.h"

namespace mergeproof::interp {

using ir::CheckKind;

void LibraryCall::end(Outcome outcome) {
  if (!has_ended())
    state.ending = std::move(outcome);
}

void LibraryCall::trap(CheckKind kind) {
  end({.kind = Outcome::Kind::Trapped, .trap = kind});
}

void LibraryCall::trap_access(Address address) {
  trap(address ? CheckKind::InvalidAccess : CheckKind::NullPointer);
}

void LibraryCall::refuse(const std::string &why) {
  std::string name(call.declaration ? call.declaration->name : call.function);
  end({.kind = Outcome::Kind::Invalid, .why = name + "() " + why});
}

void LibraryCall::exit(std::int32_t code) {
  end({.kind = Outcome::Kind::Exited, .exit_code = code});
}

const Argument &LibraryCall::argument(std::size_t index) {
  static const Argument missing{};
  if (index < call.args.size())
    return call.args[index];
  refuse("is called with " + std::to_string(call.args.size()) + " arguments");
  return missing;
}

std::int64_t LibraryCall::integer(std::size_t index) {
  const Argument &given = argument(index);
  unsigned width = given.type.bits;
  return width ? static_cast<std::int64_t>(to_signed(given.bits, width)) : 0;
}

unsigned char LibraryCall::byte(Address address) {
  if (has_ended())
    return 0;
  if (!memory.is_valid(address, 1))
    trap_access(address);
  use(address, 1);
  return static_cast<unsigned char>(memory.load(address, 1));
}

void LibraryCall::use(Address address, std::uint64_t size) {
  if (memory.has_unset(address, size))
    trap(CheckKind::UninitialisedRead);
}

std::string LibraryCall::text(Address address, std::uint64_t most) {
  std::string found;
  while (found.size() < most) {
    unsigned char next = byte(address + found.size());
    if (next == 0)
      break;
    found.push_back(static_cast<char>(next));
  }
  return found;
}

std::string LibraryCall::rest(Address address) {
  if (!memory.is_valid(address, 1)) {
    trap_access(address);
    return {};
  }
  const Object *object = memory.find(address);
  std::uint64_t size = object->size - offset_of(address), known = 0;
  if (memory.tracks_unset())
    while (known < size && !memory.has_unset(address + known, 1))
      known++;
  return text(address, memory.tracks_unset() ? known : size);
}

std::string LibraryCall::bytes(Address address, std::uint64_t size) {
  if (address == 0) // not even of no bytes (C11 7.24.1, 2)
    trap_access(address);
  if (size == 0 || has_ended())
    return {};
  if (!memory.is_valid(address, size)) {
    trap_access(address);
    return {};
  }
  const Object *object = memory.find(address);
  const char *start = reinterpret_cast<const char *>(object->bytes.data());
  return std::string(start + offset_of(address), size);
}

void LibraryCall::write(Address address, std::string_view bytes) {
  if (!has_ended() && !memory.write(address, {bytes.begin(), bytes.end()}))
    trap_access(address);
}

void LibraryCall::write_text(Address address, std::string_view bytes) {
  write(address, std::string(bytes) + '\0');
}

void LibraryCall::write_number(Address address, Bits value, unsigned size) {
  if (!has_ended() && !memory.store(address, value, size))
    trap_access(address);
}

void LibraryCall::write_pointer(Address address, Address pointer) {
  if (!has_ended() && !memory.store_pointer(address, pointer))
    trap_access(address);
}

Address LibraryCall::allocate(std::uint64_t size) {
  return has_ended() ? 0 : memory.allocate(Region::Heap, size);
}

} // namespace mergeproof::interp
