// What is known of the object that a Store or Load of a memory is of. Accesses
// of two types but Any never overlap, those of one type are to one place or
// apart. That is an assumption: see TermTable::tells_types_apart.
#pragma once

#include <cstdint>
#include <string_view>

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

struct Access {
  AccessType type = AccessType::Any;
  // "struct node+12": a member of a record, and where it lies in it; two of one
  // record are apart. Empty: it may be any member, or none.
  std::string_view member = {};
};

// Whether the two are of different objects, wherever they are.
bool are_told_apart(const Access &a, const Access &b);

} // namespace mergeproof::smt
