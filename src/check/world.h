// Which functions of the system a run makes up results for that cannot be: a
// stub of wcslen() knows nothing of its argument. What only such results show
// is no conflict.
#pragma once

#include "ir/program.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace mergeproof::check {

// Of the functions that system headers declare, or whose attributes promise
// something of what they return, and that `program` does not define;
// is_system tells of a span whether it stands in such a header. Those that a
// replay calls for real are among them.
template <typename IsSystem>
std::set<std::string> made_up_functions(const ir::Program &program,
                                        IsSystem is_system);

// Keeps what a witness makes the system's functions return in their ranges, for
// the calls that a unit can make, arguments that are enumerators such, and
// variables what the merge may store in them.
class World {
public:
  explicit World(const verdict::Question &question);
  void make_possible(verdict::Witness &witness) const;

private:
  struct Range {
    std::uint32_t bits = 0; // of the result
    std::int64_t least = 0, most = 0;
  };
  void make_possible(const std::string &name, const Range &range,
                     std::uint32_t occurrence, verdict::Witness &witness) const;
  void make_enumerators(verdict::Witness &witness) const;
  // Bools hold 0 or 1, and structs in a row are whole.
  void make_typed(verdict::Witness &witness) const;
  void make_stored(verdict::Witness &witness) const;

  const verdict::VersionOfUnit &merge_;
  std::map<std::string, Range> ranges_;
  std::set<std::uint64_t> factors_; // that the code has, such as of indices
};

bool may_return_anything(const ir::Function &declared);

template <typename IsSystem>
std::set<std::string> made_up_functions(const ir::Program &program,
                                        IsSystem is_system) {
  std::set<std::string> names;
  for (const auto &[id, function] : program.functions)
    if (!function.is_defined &&
        (function.has_promised_result ||
         (is_system(function.span) && !may_return_anything(function))))
      names.insert(std::string(function.name));
  return names;
}

} // namespace mergeproof::check
