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

// A scalar (or union) of one version's type and the one of the same name in the
// other's.
struct CellPair {
  std::uint64_t from_offset = 0;
  std::uint64_t to_offset = 0;
  const ir::Type *from = nullptr;
  const ir::Type *to = nullptr;
  const ir::Field *from_bits = nullptr; // bit-fields
  const ir::Field *to_bits = nullptr;
};
std::vector<CellPair> pair_cells(const ir::Type *from, const ir::Type *to);

} // namespace mergeproof::check
