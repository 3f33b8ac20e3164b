// What the versions of a unit do on a witness: the oracle of the project.
//
// Observables of a version that returned (verdict/observation.h):
//   "outcome"         "returned", "trapped: division by zero", "exited(3)",
//                     "did not return"
//   "return value"    "-1", "&*p+4", "null", "fresh object", "\"text\"";
//                     "return value.x" for each cell of a struct
//   "*p", "p->x",     every cell of the witness's objects, by the type that the
//   "p[3]"            parameter gives them, as long as they live
//   "lifetime of *p"  "alive" or "freed", of each of these objects
//   "global count"    every cell of the non-const globals that any version of
//                     the unit may reach; no static locals, no string literals
//   "*return value",  objects that the run allocated and left reachable, by the
//   "p->next->x"      first way to them
//   "external calls"  "log(3); send(\"text\")", or "none"
// Of an object's cells the first 64 are always listed, the others when they
// differ from what the object starts with in the first version: a missing one
// is equal in all versions that lack it. The same rule holds in every version,
// so two observations of one question and witness are equal where the versions
// agree.
//
// Not valid: an opaque statement ran, it did not end within the limits, or the
// version has no such function.
#pragma once

#include "interp/executable.h"
#include "interp/machine.h"
#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <memory>
#include <set>
#include <vector>

namespace mergeproof::interp {

// Compiles each function once for any number of witnesses. The question
// outlives it.
class Oracle {
public:
  explicit Oracle(const verdict::Question &question, Limits limits = {});

  verdict::Observation observe(std::size_t version,
                               const verdict::Witness &witness) const {
    return observe(version, witness, nullptr);
  }
  // The same; adds what the run goes through to `coverage`.
  verdict::Observation observe(std::size_t version,
                               const verdict::Witness &witness,
                               Coverage *coverage) const;
  // What the versions do, in the question's order; where one is not valid,
  // those behind it do not run, and are not valid either. Left out is memory
  // that holds in every version what it began with, and began alike: it differs
  // nowhere. `witnesses`, and `coverage` if it is not null: one per
  // version.
  std::vector<verdict::Observation>
  observe_changes(const std::vector<verdict::Witness> &witnesses,
                  std::vector<Coverage> *coverage) const;
  // One per version, in the question's order.
  std::vector<verdict::Observation>
  observe_all(const verdict::Witness &witness) const;

private:
  struct Run;
  struct Places {
    std::set<ir::Symbol> globals;
    std::set<std::uint32_t> inputs; // objects of the witness, by index
  };
  void note_globals(const verdict::VersionOfUnit &version, ir::Symbol unit);
  void link(const ir::Program &library);
  std::unique_ptr<Run> run(std::size_t version, const verdict::Witness &witness,
                           Coverage *coverage) const;
  void list_state(Run &run, const Places &places) const;
  Places find_changed(const std::vector<std::unique_ptr<Run>> &runs) const;
  bool begins_alike(ir::Symbol global) const;

  const verdict::Question &question_;
  Limits limits_;
  std::vector<std::unique_ptr<Executable>> executables_;
  std::set<ir::Symbol> globals_; // whose contents are observables
  std::set<ir::Symbol> unlike_;  // of these, those that begin differently
  std::set<ir::Symbol> real_;    // functions of the library that run
};

// The same for one question, version and witness.
verdict::Observation observe(const verdict::Question &question,
                             std::size_t version,
                             const verdict::Witness &witness,
                             const Limits &limits = {});

} // namespace mergeproof::interp
