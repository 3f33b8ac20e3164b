#include "ir/library.h"

#include "ir/signature.h"

#include <map>

namespace mergeproof::ir {

std::span<const LibraryEntry> library_table() {
  static constexpr LibraryEntry entries[] = {
#define LIBRARY(name, effect, replay, doc)                                     \
  {#name, LibraryEffect::effect, LibraryReplay::replay, doc},
#include "ir/library.def"
  };
  return entries;
}

LibraryEffect library_effect(Symbol name, const Function *declared) {
  static const std::map<std::string_view, LibraryEffect> table = [] {
    std::map<std::string_view, LibraryEffect> effects;
    for (const LibraryEntry &entry : library_table())
      effects.emplace(entry.name, entry.effect);
    return effects;
  }();
  auto found = table.find(name);
  return found == table.end() || (declared && declared->type &&
                                  takes_functions(*declared->type))
             ? LibraryEffect::Unknown
             : found->second;
}

std::optional<ResultRange> system_result(const Function &declared) {
  static const std::map<std::string_view, ResultRange> results = {
#define SYSTEM_RESULT(name, least, most) {#name, {least, most}},
#include "ir/system_results.def"
  };
  auto found = results.find(declared.name);
  bool is_number = declared.result && !declared.result->is_pointer() &&
                   (declared.result->bits == 32 || declared.result->bits == 64);
  return found == results.end() || !is_number || declared.is_static
             ? std::nullopt
             : std::optional(found->second);
}

} // namespace mergeproof::ir
