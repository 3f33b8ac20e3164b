// What corresponds to what when two versions lay a type out differently.
#pragma once

#include "ir/layout.h"

#include <optional>
#include <vector>

namespace mergeproof::check {

using ir::is_same_layout;

// The type of the pointer that lies at `offset` in a `type`, or null. The first
// member of a union that has one decides.
const ir::Type *pointer_at(const ir::Type *type, std::uint64_t offset);

// A part of one version's type, the largest that is laid out alike in the other
// or a scalar or union, and the one of the same name there.
struct CellPair {
  std::uint64_t from_offset = 0;
  std::uint64_t to_offset = 0;
  const ir::Type *from = nullptr;
  const ir::Type *to = nullptr;
  const ir::Field *from_bits = nullptr; // bit-fields
  const ir::Field *to_bits = nullptr;
};
// Bytes of a type.
struct Stretch {
  std::uint64_t offset = 0, size = 0;
};
struct CellPairs {
  std::vector<CellPair> cells;
  // Of `from`: members that `to` may have by another name, as it has one of
  // their types that `from` lacks.
  std::vector<Stretch> renamed;
  // Numbers and what is laid out alike correspond; not unions, floats and
  // members without a name where the types differ.
  bool is_exact = true;
};
CellPairs pair_cells(const ir::Type *from, const ir::Type *to);

// Where what lies at `offset` of `from` lies in `to`, if it has a place there.
std::optional<std::uint64_t>
moved_offset(const ir::Type *from, const ir::Type *to, std::uint64_t offset);

} // namespace mergeproof::check
