// The 32-bit numbers that addresses have in the memory of a program with 4-byte
// pointers.
//
//   number     0 | … | guard | object | guard | guard | object | guard | …
//   address             (region, index, offset), 64 bits
//
// An object gets its numbers when an address of it is first asked for, in that
// order, with room in front of it and behind it: an address that leads a little
// out of an object keeps its number. Numbers are never given away twice.
#pragma once

#include "interp/layout.h"

#include <unordered_map>
#include <vector>

namespace mergeproof::interp {

class NarrowAddresses {
public:
  // The number of an address inside an object or near it. `size`: the object's.
  std::uint32_t to_number(Address address, std::uint64_t size);
  // The address of that number; what belongs to no object stays as it is.
  Address to_address(std::uint32_t number) const;

  // There were more objects than numbers.
  bool are_used_up() const { return are_used_up_; }

private:
  struct Span {
    std::uint64_t begin = 0, end = 0; // with the guards
    std::uint64_t start = 0;          // the object's first byte
    Address base = 0;
  };
  const Span *find(std::uint64_t number) const;
  std::uint64_t place(Address base, std::uint64_t size);

  std::vector<Span> spans_; // by number
  std::unordered_map<Address, std::uint64_t> starts_;
  std::uint64_t next_ = std::uint64_t(1) << 27; // as programs are loaded
  bool are_used_up_ = false;
};

// The start of the object that an address leads into or near.
constexpr Address nearest_base(Address address) {
  constexpr Address half = Address(1) << 31;
  return (address + half) >> 32 << 32;
}

} // namespace mergeproof::interp
