#include "ir/type.h"

#include "support/check.h"

#include <set>

namespace mergeproof::ir {

Scalar Type::scalar() const {
  CHECK(is_scalar());
  if (kind == TypeKind::Pointer)
    return pointer_scalar;
  if (kind != TypeKind::Float)
    return make_int(static_cast<std::uint16_t>(size * 8));
  std::uint16_t bits = static_cast<std::uint16_t>(size * 8);
  return {ScalarKind::Float,
          spelling == "long double" && size == 16 ? std::uint16_t(80) : bits};
}

bool leads_to_function(const Type *type) {
  std::set<const Type *> seen{type};
  std::vector<const Type *> waiting{type};
  auto add = [&](const Type *next) {
    if (next && seen.insert(next).second)
      waiting.push_back(next);
  };
  while (!waiting.empty()) {
    const Type *next = waiting.back();
    waiting.pop_back();
    if (!next)
      continue;
    if (next->kind == TypeKind::Function)
      return true;
    add(next->element);
    for (const Field &field : next->fields)
      add(field.type);
  }
  return false;
}

} // namespace mergeproof::ir
