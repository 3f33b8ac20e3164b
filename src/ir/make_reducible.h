// Gives every cycle of a graph one entry, so that it can become a Loop.
//
//   goto in;                         b;                    (copied)
//   while (c) { a; in: b; }    ->    while (c) { a; b; }
//
// A cycle with several entries keeps the one that was written first. Blocks
// that the others reach in it are copied; where that would make too much, a
// selector says which entry is meant and one new block, the only entry then,
// tests it. The graph stays the same program.
#pragma once

#include "ir/flow_graph.h"

namespace mergeproof::ir {

struct ReducibleOptions {
  std::size_t max_copied = 200; // statements, in all
  std::function<Symbol(const char *)> make_label;
  std::function<Symbol()> make_selector; // a variable of selector_scalar
};

inline constexpr Scalar selector_scalar = make_int(32);

void make_reducible(Context &context, FlowGraph &graph,
                    const ReducibleOptions &options);

} // namespace mergeproof::ir
