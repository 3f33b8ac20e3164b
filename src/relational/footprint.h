// Which memory that outlives its calls a function touches, said by what it is
// given: bytes behind pointer parameters, and globals.
//
//   void count(const char *s, unsigned *n)      reads s[…], n[0, 4)
//                                               writes n[0, 4)
//
// Never too small. A pointer that is found in memory, made of a number or
// returned by a call may lead anywhere; so may recursion, externals that touch
// memory, and code that is not understood: then nothing is known. Assumes
// InObjectArithmetic: what is added to a pointer does not leave its object.
#pragma once

#include "ir/program.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace mergeproof::relational {

// What a pointer starts from: a parameter, by number, or a global.
struct Root {
  std::size_t param = SIZE_MAX;
  ir::Symbol global; // empty: a parameter
  auto operator<=>(const Root &) const = default;
};

// Bytes [begin, end) from where the root points, or any of its object.
struct Extent {
  bool is_bounded = true;
  std::int64_t begin = 0, end = 0;
  auto operator<=>(const Extent &) const = default;
};

using Touched = std::map<Root, std::set<Extent>>;

struct Footprint {
  Touched reads, writes;
  bool asks_objects = false; // which objects live

  // Equal texts: equal footprints.
  std::string to_text() const;
};

class Footprints {
public:
  explicit Footprints(const ir::Program &program) : program_(program) {}

  // Null: nothing is known. Of functions of the program.
  const Footprint *of(const ir::Function &function);

private:
  const ir::Program &program_;
  std::map<const ir::Function *, std::optional<Footprint>> known_;
};

} // namespace mergeproof::relational
