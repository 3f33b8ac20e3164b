// Whether the versions of a unit can be given the same inputs.
//
// Inputs are shared by position. Where parameters or the result differ, a
// difference in behaviour says nothing about the merge: the argument that one
// version takes has no counterpart in another. Such a unit is judged through
// its callers, which see the arguments it is really given.
#pragma once

#include "verdict/question.h"

#include <string>

namespace mergeproof::verdict {

// Whether the versions differ in their parameters and in nothing else that
// signature_problem() finds.
bool has_other_parameters(const Question &question);

// Empty when all versions take and give the same types; else what differs.
std::string signature_problem(const Question &question);

} // namespace mergeproof::verdict
