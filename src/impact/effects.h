// What a function may do with everything it can reach: a summary that is never
// too small (an over-approximation, least fixpoint over the call graph).
//
// An external reads and writes memory, allocates and frees, and is an event,
// but for those of the library that ir/library.def knows better; as everywhere
// in the IR it neither traps nor, unless declared noreturn, ends the program. A
// call through a pointer is an external and every known target at once. A
// function with Opaque may do everything.
#pragma once

#include "impact/call_graph.h"
#include "ir/global_set.h"
#include "ir/program.h"

#include <map>

namespace mergeproof::impact {

struct Effects {
  bool reads_memory = false;    // that outlives the call, or asks what is valid
  bool writes_memory = false;   // that outlives the call
  bool has_events = false;      // calls externals that are events
  bool calls_back = false;      // such that may call functions of the program
  bool calls_library = false;   // functions whose effect is known, or externals
  bool sets_errno = false;      // by functions that are no events otherwise
  bool asks_errno = false;      // may depend on it
  bool changes_objects = false; // allocates or frees
  // Signatures of functions whose addresses it may give to externals; "": any.
  std::set<std::string> hands_out;
  bool may_trap = false;
  bool may_exit = false;       // exit(), or an external that does not return
  bool may_not_return = false; // contains a loop or a recursion
  bool has_opaque = false;
  bool is_recursive = false; // or calls what is
  // That it or what it calls can name; not kept up with has_opaque, which may
  // reach all of them.
  ir::GlobalSet globals;
  ir::Symbol opaque_in; // with has_opaque: one whose own body has opaque code

  bool operator==(const Effects &) const = default;
  void add(const Effects &other);
};

// For every node of the graph.
std::map<ir::Symbol, Effects> summarise_effects(const ir::Program &program,
                                                const CallGraph &graph);

} // namespace mergeproof::impact
