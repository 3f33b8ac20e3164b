// What memory the calls of defined functions touch: regions, and, where that is
// known, the bytes behind their arguments.
#pragma once

#include "relational/footprint.h"
#include "relational/shared_reach.h"
#include "symbolic/universe.h"

#include <map>
#include <string_view>
#include <vector>

namespace mergeproof::relational {

using Regions = std::vector<std::string_view>; // sorted

class CallReach {
public:
  explicit CallReach(symbolic::Universe &universe);

  // Null: it is not known what it touches, or that is not all it does.
  const Footprint *footprint(std::size_t version, ir::Symbol callee);
  Regions regions_of(const Touched &touched) const;
  SharedReach in_shared_region(const Footprint &footprint,
                               const std::vector<smt::Term> &args) const;

  // By facts alone; code that is not understood may touch everything.
  const Regions &regions_of(const verdict::FunctionFacts &facts);

private:
  symbolic::Universe &universe_;
  std::vector<Footprints> footprints_; // by version
  std::map<const verdict::FunctionFacts *, Regions> regions_;
};

} // namespace mergeproof::relational
