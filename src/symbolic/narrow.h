// Addresses in memory with 4-byte pointers (ir/layout.h), as terms.
//
// Which numbers addresses have is not known: two functions that are the same in
// every version, and the inverse of each other. Constants are no addresses and
// stay as they are.
// Assumes InObjectArithmetic: an address that was stored led into an object or
// next to it, and so is what is loaded again.
#pragma once

#include "smt/term.h"

#include <string_view>

namespace mergeproof::symbolic {

smt::Term to_number(smt::TermTable &table, smt::Term address); // 32 bits
smt::Term to_address(smt::TermTable &table, smt::Term number); // 64 bits

} // namespace mergeproof::symbolic
