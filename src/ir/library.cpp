#include "ir/library.h"

#include <map>

namespace mergeproof::ir {

LibraryEffect library_effect(Symbol name) {
  static const std::map<std::string_view, LibraryEffect> table = {
#define LIBRARY(name, effect) {#name, LibraryEffect::effect},
#include "ir/library.def"
  };
  auto found = table.find(name);
  return found == table.end() ? LibraryEffect::Unknown : found->second;
}

} // namespace mergeproof::ir
