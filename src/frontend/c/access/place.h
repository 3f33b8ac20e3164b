// Where an lvalue lives.
#pragma once

#include "frontend/c/types.h"

#include <clang/AST/Type.h>

namespace mergeproof::frontend::c {

struct Place {
  enum class Kind { Variable, Memory, BitField };
  Kind kind = Kind::Memory;
  clang::QualType type;
  ir::Symbol variable;
  const clang::VarDecl *declared = nullptr; // Variable; null for temporaries
  const ir::Expr *address = nullptr; // Memory, BitField (of the storage unit)
  const ir::Expr *base = nullptr;    // a pointer still to be checked for null
  BitFieldUnit unit;                 // BitField
  bool is_inside = false;       // accesses stay inside a live object: no check
  ir::Access access;            // of what lies there
  std::uint32_t base_align = 1; // that base should have
};

} // namespace mergeproof::frontend::c
