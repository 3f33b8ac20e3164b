// Which functions of a merge need a proof, and why.
//
// Identity (ARCHITECTURE, section 4.1): every parent's closure is the base's or
// the merge's, and some parent's is the merge's. Then no input can show `lost`
// or `unexpected`: a parent that differs from the base somewhere has the
// merge's observables everywhere. Versions without a definition of the function
// are left out; without a base only `unexpected` is asked, and one parent equal
// to the merge suffices.
//
//     O: limit 8     A: limit 16    B: limit 8, sum()    M: limit 16, sum()
//     limit()   Identity   A's
//     sum()     Analyse    B influences it; it calls limit(), changed by A
#pragma once

#include "impact/call_graph.h"
#include "impact/closure_hash.h"
#include "ir/program.h"
#include "source/file.h"
#include "source/revision.h"

#include <string>
#include <vector>

namespace mergeproof::impact {

struct AnalysedVersion {
  source::Revision revision;
  const ir::Program *program = nullptr;
  const CallGraph *graph = nullptr;
  const Closures *closures = nullptr;
  // The same where calls through pointers reach only what inputs point to or
  // what is named (impact/input_functions.h): for units that every version
  // defines. Absent: `closures`.
  const Closures *from_inputs = nullptr;
  // The same in each of the programs that the tree has; none: there is one.
  std::vector<const Closures *> in_programs = {};
};

// Renamed: perhaps a function of the base under a new name, which another
// parent changed, or one that a parent changed under a new name; functions are
// matched by name, so nothing can be said.
enum class UnitKind { Identity, Analyse, OnlyInMerge, Renamed };

struct Unit {
  ir::Symbol id;
  UnitKind kind = UnitKind::Analyse;
  // Ids of the parents whose closure differs from the base's; without a base,
  // from the merge's.
  std::vector<std::string> influenced_by;
  std::string reason; // "changed by A and B"; for Identity: "equal to B"
  // For Analyse. A function whose own text no version changes only brings
  // changes together: those of `culprits` (by id), the farthest of the parents'
  // nearest ones `distance` calls away.
  bool is_unchanged = false;
  std::vector<ir::Symbol> culprits;
  unsigned distance = 0;
  // Text in it that #if leaves out: whether it differs between the versions,
  // and why nothing can be said of it (empty: it is what it should be).
  bool has_other_left_out = false;
  std::string left_out_problem;
};

// Defined in the base or a parent, but not in the merge.
struct RemovedFunction {
  ir::Symbol id;
  std::vector<std::string> versions; // that have it
  bool is_new = false;               // the base does not have it
  // Parents whose change of its own text (or that added it) is gone with it,
  // and those with a change of anything that the base's function reaches.
  std::vector<std::string> changed_by, influenced_by;
  bool is_renamed = false; // perhaps: some unit is Renamed because of it
};

// A global that other programs can see, or that such a one points to, whose
// initial contents are not what a parent made them. What this program does with
// it shows in its functions.
struct LostGlobal {
  ir::Symbol id;
  bool is_new = false; // the base does not have it
  // Parents whose change is lost, or the merge, which has what no parent has.
  std::vector<std::string> changed_by;
};

struct Triage {
  std::vector<Unit> units;              // by file, line, id
  std::vector<RemovedFunction> removed; // by id
  std::vector<LostGlobal> lost_globals; // by id
};

// Versions in the order of verdict::Question: base (if any), parents, merge
// last.
Triage triage(const std::vector<AnalysedVersion> &versions,
              const source::FileTable &files);

} // namespace mergeproof::impact
