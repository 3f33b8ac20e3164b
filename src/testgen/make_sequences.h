// Which sequences of calls are worth trying for a unit.
//
// Objects that the unit takes are made by functions that return one, or filled
// by functions that take one; other functions of the module come before the
// unit (those that a parent changed first) or look at what it left. What is no
// object is an input. Of two versions only functions that are the same in both
// are called with the unit. A unit with state of its own (a static local) is
// called twice.
#pragma once

#include "testgen/sequence.h"
#include "verdict/question.h"

#include <cstdint>
#include <vector>

namespace mergeproof::testgen {

struct UnitSequence {
  Sequence whole;
  // The same without the unit, each looking at another thing: where one of them
  // shows a conflict, the conflict is not the unit's.
  std::vector<Sequence> without;
  // Some call may give memory back, and others follow, or are to look at it:
  // who goes on with the object then may be wrong, and not the merge.
  bool may_release = false;
};

enum class SequencePurpose {
  // Inputs for a unit that several parents change.
  Inputs,
  // A meeting: the unit is changed by some parents, and what is called with it
  // by another, so that only who calls both can see that they do not fit (TOM,
  // section 3.2: effects of different parents meet).
  Meeting
};

// At most `most`, the most promising first. All functions in it are there in
// every version, and take and return the same.
std::vector<UnitSequence>
make_sequences(const verdict::Question &question, std::size_t most,
               SequencePurpose purpose = SequencePurpose::Inputs);

// The parents in which a function, with all that it calls, is not what it is in
// base: bit 1 << v for version v. 0 without a base.
std::uint32_t changed_by(const verdict::Question &question, ir::Symbol id);

} // namespace mergeproof::testgen
