// All versions of the program under analysis, with what is known of their
// functions.
#pragma once

#include "app/program_assembly.h"
#include "impact/function_match.h"
#include "impact/triage.h"
#include "scan/text_index.h"
#include "verdict/question.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

struct VersionSet {
  Assembly assembly;
  // Functions with two names; both have the merge's id in all versions.
  impact::FunctionMatches matches;
  std::vector<impact::CallGraph> graphs;  // by version
  std::vector<impact::Closures> closures; // by version
  std::vector<impact::Closures>
      from_inputs; // or none: see impact::AnalysedVersion
  // By program and version, or none: see impact::AnalysedVersion.
  std::vector<std::vector<impact::Closures>> in_programs;
  std::vector<std::shared_ptr<const verdict::Facts>> facts; // by version
  std::vector<impact::AnalysedVersion> versions; // refer to the above
  impact::Triage triage;
  std::set<ir::Symbol> unheld; // globals of some version: ir::Global::is_unheld
  std::set<ir::Symbol> unlike; // see app/deciding/reliance.h
  // See verdict::Question.
  std::shared_ptr<const ir::Program> library;

  // Of that version; made when first asked for.
  std::shared_ptr<const verdict::CodeIndex>
  code_index(std::size_t version) const;

private:
  mutable std::vector<std::shared_ptr<const verdict::CodeIndex>> code_;
};

// For the report, one line each.
std::vector<std::string> describe(const impact::FunctionMatches &matches);

// What is done to the programs, by version, before they are looked at.
using ChangePrograms = std::function<void(std::vector<ir::Program> &)>;

// Pointers into the result stay valid when it is moved.
std::unique_ptr<VersionSet> make_version_set(const AssemblyRequest &request,
                                             const impact::GivenMatches &given,
                                             scan::TextIndex &index,
                                             const ChangePrograms &change = {});

} // namespace mergeproof::app
