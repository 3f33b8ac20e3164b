// Control flow that is not structured: blocks of structured statements, joined
// by edges, as `goto` and `switch` make them.
//
//   goto in;                      0: next 2
//   while (c) { a; in: b; }       1: test c -> 3, next 4
//                                 2: b        next 1
//                                 3: a        next 2
//                                 4: the end
//
// An edge runs statements of its own: objects whose scope it leaves or enters
// end and begin there. A block may be left in its middle as well: by a Break to
// the label of one of its exits, which no Loop or Block carries.
#pragma once

#include "ir/context.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace mergeproof::ir {

struct FlowEdge {
  Seq code;
  std::size_t target = 0;
};

struct FlowTest {
  const Expr *condition;
  FlowEdge edge;
};

struct FlowBlock {
  Seq code;
  std::map<Symbol, FlowEdge> exits;
  std::vector<FlowTest> tests;  // after the code: the first that holds
  std::optional<FlowEdge> next; // none holds; absent: that is not reached
  source::Span span;
  // The code is a jump out of the graph, written wherever an edge comes here.
  bool is_jump_out = false;
};

struct FlowGraph {
  std::vector<FlowBlock> blocks;
  std::size_t entry = 0;
  std::size_t end = 0; // an empty block: what follows the graph
};

// f(edge) on the exits, the tests and the next of a block.
template <typename Block, typename F>
void for_each_edge(Block &block, F &&f) {
  for (auto &[label, edge] : block.exits)
    f(edge);
  for (auto &test : block.tests)
    f(test.edge);
  if (block.next)
    f(*block.next);
}

using Successors = std::vector<std::vector<std::size_t>>;
Successors successors_of(const FlowGraph &graph);

// Tests of constants go, edges through empty blocks lead to where those lead,
// and blocks that nothing reaches are emptied.
void simplify(FlowGraph &graph);

// The statements with every Loop and Block labelled anew.
Seq with_new_labels(Context &context, const Seq &seq,
                    const std::function<Symbol(const char *)> &make_label);

// The statements with what `replace` gives for some of them; where it gives
// nothing, a statement stays and those inside it are looked at.
Seq replace_statements(
    Context &context, const Seq &seq,
    const std::function<std::optional<Seq>(const Stmt &)> &replace);

} // namespace mergeproof::ir
