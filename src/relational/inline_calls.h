// Puts the bodies of callees in the place of their calls.
//
//     x = f(a + 1);        ==>   block f {  n = a + 1;
//                                           …  x = n * 2; break f;  }
//
// Law: the function behaves as before on every input (tests/laws). Names of the
// callee are kept where the caller does not use them, so that a body which
// somebody put there by hand looks the same.
//
// A call stays where the callee is variadic, is on its way already (recursion),
// is given other types than it takes, or may end without the value that is
// used.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <cstddef>
#include <functional>

namespace mergeproof::relational {

struct InlineLimits {
  unsigned depth = 8;
  std::size_t statements = 1'500; // of the result, about
  // Whether a check in front of the call goes with it, as its body does it
  // itself. Empty: all stay.
  std::function<bool(const ir::Check &check, const ir::Call &call)> goes_with =
      nullptr;
};

// The function whose body is taken, the callee or one that behaves the same;
// null: the call stays. `callee`: null where the program does not define it.
using BodyOf = std::function<const ir::Function *(const ir::Call &call,
                                                  const ir::Function *callee)>;

// Names of the result are unique in it, as of any function.
ir::Function inline_calls(ir::Context &context, const ir::Program &program,
                          const ir::Function &function, const BodyOf &body_of,
                          const InlineLimits &limits = {});

} // namespace mergeproof::relational
