// What relations of three variables are guessed to be made of: a sum, a
// difference, a bitwise operation.
#pragma once

#include "smt/term.h"

#include <string_view>

namespace mergeproof::relational {

inline constexpr std::string_view operations = "+-^|&";

// Wider than its operands may be.
smt::Bits composed(char operation, smt::Bits a, smt::Bits b);
smt::Term composed(smt::TermTable &table, char operation, smt::Term a,
                   smt::Term b);

} // namespace mergeproof::relational
