#include "ir/library.h"

#include "ir/signature.h"

#include <algorithm>
#include <map>

namespace mergeproof::ir {

namespace {

bool takes_functions(const Function *declared) {
  return declared && declared->type &&
         std::any_of(declared->type->params.begin(),
                     declared->type->params.end(), [](const Type *param) {
                       return !signatures_behind(param).empty();
                     });
}

} // namespace

LibraryEffect library_effect(Symbol name, const Function *declared) {
  static const std::map<std::string_view, LibraryEffect> table = {
#define LIBRARY(name, effect) {#name, LibraryEffect::effect},
#include "ir/library.def"
  };
  auto found = table.find(name);
  return found == table.end() || takes_functions(declared)
             ? LibraryEffect::Unknown
             : found->second;
}

} // namespace mergeproof::ir
