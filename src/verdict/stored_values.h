// What a variable of one file may ever hold, where all that writes it stores
// constants, or sets and clears bits of what it holds.
//
//   static int state;                       {0, 1, 2}: nothing else
//   void start(void) { state = RUNNING; }   gives it another value
//   void stop(void) { state = ENDED; }
#pragma once

#include "ir/program.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace mergeproof::verdict {

using StoredValues = std::set<std::uint64_t>;

// By its bytes, the lowest first in the number. None: anything, or too many. Of
// a static variable of at most eight bytes whose address nothing takes, and
// that nothing but functions names; all functions that name it. Where it may
// begin with others than its initial value, with what these come to, too.
std::optional<StoredValues>
stored_values(const std::vector<const ir::Function *> &users,
              const ir::Global &global, const StoredValues &others = {});

} // namespace mergeproof::verdict
