// The word for a kind of type in the text form.
#pragma once

#include "ir/type.h"

namespace mergeproof::ir {

constexpr TypeKind last_type_kind = TypeKind::Incomplete;

inline const char *to_text(TypeKind kind) {
  switch (kind) {
  case TypeKind::Void:
    return "void";
  case TypeKind::Bool:
    return "bool";
  case TypeKind::Int:
    return "int";
  case TypeKind::Float:
    return "float";
  case TypeKind::Pointer:
    return "pointer";
  case TypeKind::Array:
    return "array";
  case TypeKind::Struct:
    return "struct";
  case TypeKind::Union:
    return "union";
  case TypeKind::Function:
    return "function";
  case TypeKind::Incomplete:
    return "incomplete";
  }
  return "";
}

} // namespace mergeproof::ir
