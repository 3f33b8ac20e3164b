// The functions that triage could not settle, as questions for the portfolio.
#pragma once

#include "app/parse_store.h"
#include "app/version_set.h"
#include "portfolio/portfolio.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

struct TaskMaker {
  ir::Context &context;
  const git::MergeInput &input;
  const ParseStore &store;
  const VersionSet &set;

  // The task refers to all of the above.
  portfolio::Task make(const impact::Unit &unit) const;

  // Who the unit is and where it stands in the merge; no verdict yet.
  verdict::UnitResult describe(const impact::Unit &unit) const;

private:
  std::vector<check::ReplaySource>
  read_sources(ir::Symbol unit, const std::vector<std::size_t> &versions) const;
  check::ReplaySource read_source(ir::Symbol unit, std::size_t version) const;
  std::set<std::string> files_reached(ir::Symbol unit,
                                      std::size_t version) const;
  std::string preprocess(std::size_t version, const std::string &key) const;
};

} // namespace mergeproof::app
