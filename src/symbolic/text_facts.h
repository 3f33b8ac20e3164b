// What the length of a text says of its bytes: none of those before its end
// is 0, and if any is, its end is.
#pragma once

#include "smt/term.h"

#include <vector>

namespace mergeproof::symbolic {

// For bytes that `reachable`, the terms of a question, reads at a known
// distance from the begin of a text whose length they have; of a few of them.
// Where strlen() traps any length is as good: that says nothing of memory which
// is not so already.
std::vector<smt::Term> text_facts(smt::TermTable &table,
                                  const std::vector<smt::Term> &reachable);

} // namespace mergeproof::symbolic
