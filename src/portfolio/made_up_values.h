// Values of names that a missing header defines (source/tree.h) are not known:
// a conflict is one whatever they are.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <string>

namespace mergeproof::portfolio {

// `has_sizes`: some struct's size was made up (portfolio/findings.h).
// Why the violation that the witness shows is none for other values, to follow
// "a difference was seen, but"; empty: it is one for all that were tried.
std::string needs_made_up_value(const verdict::Question &question,
                                const verdict::Witness &witness,
                                const verdict::Violation &violation,
                                bool has_sizes);

} // namespace mergeproof::portfolio
