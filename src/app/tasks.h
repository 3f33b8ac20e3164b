// The functions that triage could not settle, as questions for the portfolio.
#pragma once

#include "app/reading/parse_store.h"
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
  std::vector<std::string> texts; // see verdict::Question

  // Sets `texts`: of the merge's tests, which have what the parents' have.
  void read_texts();

  // The task refers to all of the above.
  portfolio::Task make(const impact::Unit &unit) const;

  // Whether a function does the same in these two versions, to whoever calls it
  // (impact/lemmas.h).
  portfolio::Task compare(ir::Symbol function, std::size_t first,
                          std::size_t second) const;

  // Who the unit is and where it stands in the merge; no verdict yet.
  verdict::UnitResult describe(const impact::Unit &unit) const;

private:
  // Of the unit's file, and of those that define what it, and `also`, call.
  std::vector<check::ReplaySource>
  read_sources(ir::Symbol unit, const std::vector<ir::Symbol> &also,
               const std::vector<std::size_t> &versions) const;
  check::ReplaySource read_source(ir::Symbol unit,
                                  const std::vector<ir::Symbol> &also,
                                  std::size_t version) const;
  // Data that the unit reaches, that does not start alike in all versions, and
  // whose contents no engine knows: why no proof is enough; empty: none.
  std::string unheld_data(ir::Symbol unit,
                          const std::vector<std::size_t> &versions) const;
  // Notes what its proof relies on beside that.
  void rely(portfolio::Task &task) const;
  // See verdict::Question.
  std::set<ir::Symbol>
  never_pointed_to(ir::Symbol unit,
                   const std::vector<std::size_t> &versions) const;
  std::set<std::string> files_reached(const std::vector<ir::Symbol> &from,
                                      std::size_t version) const;
  std::vector<std::string> statics_of(std::size_t version,
                                      const std::string &key) const;
  // The text after preprocessing, made once for all units; empty: no text.
  std::string preprocessed(std::size_t version, const std::string &key) const;
  std::string preprocess(std::size_t version, const std::string &key) const;
};

// Functions whose results a run makes up, so that what only these show is no
// conflict, by name: those whose definitions were not read, and those of the
// system that no run calls for real.
std::set<std::string> made_up_functions(const ir::Context &context,
                                        const VersionSet &set);

} // namespace mergeproof::app
