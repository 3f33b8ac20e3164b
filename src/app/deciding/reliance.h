// What a proof about a unit relies on because of the code that it comes to:
// what C leaves to compilers there, and what is only said of functions.
#pragma once

#include "verdict/assumption.h"
#include "verdict/question.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

struct Reliance {
  verdict::Assumptions assumptions;
  // Why no proof is enough: attributes that promise something of a function, or
  // how it is linked, are not the same in the versions; empty: they are.
  std::string problem;
  // The same, but that of versions with one layout of their structs would be.
  std::string layout_problem;
};

// `unlike`: the functions that this is not the same of in all versions.
Reliance reliance_of(const verdict::Question &question,
                     const std::set<ir::Symbol> &unlike);
std::set<ir::Symbol> find_unlike(const std::vector<ir::Program> &programs);

} // namespace mergeproof::app
