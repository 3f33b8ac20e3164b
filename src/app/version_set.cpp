#include "app/version_set.h"

#include "app/opaque_text.h"
#include "impact/effects.h"

#include <algorithm>

namespace mergeproof::app {
namespace {

verdict::FunctionFacts make_facts(const impact::Closure &closure,
                                  const impact::Effects &effects) {
  verdict::FunctionFacts facts;
  facts.closure[0] = closure.closure.high;
  facts.closure[1] = closure.closure.low;
  facts.reads_memory = effects.reads_memory;
  facts.writes_memory = effects.writes_memory;
  facts.has_events = effects.has_events;
  facts.changes_objects = effects.changes_objects;
  facts.hands_out = effects.hands_out;
  facts.may_trap = effects.may_trap;
  facts.may_exit = effects.may_exit;
  facts.is_recursive = effects.is_recursive;
  facts.has_opaque = effects.has_opaque;
  facts.globals = effects.globals;
  return facts;
}

// The externals of these names, and what reaches them.
std::set<ir::Symbol> callers_of(const ir::Program &program,
                                const impact::CallGraph &graph,
                                const std::set<std::string> &names) {
  std::set<ir::Symbol> seen;
  std::vector<ir::Symbol> waiting;
  for (const auto &[id, function] : program.functions)
    if (!function.is_defined && names.contains(std::string(function.name)))
      if (seen.insert(id).second)
        waiting.push_back(id);
  while (!waiting.empty()) {
    auto node = graph.nodes.find(waiting.back());
    waiting.pop_back();
    if (node == graph.nodes.end())
      continue;
    for (ir::Symbol caller : node->second.callers)
      if (seen.insert(caller).second)
        waiting.push_back(caller);
  }
  return seen;
}

std::shared_ptr<const verdict::Facts>
make_facts(const ir::Program &program, const impact::CallGraph &graph,
           const impact::Closures &closures,
           const std::set<std::string> &names) {
  auto facts = std::make_shared<verdict::Facts>();
  std::set<ir::Symbol> unread = callers_of(program, graph, names);
  for (const auto &[id, effects] : impact::summarise_effects(program, graph))
    if (const impact::Closure *closure = closures.find_function(id)) {
      verdict::FunctionFacts made = make_facts(*closure, effects);
      made.calls_unread = unread.contains(id);
      facts->emplace(id, std::move(made));
    }
  return facts;
}

// Of the changes that a name reaches, this version has its own ones; the base
// none, the merge all.
std::uint64_t present_changes(const git::MergeInput &input, std::size_t version,
                              std::uint32_t reached) {
  switch (input.revisions[version].role) {
  case source::Role::Parent:
    return reached & (std::uint32_t(1) << std::min<std::size_t>(version, 30));
  case source::Role::Merge:
    return input.has_base ? reached : 0;
  case source::Role::Base:
    break;
  }
  return 0;
}

impact::ClosureOptions closure_options(const AssemblyRequest &request,
                                       OpaqueText &opaque, const Assembly &all,
                                       std::size_t version) {
  impact::ClosureOptions options =
      opaque.options(version, all.programs[version], all.homes[version]);
  auto present = [&request, version](ir::Symbol name, source::Span where) {
    bool is_system = request.context->files.path(where.file).starts_with('/');
    return is_system ? 0
                     : present_changes(*request.input, version,
                                       request.reached->of(std::string(name)));
  };
  options.declared_function = [present](const ir::Function &function) {
    return present(function.name, function.span);
  };
  options.declared_global = [present](const ir::Global &global) {
    return present(global.name, global.span);
  };
  return options;
}

} // namespace

std::unique_ptr<VersionSet> make_version_set(const AssemblyRequest &request,
                                             TextIndex &index) {
  auto set = std::make_unique<VersionSet>();
  set->assembly = assemble(request);
  OpaqueText opaque(*request.context, *request.store, index);
  std::size_t count = set->assembly.programs.size();
  for (std::size_t v = 0; v < count; v++) {
    const ir::Program &program = set->assembly.programs[v];
    set->graphs.push_back(impact::make_call_graph(program));
    set->closures.push_back(impact::compute_closures(
        program, set->graphs[v],
        closure_options(request, opaque, set->assembly, v)));
    set->facts.push_back(make_facts(program, set->graphs[v], set->closures[v],
                                    set->assembly.unread));
  }
  for (std::size_t v = 0; v < count; v++)
    set->versions.push_back({.revision = request.input->revisions[v],
                             .program = &set->assembly.programs[v],
                             .graph = &set->graphs[v],
                             .closures = &set->closures[v]});
  set->triage = impact::triage(set->versions, request.context->files);
  return set;
}

} // namespace mergeproof::app
