// How a joint run treats loops and callees.
#pragma once

namespace mergeproof::relational {

// Relate: loops of all versions in lock step. Product: also loops that are not
// (relational/loop_product.h). Unroll: a few turns, to look for inputs.
enum class LoopMode { Relate, Product, Unroll };
// Equal callees as uninterpreted functions, or every callee that can be
// inlined.
enum class Callees { Summarised, Inlined };

struct Strategy {
  LoopMode loops = LoopMode::Relate;
  Callees callees = Callees::Summarised;
  // False: the versions' bodies side by side, as if they shared nothing.
  bool uses_skeleton = true;
};

} // namespace mergeproof::relational
