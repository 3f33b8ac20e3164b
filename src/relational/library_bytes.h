// What memcmp(), strncmp() and memchr() of a few bytes find, by these bytes.
#pragma once

#include "symbolic/universe.h"

#include <string_view>
#include <vector>

namespace mergeproof::relational {

// As a fact of `result`, of the function `name` for `inputs`: the arguments
// and, last, memory. memcmp: 0 where all bytes are the same, else with the sign
// of the first two that are not, as unsigned; strncmp: the same up to the first
// end; memchr: the first place of the byte, or null. Nothing of others, and of
// calls whose count is not a small constant.
void assume_bytes(symbolic::Universe &universe, std::string_view name,
                  const std::vector<smt::Term> &inputs, smt::Term result);

} // namespace mergeproof::relational
