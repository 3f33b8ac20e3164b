// Where the addresses of static functions go, as far as variables carry them.
//
//     static void one(void) {…}
//     static void run(void (*test)(void)) { test(); }
//     int main(void) { run(one); }
//
// The address of one() is only ever an argument of run(), which calls it: no
// other call through a pointer reaches one(). Such a function is *confined*:
// its address is named only where it is an argument of a defined function, a
// parameter that holds it is only called, compared, copied to variables and
// given on to such parameters, and its file was understood as a whole.
// In memory, in a result, in the hands of an external it is not confined.
//
// A function of a whole program, flow- and context-insensitive (Andersen's
// analysis without memory).
#pragma once

#include "ir/program.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mergeproof::impact {

// Whether all places that may name a static function are in the program: that
// its file, and all that the compiler reads with it, was understood as a whole,
// and that no other file includes it.
using IsAllSeen = std::function<bool(const ir::Function &)>;

class FunctionFlow {
public:
  // Keeps no reference to the program.
  FunctionFlow(const ir::Program &program, const IsAllSeen &is_all_seen);

  bool is_confined(ir::Symbol function) const {
    return confined_.contains(function);
  }
  // Whether a confined function's address may be in a variable of `caller`.
  bool may_hold(ir::Symbol caller, ir::Symbol variable,
                ir::Symbol function) const;

private:
  using Place = std::pair<ir::Symbol, ir::Symbol>; // a function's variable
  std::map<ir::Symbol, std::set<Place>> confined_; // where each one may be
};

// Whether values may go where the body of a function does not show it.
bool hides_flow(const ir::Function &function);

// The variables whose value an expression may have as it is.
std::set<ir::Symbol> variables_behind(const ir::Expr &expr);

} // namespace mergeproof::impact
