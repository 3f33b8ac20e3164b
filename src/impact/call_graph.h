// Who calls whom in one version, and which globals and types a function names.
//
// A direct call reaches its callee. A call through a pointer reaches every
// function whose address is taken somewhere in the program (in a body or in a
// global's initialiser), that fits the call (ir/signature.h) and whose address
// may come to it (impact/function_flow.h). So does a call
// that gives an external function, by type, something that leads to such
// functions (qsort(p, n, size, order)). A function that is named other than in
// a call may be called, too. Pointers to functions that come from files that
// were not read are not known here.
#pragma once

#include "impact/function_flow.h"
#include "impact/numbered_graph.h"
#include "ir/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::impact {

// Calls through pointers of one kind: one of them, and the variables that the
// addresses stand in.
struct IndirectCalls {
  const ir::Call *call = nullptr;
  std::set<ir::Symbol> variables;
};

// What one function names itself, without what it reaches.
struct References {
  std::set<ir::Symbol> callees;   // of direct calls
  std::set<ir::Symbol> addresses; // functions whose address it takes
  std::set<ir::Symbol> globals;
  // Of calls through pointers, by number of arguments and signature.
  std::map<std::pair<std::size_t, ir::Symbol>, IndirectCalls> indirect;
  // By callee of direct calls: the arguments (from 0) that are no constants.
  std::map<ir::Symbol, std::set<std::size_t>> computed_arguments;
  std::set<std::string> types; // structs and unions of its variables, as in C
};
References find_references(const ir::Function &function);

struct CallNode {
  References named;
  std::set<ir::Symbol> indirect; // whom calls through pointers may reach
  std::set<ir::Symbol> callees;  // direct and indirect
  std::set<ir::Symbol> callers;
  bool is_recursive = false; // may call itself, at whatever depth
};

struct CallGraph {
  // Every function of the program, and ids that are called without a
  // declaration.
  std::map<ir::Symbol, CallNode> nodes;
  std::set<ir::Symbol> address_taken;
  // Of these, those that only the calls of `nodes` reach, whatever an input
  // may be (impact/function_flow.h).
  std::set<ir::Symbol> confined;
  // Functions that call each other, callees first.
  std::vector<std::vector<ir::Symbol>> components;
  NumberedGraph calls; // every node, and whom it calls
  NumberedGraph names; // functions and globals, and what they name
};

CallGraph make_call_graph(const ir::Program &program,
                          const IsAllSeen &is_all_seen = {});

// The functions that these can call, with them.
std::set<ir::Symbol> reach(const CallGraph &graph,
                           const std::vector<ir::Symbol> &from);

// The same without calls through pointers to what no function and no global on
// the way names.
std::set<ir::Symbol> reach_by_name(const CallGraph &graph,
                                   const std::vector<ir::Symbol> &from);

} // namespace mergeproof::impact
