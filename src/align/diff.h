// Edit generation (SafeMerge, Algorithm 2 and, for diff2, Algorithm 3).
//
// All inputs use the same names: locals and labels that correspond are equal
// already. Holes of a skeleton are numbered depth-first.
#pragma once

#include "align/alignment.h"

#include <vector>

namespace mergeproof::align {

// The difference of a version and a skeleton. Laws (Algorithm 3, `Ensures`):
//   plug(skeleton, version_edit) is the version,
//   plug(skeleton, skeleton_edit) is the old skeleton: its fills contain the
//   old holes, each once.
struct Diff {
  ir::Seq skeleton;
  Edit version_edit;
  Edit skeleton_edit;
};
Diff diff2(ir::Context &context, const ir::Seq &version,
           const ir::Seq &skeleton);

// Compose: plug(plug(S, outer), inner) is plug(S, compose(outer, inner)).
Edit compose(ir::Context &context, const Edit &outer, const Edit &inner);

struct SharedProgram {
  ir::Seq skeleton;
  std::vector<Edit> edits;
};

// GenEdit: one more version.
SharedProgram gen_edit(ir::Context &context, const SharedProgram &shared,
                       const ir::Seq &version);

SharedProgram ndiff(ir::Context &context, const std::vector<ir::Seq> &versions);

} // namespace mergeproof::align
