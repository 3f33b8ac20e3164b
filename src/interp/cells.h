// The scalars inside an object, by its type, with the names a C programmer
// would give them.
//
//   "*p", struct node, 16 bytes    p->next, p->value
//   "*p", int, 12 bytes            p[0], p[1], p[2]
//   "*p", int, 4 bytes             *p
//   "global g", struct node        global g.next, global g.value
//   "*p", void, 2 bytes            byte 0 of *p, byte 1 of *p
//
// Padding is no cell. Unions and what has no type are bytes; as many aligned
// bytes of them as a pointer has, if they hold the address of an object, are
// one cell. A bit-field is
// a cell.
#pragma once

#include "ir/program.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::interp {

class NarrowAddresses;

struct Cell {
  std::string_view name; // while it is visited
  std::uint64_t offset = 0;
  std::uint64_t size = 0;         // bytes; of the storage unit for bit-fields
  const ir::Type *type = nullptr; // null: a byte, or an address
  std::uint32_t bit_offset = 0;
  std::uint32_t bit_width = 0; // 0: not a bit-field
};

using Bytes = std::vector<unsigned char>;

// The bits of a cell inside the bytes of its object; zeros where they end.
ir::Bits read_cell(const Cell &cell, const Bytes &bytes);

struct LabelledObject {
  std::string label; // "*p" for what p points to
  const ir::Type *type = nullptr;
  const Bytes *bytes = nullptr;
  // Those of a program with 4-byte pointers; null: pointers have 8.
  const NarrowAddresses *narrow = nullptr;
};

// `visit` on each cell, by offset, until it returns false.
void for_each_cell(const LabelledObject &object,
                   const std::function<bool(const Cell &)> &visit);

// The same, without parts that come after the first `all` cells and are as in
// `reference`.
void for_each_changed_cell(const LabelledObject &object, const Bytes &reference,
                           std::size_t all,
                           const std::function<bool(const Cell &)> &visit);

// What the cell at `offset` points to; null where none begins there, or it is
// no pointer.
const ir::Type *pointee_at(const LabelledObject &object, std::uint64_t offset);

} // namespace mergeproof::interp
