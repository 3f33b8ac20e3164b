// What is known of the object that a Store or Load of a memory is of: accesses
// of two types but Any never overlap, those of one type are to one place or
// apart. That is an assumption: see TermTable::tells_types_apart.
#pragma once

#include <cstdint>

namespace mergeproof::smt {

enum class AccessType : std::uint8_t {
  Any, // nothing is known
  Int16,
  Int32,
  Int64,
  Float32,
  Float64,
  Pointer
};

} // namespace mergeproof::smt
