// Changes an input so that two numbers which a run compared come to be equal,
// or just not so: what was compared is looked for in the input, and the other
// side put in its place. (Input-to-state correspondence: Aschermann et al.,
// REDQUEEN, NDSS 2019, section III-A.)
#pragma once

#include "check/random.h"
#include "check/search.h"
#include "interp/coverage.h"

namespace mergeproof::testgen {

// False: the input has nothing of the kind, and stays as it is. Looked for are
// numbers, those that bytes in a row are, characters of the text, numbers that
// it spells out, and its length.
bool follow_comparison(check::InputRecipe &recipe,
                       const interp::Comparison &comparison,
                       check::Random &random);

} // namespace mergeproof::testgen
