// What a joint run carries along: the versions on their way, the functions they
// run in, and how they left them.
#pragma once

#include "align/alignment.h"
#include "symbolic/machine.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::relational {

using smt::Term;
using smt::TermTable;
using symbolic::State;

// Why the engine gives up: ends the run, becomes Verdict::reason.
struct GiveUp {
  enum class Kind {
    Beyond,     // what this mode cannot follow; perhaps only on some paths
    OpaqueCode, // no mode can: code that is not understood
    Limit       // of terms or questions
  };
  std::string reason;
  Kind kind = Kind::Beyond;
};

// One version on its way through the code.
struct Lane {
  std::size_t version = 0;
  State state;
};
using Lanes = std::vector<Lane>;

struct Leave {
  State state;
  Term value = nullptr; // of a return, or null
};

// All returns of a function as one; dead when there is none.
Leave join_returns(TermTable &table, const std::vector<Leave> &returns);

// A running function: the unit, or a callee that is inlined.
struct Frame {
  const align::Alignment *alignment = nullptr; // null: a single version
  struct Version {
    const ir::Function *function = nullptr;
    symbolic::FrameNames names;
  };
  std::vector<Version> versions;                                  // by version
  std::vector<std::vector<Leave>> returns;                        // by version
  std::vector<std::map<std::string, std::vector<State>>> pending; // by version
  unsigned depth = 0;
};

// Throws GiveUp unless every path that left something has arrived somewhere:
// what is lost would be no path of the version, and whatever is claimed would
// hold there.
void refuse_lost_paths(const Frame &frame);

// How versions end other than by returning.
struct Exit {
  Term guard, code, world; // world: the external calls until then
};
struct Ending {
  std::vector<Term> traps; // guards
  std::vector<Exit> exits;
};

struct RunResult {
  std::vector<Leave> returned; // by version: all returns joined; dead if none
  std::vector<Ending> endings;
  // Of values behind a loop only relations are known, not what they are made
  // of.
  bool has_loop_values = true;
};

// Where a run with few loop turns did not follow a version.
struct LeftOut {
  Term guard = nullptr;
  std::string why;
};

} // namespace mergeproof::relational
