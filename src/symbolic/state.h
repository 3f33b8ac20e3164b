// What one version knows at one point of a symbolic run: every value as a term
// over the inputs that all versions share.
//
// A state carries its guard: the condition under which the version is at this
// point. States that meet are joined value by value with if-then-else, so a
// version is always in exactly one state per program point, and versions that
// take different branches stay comparable.
#pragma once

#include "smt/term.h"

#include <map>
#include <string_view>

namespace mergeproof::symbolic {

using smt::Term;
using smt::TermTable;
using Values = std::map<std::string_view, Term>;

// The region of all memory that inputs, pointers and externals can reach; other
// regions are single objects whose address never leaves direct accesses.
inline constexpr std::string_view shared_region = "";
// What that is after a call that may have written it: a function of the event
// and of what it was.
inline constexpr std::string_view memory_after_call =
    "memory after an external call";

struct State {
  Term guard = nullptr;   // Bool
  Values variables;       // of the function that runs now, by aligned name
  Values regions;         // memories
  Values alive;           // local objects: Bool
  Term world = nullptr;   // token: the external calls so far
  Term objects = nullptr; // token: allocations and frees so far

  bool is_dead() const { return guard->is_false(); }
};

// A private region before anything was written to it.
Term unwritten_region(TermTable &table, std::string_view name);

// The state of whoever of the two is there: `yes` where `condition` holds.
// Their guards exclude each other, and yes.guard implies condition.
State join(TermTable &table, Term condition, const State &yes, const State &no);

} // namespace mergeproof::symbolic
