#include "ir/variadic.h"

#include <algorithm>
#include <set>

namespace mergeproof::ir {
namespace {

bool holds_list(const Type *type, std::set<const Type *> &seen) {
  if (!type || !seen.insert(type).second)
    return false;
  if (is_variadic_list(*type) || holds_list(type->element, seen))
    return true;
  return std::any_of(
      type->fields.begin(), type->fields.end(),
      [&](const Field &field) { return holds_list(field.type, seen); });
}

} // namespace

bool holds_variadic_list(const Type *type) {
  std::set<const Type *> seen;
  return holds_list(type, seen);
}

} // namespace mergeproof::ir
