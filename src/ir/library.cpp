#include "ir/library.h"

#include "ir/signature.h"

#include <map>

namespace mergeproof::ir {

LibraryEffect library_effect(Symbol name, const Function *declared) {
  static const std::map<std::string_view, LibraryEffect> table = {
#define LIBRARY(name, effect) {#name, LibraryEffect::effect},
#include "ir/library.def"
  };
  auto found = table.find(name);
  return found == table.end() || (declared && declared->type &&
                                  takes_functions(*declared->type))
             ? LibraryEffect::Unknown
             : found->second;
}

} // namespace mergeproof::ir
