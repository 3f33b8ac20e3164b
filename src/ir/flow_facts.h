// Small questions about the flow inside of a body; answers may be too careful.
#pragma once

#include "ir/program.h"

#include <set>

namespace mergeproof::ir {

// Whether control may reach the end of the sequence.
bool may_end(const Seq &seq);

// Variables that may be read before they are assigned, but those in `set`.
std::set<Symbol> unset_variables(const Seq &body, const std::set<Symbol> &set);

} // namespace mergeproof::ir
