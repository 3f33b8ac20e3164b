// Where objects live: flat 64-bit addresses, 2^32 bytes apart.
//
//   address = region (4 bits) | index in the region, from 1 (28 bits) | offset
//   (32)
//
// Nothing lives at 0. The index of a function or global is its place among
// the names of all versions, and the heap has a region of its own: so a version
// with one more global or local has everything else at the same address.
#pragma once

#include "ir/program.h"

#include <cstdint>
#include <map>

namespace mergeproof::interp {

using Address = std::uint64_t;

enum class Region : std::uint8_t {
  None,
  Function,
  Global,
  Input,    // given with the question
  External, // made by an external function
  Heap,
  Local
};

constexpr Address make_address(Region region, std::uint32_t index) {
  return (Address(region) << 28 | (index + 1)) << 32;
}
constexpr Region region_of(Address address) {
  return address >> 60 > Address(Region::Local) ? Region::None
                                                : Region(address >> 60);
}
// Index in the region: 2^28 - 1 for addresses that never belonged to an object.
constexpr std::uint32_t index_of(Address address) {
  return ((address >> 32) - 1) & 0xfffffff;
}
constexpr std::uint64_t offset_of(Address address) {
  return address & 0xffffffff;
}

// The largest object; so that indexes out of bounds stay in its own slice.
constexpr std::uint64_t max_object_size = std::uint64_t(1) << 31;

class Layout {
public:
  // Names of further programs may be added until addresses are asked for.
  void add(const ir::Program &program) {
    for (const auto &[id, function] : program.functions)
      functions_.emplace(id, 0);
    for (const auto &[id, global] : program.globals)
      globals_.emplace(id, 0);
    std::uint32_t index = 0;
    for (auto &[id, place] : functions_)
      place = index++;
    index = 0;
    for (auto &[id, place] : globals_)
      place = index++;
  }

  // 0 when there is no such function or global.
  Address function_address(ir::Symbol id) const {
    return find(functions_, Region::Function, id);
  }
  Address global_address(ir::Symbol id) const {
    return find(globals_, Region::Global, id);
  }
  Address address(ir::Symbol id) const {
    Address global = global_address(id);
    return global ? global : function_address(id);
  }

  const std::map<ir::Symbol, std::uint32_t> &functions() const {
    return functions_;
  }
  const std::map<ir::Symbol, std::uint32_t> &globals() const {
    return globals_;
  }

private:
  using Places = std::map<ir::Symbol, std::uint32_t>;
  static Address find(const Places &places, Region region, ir::Symbol id) {
    auto found = places.find(id);
    return found == places.end() ? 0 : make_address(region, found->second);
  }
  Places functions_, globals_;
};

} // namespace mergeproof::interp
