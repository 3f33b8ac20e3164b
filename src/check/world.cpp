#include "check/world.h"

#include "ir/library.h"

#include <algorithm>

namespace mergeproof::check {

namespace {

const std::set<std::string_view> &world() {
  static const std::set<std::string_view> names = {
#define WORLD(name) #name,
#include "check/world.def"
  };
  return names;
}

} // namespace

bool may_return_anything(const ir::Function &declared) {
  if (declared.is_noreturn || world().count(declared.name) ||
      ir::library_effect(declared.name, &declared) == ir::LibraryEffect::Writes)
    return true;
  bool has_pointer =
      std::any_of(declared.params.begin(), declared.params.end(),
                  [](const ir::Variable &p) { return p.scalar.is_pointer(); });
  return !declared.result && !has_pointer;
}

} // namespace mergeproof::check
