// Whether versions mean the same by a type, and use it as such: a place that
// one of them accesses as a number of some size is nothing else in another,
// whatever pointers lead there.
#pragma once

#include "verdict/question.h"

namespace mergeproof::symbolic {

// No function that the unit reaches by name converts pointers (ir::Function).
// And of the structs and unions by name that those functions and their
// variables reach, and of the variables: one's members begin as the other's, in
// every two versions. What is new, or added behind the members, is no
// disagreement.
bool do_types_agree(const verdict::Question &question);

} // namespace mergeproof::symbolic
