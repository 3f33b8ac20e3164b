// The objects of one run, with their bytes.
//
// Globals come to life when they are first touched, with the bytes that the
// program or `set_global` gives them. Unspecified bytes are zeros. Dead objects
// keep their place, so that no address is used twice.
//
// After track_unset() it is also known which bits were never set: those of an
// object that was forgotten, until something writes them. Copies of them are
// not set either. All functions that write set what they write, set_unset()
// takes it back.
#pragma once

#include "interp/layout.h"
#include "interp/narrow_addresses.h"
#include "ir/expr.h"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace mergeproof::interp {

struct Object {
  std::vector<unsigned char> bytes; // empty when dead
  std::uint64_t size = 0;
  bool is_alive = false;
  bool is_const = false;
  bool is_ready = false; // globals: bytes are those of the run
  bool is_written = false;
  // By byte, the bits that were never set; null: all are.
  std::unique_ptr<unsigned char[]> unset;
};

class Memory {
public:
  // By index in the layout; null: not in the program.
  using Globals = std::vector<const ir::Global *>;

  // All outlive the Memory. `pointer_bytes`: those of a pointer in it.
  Memory(const Globals &globals, const Layout &layout, std::uint64_t max_bytes,
         std::uint64_t pointer_bytes = 8);

  // A live object of zeros in a region other than Function and Global; 0 when
  // it is larger than an object can be.
  Address allocate(Region region, std::uint64_t size);
  // An address that belongs to an object that does not live.
  Address allocate_dead(Region region);
  // The object lives (again), all zeros. False when it is too large.
  bool revive(Address base, std::uint64_t size);
  void kill(Address base);

  // Replaces what the global starts with, from its first byte on.
  void set_global(Address base, const std::vector<unsigned char> &bytes);

  // The live object that `address` points into or near, or null.
  const Object *find(Address address);
  bool is_valid(Address address, std::uint64_t size);
  bool is_writable(Address address, std::uint64_t size);

  // Bytes outside a live object read as zeros.
  ir::Bits load(Address address, unsigned bytes);
  // False, and nothing is written, unless writable.
  bool store(Address address, ir::Bits value, unsigned bytes);
  bool move(Address target, Address source, std::uint64_t size);
  bool write(Address target, const std::vector<unsigned char> &bytes);
  bool fill(Address target, unsigned char byte, std::uint64_t size);

  // What was never set.
  void track_unset() { tracks_unset_ = true; }
  bool tracks_unset() const { return tracks_unset_; }
  // The live object at that address is as a new one: nothing of it is set.
  void forget(Address base);
  ir::Bits unset(Address address, unsigned bytes);
  bool has_unset(Address address, std::uint64_t size);
  // These bits of what has been stored there.
  void set_unset(Address address, ir::Bits mask, unsigned bytes);
  void fill_unset(Address address, unsigned char mask, std::uint64_t size);
  // ir/layout.h: the number of an address in memory with 4-byte pointers.
  std::uint32_t to_number(Address address) const;
  Address to_address(std::uint32_t number) const {
    return narrow_.to_address(number);
  }
  std::uint64_t pointer_bytes() const { return pointer_bytes_; }
  // Null: pointers have 8 bytes.
  const NarrowAddresses *narrow() const {
    return pointer_bytes_ == sizeof(Address) ? nullptr : &narrow_;
  }
  // What memory holds for a pointer, as a pointer.
  Address from_memory(std::uint64_t bits) const {
    return narrow() ? to_address(std::uint32_t(bits)) : bits;
  }
  Address load_pointer(Address place);
  bool store_pointer(Address place, Address pointer);
  // How memory shows pointers.
  std::vector<unsigned char>
  pointers_text(const std::vector<Address> &pointers) const;

  // More bytes are alive, or taken by the places of objects, than `max_bytes`,
  // or were when an object came to life: that one has none, whatever dies
  // later.
  bool is_exhausted() const {
    return has_hollow_ || live_bytes_ > max_bytes_ || narrow_.are_used_up();
  }

  // All is set up: what is written from now on counts as changed.
  void begin();
  // Whether the object has been written to since, or is dead.
  bool is_changed(Address base) const;

  // The bytes that a global starts with in this run.
  std::vector<unsigned char> initial_bytes(const ir::Global &global) const;
  // By index in the layout; null when this program does not have it.
  const ir::Global *global(std::uint32_t index) const {
    return index < globals_.size() ? globals_[index] : nullptr;
  }

private:
  Object *object_at(Address address);
  std::uint64_t size_at(Address base) const;
  Object *global_at(std::uint32_t index);
  Object *find_mutable(Address address);
  unsigned char *bytes_to_write(Address address);
  void set(Address address, std::uint64_t size);
  void move_unset(Address target, Address source, std::uint64_t size);
  void prepare(std::uint32_t index, Object &object);

  const Globals &globals_;
  const Layout &layout_;
  std::uint64_t max_bytes_, pointer_bytes_;
  std::uint64_t live_bytes_ = 0;
  bool tracks_unset_ = false;
  bool has_hollow_ = false;        // a live object without its bytes
  mutable NarrowAddresses narrow_; // numbers are given when asked for
  std::array<std::vector<Object>, std::size_t(Region::Local) + 1> regions_;
  // Globals that were touched; by index in the layout their number in that
  // list, from 1.
  std::deque<Object> touched_;
  std::vector<std::uint32_t> places_;
  std::map<std::uint32_t, std::vector<unsigned char>> given_;
};

} // namespace mergeproof::interp
