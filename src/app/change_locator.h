// Where the changes stand that a conflict is about: for each side the lines of
// the unit, or else of what it reaches, that this side changed.
#pragma once

#include "app/reading/parse_store.h"
#include "app/version_set.h"
#include "verdict/unit_result.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

struct ChangeLocator {
  const ir::Context &context;
  const git::MergeInput &input;
  const ParseStore &store;
  const VersionSet &set;

  // A few lines of each parent that influences the unit; of the merge where
  // fewer than two do, for then its own text is to blame.
  std::vector<verdict::CodeLocation> locate(const impact::Unit &unit) const;

  // Those of the edits of a blame, all of them; and of the merge, where it lost
  // what one parent did.
  std::vector<verdict::CodeLocation>
  locate(const impact::Unit &unit,
         const std::vector<verdict::BlamedEdit> &blame) const;

  // Those of every conflict of a result.
  void add_locations(verdict::UnitResult &result,
                     const impact::Unit &unit) const;

private:
  using Locations = std::vector<verdict::CodeLocation>;
  void add_side(ir::Symbol unit, std::size_t side, std::size_t origin,
                Locations &found) const;
  std::vector<ir::Symbol> reach(ir::Symbol unit, std::size_t version) const;
  bool has_same_text(ir::Symbol id, std::size_t side, std::size_t origin) const;
  void add_edit(const verdict::BlamedEdit &edit, Locations &found) const;
  void add_function(ir::Symbol id, std::size_t side, std::size_t origin,
                    Locations &found) const;
  void add_globals(ir::Symbol id, std::size_t side, std::size_t origin,
                   Locations &found) const;
  std::vector<std::string> lines_of(const ir::Function *function,
                                    std::size_t version) const;
  std::size_t find_version(const std::string &id) const;
};

} // namespace mergeproof::app
