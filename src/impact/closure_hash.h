// Functions with everything they can reach, as hashes (ARCHITECTURE,
// section 4.1).
//
// Law: two functions, of whatever versions, with the same closure behave the
// same: for equal arguments, memory and results of external calls, equal
// observables. The converse is not promised.
//
// A closure covers the function's own text (impact/body_hash.h), the closures
// of all functions that it calls, may call through pointers or takes the
// address of, and the size and initial contents of all globals that it or they
// name, through relocations. Functions without a body count by id, signature
// and what the caller says of them. Functions and globals that reach each other
// are hashed together.
//
// An Opaque statement tells nothing about the code behind it. The function is
// then comparable only if the caller supplies a hash of its text, and it is
// taken to reach everything, or what `opaque_references` says.
#pragma once

#include "impact/call_graph.h"
#include "impact/digest.h"
#include "ir/program.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace mergeproof::impact {

struct ClosureOptions {
  // Of everything the opaque statements of the function could mean: its source
  // after preprocessing. Absent: a function with Opaque equals nothing.
  std::function<std::uint64_t(const ir::Function &)> opaque_hash;
  // Ids of functions and globals that this source may mention. Absent: all.
  std::function<std::vector<ir::Symbol>(const ir::Function &)>
      opaque_references;
  // What stands behind a function or global that is only declared, in this
  // version; equal numbers mean the same. Absent: nothing that changes.
  std::function<std::uint64_t(const ir::Function &)> declared_function;
  std::function<std::uint64_t(const ir::Global &)> declared_global;
};

// Functions that are not in the program that is looked at: no call through a
// pointer reaches them. Absent: none.
using IsElsewhere = std::function<bool(ir::Symbol)>;

struct Closure {
  Hash128 own;     // its own text or contents; what it names counts by id
  Hash128 closure; // not comparable when something reached is not
};

struct Closures {
  std::map<ir::Symbol, Closure> functions; // the nodes of the call graph
  std::map<ir::Symbol, Closure> globals;
  // What calls through pointers were not taken to reach. Absent: nothing.
  IsElsewhere is_elsewhere;

  const Closure *find_function(ir::Symbol id) const;
  const Closure *find_global(ir::Symbol id) const;
};

class ClosureItems;

// For parts of one program, which outlives it with its graph: what a function
// is by itself is worked out once.
class ClosureComputer {
public:
  ClosureComputer(const ir::Program &program, const CallGraph &graph,
                  const ClosureOptions &options = {});
  ClosureComputer(ClosureComputer &&) noexcept;
  ~ClosureComputer();

  Closures run(const IsElsewhere &is_elsewhere = {}) const;

private:
  std::unique_ptr<const ClosureItems> items_;
};

Closures compute_closures(const ir::Program &program, const CallGraph &graph,
                          const ClosureOptions &options = {});

// The functions and globals of `program` whose source names are words of
// `text`: for opaque_references.
std::vector<ir::Symbol> find_mentioned(const ir::Program &program,
                                       std::string_view text);

} // namespace mergeproof::impact
