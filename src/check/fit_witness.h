// A witness as one version takes it: its arguments in that version's order and
// widths, its objects in that version's layout and with its types.
//
// A witness is written in the layout of the merge. Where a version declares a
// struct differently, fields are matched by name; a field that only the version
// has holds zeros. Members that may have been renamed are not told apart: where
// they hold anything else, the versions' inputs may not be the same.
#pragma once

#include "check/signature.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::check {

struct FittedObject {
  std::string label;
  const ir::Type *type = nullptr; // of one element; null: unknown
  verdict::WitnessBytes contents;
  std::string named = {}; // an id, as the witness has it; empty: none
};

struct FittedWitness {
  std::vector<verdict::WitnessBytes> arguments;
  std::vector<FittedObject> objects;
  std::map<std::string, verdict::WitnessBytes> globals; // those it has
  // False: some number does not fit its type in this version, or is another
  // enumerator there, or some member may go by another name.
  bool keeps_values = true;
};

// Which version a witness is laid out for: the merge, or the last one.
const verdict::VersionOfUnit &reference(const verdict::Question &question);

// The same as a witness that the version can be run on as it stands.
verdict::Witness refit(const verdict::Question &question,
                       const verdict::VersionOfUnit &version,
                       const verdict::Witness &witness);

FittedWitness fit_witness(const verdict::Question &question,
                          const verdict::VersionOfUnit &version,
                          const verdict::Witness &witness);

} // namespace mergeproof::check
