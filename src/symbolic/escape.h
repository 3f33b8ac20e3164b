// Which objects are only ever accessed by name: their address stands directly
// in loads, stores, copies and validity checks, never in a value.
#pragma once

#include "ir/program.h"

#include <set>

namespace mergeproof::symbolic {

struct Uses {
  std::set<ir::Symbol> escaping_globals;
  std::set<ir::Symbol> escaping_locals;
  // Whose address is stored, assigned or returned: pointers may outlive them.
  // What callees keep is not looked at.
  std::set<ir::Symbol> kept_locals;
  std::set<ir::Symbol> written_globals; // by a store whose address names it
  std::set<ir::Symbol> address_taken_functions;
};

// Whether the expression reads memory, or asks about it.
bool has_memory(const ir::Expr *e);

// Adds the locals whose address the value may be, or hold.
void collect_kept(const ir::Expr *value, std::set<ir::Symbol> &locals);

// Adds what the statements do.
void collect_uses(const ir::Seq &body, Uses &uses);

// The object an address is computed from: a LocalAddr or GlobalAddr expression,
// or null when it is a value.
const ir::Expr *root_of(const ir::Expr *address);

} // namespace mergeproof::symbolic
