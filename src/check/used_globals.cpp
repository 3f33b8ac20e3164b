#include "check/used_globals.h"

namespace mergeproof::check {

std::set<std::string> used_globals(const verdict::Question &question) {
  std::set<std::string> used;
  for (const verdict::VersionOfUnit &version : question.versions)
    if (version.function)
      for (const ir::Global *global :
           version.code_index()->reach(*version.function).globals)
        used.insert(std::string(global->id));
  return used;
}

bool is_only_read(const verdict::VersionOfUnit &version,
                  const ir::Global &global) {
  return global.is_static && global.is_defined &&
         version.code_index()->is_only_read(global.id);
}

std::vector<const ir::Function *>
reached_functions(const verdict::VersionOfUnit &version,
                  const verdict::CodeIndex::IsLeftOut &is_left_out) {
  if (!version.function)
    return {};
  return version.code_index()->reach(*version.function, is_left_out).functions;
}

} // namespace mergeproof::check
