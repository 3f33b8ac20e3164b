// The path conditions of a unit's versions, and which of the rules on sets they
// break (symbolic merge conflicts, section IV-D).
//
// Elements of different versions with the same number are equivalent: the
// versions do the same, on the same inputs. For n parents:
//   CF-k    P_k \ P_O ⊆ P_M     what parent k added is in the merge
//   CF-all  P_A ∩ … ⊆ P_M       what all parents have is in the merge
// The rules depend on how versions split their inputs into paths; the verdict
// of a unit does not: it compares what versions do on the same inputs.
#pragma once

#include <string>
#include <vector>

namespace mergeproof::verdict {

struct PathElement {
  std::string condition; // "x < 0 && p->next == NULL"
  std::string effect;    // "returns x + 1; p->x = 3"
  unsigned number = 0;   // from 1; the same for equivalent ones
};

struct PathsOfVersion {
  std::string version; // "A"
  std::vector<PathElement> elements;
  // Why not every path is listed; empty: every one is.
  std::string why_incomplete;
};

struct PathRule {
  std::string name;             // "CF-A", "CF-B", "CF-AB"
  std::vector<unsigned> broken; // numbers of the elements the merge lacks
};

struct PathTable {
  std::vector<PathsOfVersion> versions; // in the question's order
  std::vector<PathRule> rules;
  unsigned elements = 0; // that are not equivalent
  // Pairs of elements that could not be compared, counted as not equivalent.
  unsigned undecided = 0;

  // How many elements break some rule: "violated", of `elements`, as in the
  // paper's Table I.
  unsigned violated() const;
};

} // namespace mergeproof::verdict
