// Whether the versions of a unit can start with the globals of a witness.
#pragma once

#include "verdict/question.h"
#include "verdict/witness.h"

#include <string>

namespace mergeproof::portfolio {

// Why not, to follow "a difference was seen, but"; empty: they can. A global
// that holds another value than its initial one is
//  - not one of those of which a version has others: with `lim` renamed to
//    `limit`, no program has the one value and not the other;
//  - not static and never written in a version.
std::string impossible_start(const verdict::Question &question,
                             const verdict::Witness &witness);

} // namespace mergeproof::portfolio
