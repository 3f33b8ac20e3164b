#include "ir/type.h"

#include "support/check.h"

namespace mergeproof::ir {

Scalar Type::scalar() const {
  CHECK(is_scalar());
  if (kind == TypeKind::Pointer)
    return pointer_scalar;
  if (kind != TypeKind::Float)
    return make_int(static_cast<std::uint16_t>(size * 8));
  std::uint16_t bits = static_cast<std::uint16_t>(size * 8);
  return {ScalarKind::Float,
          spelling == "long double" && size > 8 ? std::uint16_t(80) : bits};
}

} // namespace mergeproof::ir
