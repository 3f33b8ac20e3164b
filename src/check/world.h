// Which functions of the system a run makes up results for that cannot be: a
// stub of wcslen() knows nothing of its argument. What only such results show
// is no conflict.
#pragma once

#include "ir/program.h"

#include <set>
#include <string>

namespace mergeproof::check {

// Of the functions that system headers declare and `program` does not define;
// is_system tells of a span whether it stands in such a header. Those that a
// replay calls for real are among them: the interpreter does not.
template <typename IsSystem>
std::set<std::string> made_up_functions(const ir::Program &program,
                                        IsSystem is_system);

bool may_return_anything(const ir::Function &declared);

template <typename IsSystem>
std::set<std::string> made_up_functions(const ir::Program &program,
                                        IsSystem is_system) {
  std::set<std::string> names;
  for (const auto &[id, function] : program.functions)
    if (!function.is_defined && is_system(function.span) &&
        !may_return_anything(function))
      names.insert(std::string(function.name));
  return names;
}

} // namespace mergeproof::check
