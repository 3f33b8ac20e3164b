// Which edits make a conflict: without any one of them it is none; where there
// is more than one reason for it, edits that are enough for what the merge
// does.
//
// Tried on the conflict's own input, in the interpreter: the same rule must be
// broken for the same parent at the same observable, inherently or not.
#pragma once

#include "blame/edit_space.h"
#include "verdict/unit_result.h"
#include "verdict/witness.h"

namespace mergeproof::blame {

// Edits that are enough, of which none can be spared.
// Nothing: not known (the interpreter does not show the conflict, or there are
// too many edits).
std::optional<Edits> find_enough(const EditSpace &space,
                                 const verdict::Question &question,
                                 const verdict::Witness &witness,
                                 const verdict::Violation &violation);

struct Blame {
  // By version and place. Empty: not known, or there is no base.
  std::vector<verdict::BlamedEdit> edits;
  // Taken back alone, each of them ends the conflict. Else all others can be
  // taken back, and the merge still does the same.
  bool is_needed = true;
};

Blame find_blame(const verdict::Question &question,
                 const verdict::Witness &witness,
                 const verdict::Violation &violation);

} // namespace mergeproof::blame
