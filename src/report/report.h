// Everything a run has to say, as one value; every output format prints this
// and asks nothing.
#pragma once

#include "source/diagnostic.h"
#include "source/revision.h"
#include "verdict/unit_result.h"

#include <string>
#include <vector>

namespace mergeproof::report {

// An error or warning that clang gives for the merge and for no parent.
struct BuildFinding {
  source::Diagnostic diagnostic;
  std::string explanation; // which change of which parent collides with which
  std::vector<std::string> parents;
};

// Where the time of a run went: select, parse, triage,
// definitions (of callees in other files), decide.
struct Phase {
  std::string name;
  double seconds = 0;
};

struct Report {
  std::string tool; // "mergeproof 0.1.0"
  std::vector<source::Revision> versions;
  std::vector<verdict::UnitResult> units; // sorted by file, line, id
  std::vector<BuildFinding> build;
  std::vector<std::string> notes; // skipped submodules, guessed flags, …
  std::vector<std::string> conflicted_files; // with textual conflict markers
  bool is_complete = true; // false: interrupted, units may be missing
  double seconds = 0;
  std::vector<Phase> phases; // that ended, in their order
};

struct Counts {
  unsigned proved = 0;
  unsigned conflicts = 0; // units and build findings, without inherent ones
  unsigned inherent = 0;  // units whose every conflict is inherent
  unsigned unknown = 0;
  unsigned not_analysed = 0;
};
Counts count(const Report &report);

// Two parents changed the same thing of the same input to different values:
// nothing a merge could do would please both.
bool is_inherent(const verdict::UnitResult &unit);

// Whether two versions were compared, and not a merge checked.
inline bool is_comparison(const Report &report) {
  return source::is_comparison(report.versions);
}

// By file, line and id: the order every format prints.
void sort_units(Report &report);

} // namespace mergeproof::report
