// Functions that call themselves last, as loops.
//
//     f(n, a) {                              f(n, a) {  loop L {
//       if (n == 0) return a;          ==>     if (n == 0) return a;
//       return f(n - 1, a + n);                n, a = n - 1, a + n;  continue
//       L;
//     }                                      } }
//
// Also where only a wrapping operation, which may be done in any order, follows
// the call (`return n * f(n - 1)`): what it would still do is kept in a
// variable of its own.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <optional>

namespace mergeproof::relational {

// The function without calls of itself; none when it has none, or others than
// these.
std::optional<ir::Function> as_loop(ir::Context &context,
                                    const ir::Function &function);

} // namespace mergeproof::relational
