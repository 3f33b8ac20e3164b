// What impact finds out about the functions of a program, for tests that ask
// engines about it.
#pragma once

#include "impact/call_graph.h"
#include "impact/closure_hash.h"
#include "verdict/question.h"

#include <memory>

namespace mergeproof::tests {

// Nothing is opaque, no address is handed out, and any function may name any
// global.
inline std::shared_ptr<const verdict::Facts>
make_facts(const ir::Program &program) {
  auto facts = std::make_shared<verdict::Facts>();
  impact::CallGraph graph = impact::make_call_graph(program);
  impact::Closures closures = impact::compute_closures(program, graph);
  for (const auto &[id, closure] : closures.functions) {
    verdict::FunctionFacts known;
    known.closure[0] = closure.closure.high;
    known.closure[1] = closure.closure.low;
    known.is_recursive = graph.nodes.at(id).is_recursive;
    known.has_opaque = false;
    known.hands_out.clear();
    for (const auto &[name, global] : program.globals)
      known.globals.insert(name);
    (*facts)[id] = known;
  }
  return facts;
}

} // namespace mergeproof::tests
