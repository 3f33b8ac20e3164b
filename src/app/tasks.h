// The functions that triage could not settle, as questions for the portfolio.
#pragma once

#include "app/parse_store.h"
#include "app/version_set.h"
#include "portfolio/portfolio.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

// The answer for a unit that does the same as in a parent by construction;
// `run`: as below.
verdict::UnitResult proved_by_identity(verdict::UnitResult unit,
                                       const impact::Unit &why,
                                       const ir::Function &function,
                                       const verdict::Assumptions &run);

struct TaskMaker {
  ir::Context &context;
  const git::MergeInput &input;
  const ParseStore &store;
  const VersionSet &set;
  std::string shared_directory; // exists; for what units can share; or empty
  verdict::Assumptions run;     // that every proof of the run rests on
  verdict::Ablation ablation = verdict::Ablation::Full;

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
  std::vector<std::string> statics_of(std::size_t version,
                                      const std::string &key) const;
  // The text after preprocessing, made once for all units; empty: no text.
  std::string preprocessed(std::size_t version, const std::string &key) const;
  std::string preprocess(std::size_t version, const std::string &key) const;
};

} // namespace mergeproof::app
