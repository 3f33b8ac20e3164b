// What the local names of one function stand for.
//
// Two names may correspond across versions only when they stand for the same
// things: a parameter is never a local, an `i32` never an `i64`, and objects
// have the same size and alignment (Alignment, fourth law).
#pragma once

#include "ir/program.h"

#include <compare>
#include <map>
#include <set>

namespace mergeproof::align {

enum class NameKind : std::uint8_t {
  Param,
  Local,
  Object,
  LoopLabel,
  BlockLabel
};

struct NameRole {
  NameKind kind = NameKind::Local;
  ir::ScalarKind scalar = ir::ScalarKind::Int;                   // variables
  std::uint16_t bits = 0;                                        // variables
  ir::Variable::Passing passing = ir::Variable::Passing::Direct; // parameters
  std::uint64_t size = 0;  // objects, and structs that parameters point to
  std::uint32_t align = 0; // objects
  auto operator<=>(const NameRole &) const = default;
};

struct NameInfo {
  std::set<NameRole> roles; // one, unless a label is spelled like a variable
  bool is_source_name =
      false; // written in the source: not a label or temporary
  bool has(NameKind kind) const;
  bool operator==(const NameInfo &) const = default;
};

using NameTable = std::map<ir::Symbol, NameInfo>;

// Declared names and those the body uses without a declaration.
NameTable collect_names(const ir::Function &function);

NameRole role_of_param(const ir::Variable &param);

} // namespace mergeproof::align
