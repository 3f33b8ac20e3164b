// Changes of single numbers of an input that keep all others: a bit, a little
// more or less, a number that the code knows, the value of another one.
#pragma once

#include "check/constants.h"
#include "check/random.h"
#include "check/search.h"

namespace mergeproof::testgen {

// False: the input has no numbers, and stays as it is.
bool change_number(check::InputRecipe &recipe,
                   const check::Constants &constants, check::Random &random);

} // namespace mergeproof::testgen
