// Whether versions mean the same by a type, and use it as such: a place that
// one of them accesses as a number of some size is nothing else in another,
// whatever pointers lead there.
#pragma once

#include "verdict/question.h"

namespace mergeproof::symbolic {

// No function that the unit reaches by name converts pointers (ir::Function).
// And the structs by name that those functions and their variables reach, and
// the variables, are laid out alike in every two versions that have them.
bool do_types_agree(const verdict::Question &question);

} // namespace mergeproof::symbolic
