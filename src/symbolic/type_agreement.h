// Whether versions mean the same by a type: a place that one of them accesses
// as a number of some size is nothing else in another, whatever pointers lead
// there.
#pragma once

#include "verdict/question.h"

namespace mergeproof::symbolic {

// Of the structs and unions by name that the unit, what it calls by name, and
// their variables reach: one's members begin as the other's, in every two
// versions. What is new, or added behind the members, is no disagreement.
bool do_types_agree(const verdict::Question &question);

} // namespace mergeproof::symbolic
