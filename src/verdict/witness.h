// Inputs for one call of a unit, the same for every version: what a solver
// model, a search or a person proposes, and what a replay runs.
//
//   f(p, 3) with p -> { .next = null, .value = 7 }:
//   arguments = [ {8 bytes, pointer at 0 to object 0}, {03 00 00 00} ]
//   objects   = [ {"*p", 16 bytes: 00×8 07 00…} ]
//
// Bytes are little-endian as in memory. A pointer overrides the bytes that it
// has there, 8 or 4 (Witness::pointer_bytes), with the address of an object;
// bytes 0 there mean null.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::verdict {

struct WitnessPointer {
  std::uint64_t offset = 0; // of the pointer's bytes inside the holder
  std::uint32_t object = 0; // index in Witness::objects
  std::int64_t addend = 0;  // bytes into that object
  bool operator==(const WitnessPointer &) const = default;
};

struct WitnessBytes {
  std::vector<unsigned char> bytes;
  std::vector<WitnessPointer> pointers;
  bool operator==(const WitnessBytes &) const = default;
};

struct WitnessObject {
  std::string label; // as a person names it: "*p", "*p->next"
  WitnessBytes contents;
  // An id: pointers to the object are the address of this function or global,
  // which every version has; it has no contents of its own.
  std::string named = {};
  bool operator==(const WitnessObject &) const = default;
};

// What a call leaves where one of its arguments points to; nothing where that
// is null. A run in which there is no room for it is no input.
struct WitnessWrite {
  std::uint32_t parameter = 0; // from 0
  WitnessBytes contents;
  // Set: no more elements of `unit` bytes than the bits of this parameter say,
  // read as a signed number.
  std::optional<std::uint32_t> length;
  std::uint32_t unit = 1;
  bool operator==(const WitnessWrite &) const = default;
};

// What the `occurrence`-th call (from 0) of an external function does.
struct WitnessResult {
  std::string function;
  std::uint32_t occurrence = 0;
  WitnessBytes result;
  std::vector<WitnessWrite> writes = {};
  bool operator==(const WitnessResult &) const = default;
};

// How many of the bytes are written where the length is `length`.
std::uint64_t count_written(const WitnessWrite &write, std::int64_t length);

struct Witness {
  // One per parameter of the unit, in the order of the merge's signature; a
  // parameter that only another version has gets the argument of the same
  // position or zeros. A struct by value holds the struct's bytes; hidden
  // result addresses are not listed.
  std::vector<WitnessBytes> arguments;
  std::vector<WitnessObject> objects;
  // Initial contents by global id; globals not listed start as initialised.
  std::map<std::string, WitnessBytes> globals;
  std::vector<WitnessResult> externals;
  // Results of external calls that are not listed: 0 gives zeros and nulls,
  // other seeds a value computed from seed, function name and occurrence. These
  // calls write nothing.
  std::uint64_t external_seed = 0;
  // Of a pointer in memory: 4 in programs of a 32-bit target (-m32).
  std::uint64_t pointer_bytes = 8;
  // Allocations (malloc, calloc, realloc together, counted from 0) that fail.
  std::set<std::uint32_t> failing_allocations;
  bool operator==(const Witness &) const = default;
};

// Whether some pointer of the input leads to this function or global.
bool leads_to(const Witness &witness, std::string_view id);

// By number of an object: whether pointers lead there from an argument, a
// global, or what an external function gives.
std::vector<bool> reached_objects(const Witness &witness);

// The result that an unlisted external call gives under `seed`: the same in the
// interpreter and in native stubs. Seed 0 gives 0.
std::uint64_t default_external_result(std::uint64_t seed,
                                      const std::string &function,
                                      std::uint32_t occurrence);

} // namespace mergeproof::verdict
