// Several versions of a program, triaged; for the tests of impact.
#pragma once

#include "impact/triage.h"
#include "unit/align_program.h"

#include <deque>

namespace mergeproof::tests {

struct Merge {
  struct Version {
    source::Revision revision;
    ir::Program program;
    impact::CallGraph graph;
    impact::Closures closures;
  };
  std::deque<Version> versions;

  void add(const char *id, std::vector<ir::Function> functions,
           std::vector<ir::Global> globals = {},
           const impact::ClosureOptions &options = {}) {
    Version &version = versions.emplace_back();
    std::string text = id;
    version.revision = {.role = text == "O"   ? source::Role::Base
                                : text == "M" ? source::Role::Merge
                                              : source::Role::Parent,
                        .id = text};
    for (ir::Function &function : functions)
      version.program.functions[function.id] = std::move(function);
    for (ir::Global &global : globals)
      version.program.globals[global.id] = std::move(global);
    version.graph = impact::make_call_graph(version.program);
    version.closures =
        impact::compute_closures(version.program, version.graph, options);
  }

  impact::Triage triage(const source::FileTable &files = {}) const {
    std::vector<impact::AnalysedVersion> analysed;
    for (const Version &version : versions)
      analysed.push_back({version.revision, &version.program, &version.graph,
                          &version.closures});
    return impact::triage(analysed, files);
  }

  impact::Unit unit(ir::Symbol id) const {
    for (const impact::Unit &unit : triage().units)
      if (unit.id == id)
        return unit;
    return {};
  }
};

inline ir::Global make_global(ir::Context &context, std::string_view id,
                              std::vector<unsigned char> bytes) {
  ir::Global global;
  global.id = global.name = context.symbol(id);
  global.is_defined = true;
  global.size = bytes.size();
  global.bytes = std::move(bytes);
  return global;
}

} // namespace mergeproof::tests
