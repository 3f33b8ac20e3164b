// Inputs as a person reads them: "x" -> "-1", "*p" -> "{ 3, 0, 7 }".
#pragma once

#include "verdict/question.h"
#include "verdict/witness.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::portfolio {

std::map<std::string, std::string>
describe_inputs(const verdict::Question &question,
                const verdict::Witness &witness);

// Externals of which the witness says what they return: by name, once each.
std::vector<std::string> scripted_functions(const verdict::Question &question,
                                            const verdict::Witness &witness);

} // namespace mergeproof::portfolio
