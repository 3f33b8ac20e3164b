// What the search and the engines say of a unit, as one result.
#pragma once

#include "verdict/unit_result.h"

namespace mergeproof::portfolio {

// A conflict that was seen against a proof is an internal error, and loud. Else
// a conflict stays, and the reasons of both are said.
verdict::UnitResult combine(verdict::UnitResult searched,
                            verdict::UnitResult proved);

// Whether nothing that is still to come could change it.
bool is_final(const verdict::UnitResult &result);

} // namespace mergeproof::portfolio
