// Whether a program could run a unit on a witness. What only impossible inputs
// show is no conflict.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <string>
#include <vector>

namespace mergeproof::portfolio {

// Why it could not, to follow "a difference was seen, but"; empty: it could.
//  - null, or the same object twice, where the function forbids it (nonnull,
//    "[static 2]", restrict);
//  - a number that some version's type cannot hold, or in a member that may
//    have been renamed;
//  - globals that some version cannot start with (initial_state.h);
//  - a pointer to a function whose address never comes there;
//  - an argv that is none (C11 5.1.2.2.1);
//  - where a version depends on memory that it never set, or one before the
//    merge counts a pointer far out of its object;
//  - an allocation that fails where the versions do not make the same ones:
//    which of them fails is decided anew in each.
std::string implausible(const verdict::Question &question,
                        const verdict::Witness &witness,
                        const std::vector<verdict::Observation> &observations);

// Why a violation says nothing, in the same words; empty: it does. It is seen
// in how far a pointer leads into an object only, and structs lie otherwise in
// some versions: that may be the same member.
std::string misplaced(const verdict::Question &question,
                      const verdict::Violation &violation);

} // namespace mergeproof::portfolio
