// Structured statements for a reducible graph (Ramsey, "Beyond Relooper:
// Recursive Translation of Unstructured Control Flow to Structured Control
// Flow", ICFP 2022, Fig. 1): the dominator tree is translated from its root. A
// block that several edges reach follows a Block, a block that a retreating
// edge reaches starts a Loop, any other is written where the edge is.
//
// We differ where a loop ends: blocks that the loop's head dominates but that
// are not in the loop follow it, as after a `while`; and a jump to what comes
// next anyway is not written.
#pragma once

#include "ir/flow_graph.h"

namespace mergeproof::ir {

// The end of the statements is the end of the graph. The graph is simplified
// and reducible.
Seq restructure(Context &context, const FlowGraph &graph,
                const std::function<Symbol(const char *)> &make_label);

} // namespace mergeproof::ir
