// Who calls whom in one version, and which globals and types a function names.
//
// A direct call reaches its callee. A call through a pointer reaches every
// function whose address is taken somewhere in the program (in a body or in a
// global's initialiser) and that fits the call (ir/signature.h). So does a call
// that gives an external function, by type, something that leads to such
// functions (qsort(p, n, size, order)). A function that is named other than in
// a call may be called, too. Pointers to functions that come from files that
// were not read are not known here.
#pragma once

#include "ir/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::impact {

// What one function names itself, without what it reaches.
struct References {
  std::set<ir::Symbol> callees;   // of direct calls
  std::set<ir::Symbol> addresses; // functions whose address it takes
  std::set<ir::Symbol> globals;
  // Of calls through pointers: one of each number of arguments and signature.
  std::map<std::pair<std::size_t, ir::Symbol>, const ir::Call *> indirect;
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
  // Functions that call each other, callees first.
  std::vector<std::vector<ir::Symbol>> components;
};

CallGraph make_call_graph(const ir::Program &program);

} // namespace mergeproof::impact
