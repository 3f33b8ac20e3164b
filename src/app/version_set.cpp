#include "app/version_set.h"

#include "app/opaque_text.h"
#include "impact/effects.h"
#include "ir/signature.h"

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

// Which functions and data that are only declared may be defined in files that
// were not read: nothing says that those are the same in two versions. (Text
// cannot: definitions come in disguise, and what they mention, too.)
class Elsewhere {
public:
  Elsewhere(const AssemblyRequest &request, const Assembly &assembly,
            TextIndex &index)
      : request_(request), index_(index), read_(assembly.used) {
    for (const std::string &key : request.keys)
      if (is_read(key))
        read_.insert(key);
  }

  bool may_define(ir::Symbol name, source::Span declared) {
    if (!request_.mentions)
      return false;
    const std::string &file = request_.context->files.path(declared.file);
    bool is_system = file.starts_with('/');
    if (!is_system && !request_.is_all_scanned)
      return true;
    auto [place, is_new] = known_.try_emplace({name, is_system}, false);
    if (is_new)
      place->second = request_.mentions->may_define(index_.names.intern(name),
                                                    !is_system, read_);
    return place->second;
  }

private:
  bool is_read(const std::string &key) const {
    const git::MergeInput &input = *request_.input;
    for (std::size_t v = 0; v < input.revisions.size(); v++) {
      const ReadFile *file = request_.store->find(v, key);
      if (file && !file->unit)
        return false;
    }
    return true;
  }

  const AssemblyRequest &request_;
  TextIndex &index_;
  std::set<std::string> read_;
  std::map<std::pair<ir::Symbol, bool>, bool> known_;
};

// Data that leads to functions and may be defined elsewhere.
std::set<ir::Symbol> unread_data(const ir::Program &program,
                                 Elsewhere &elsewhere) {
  std::set<ir::Symbol> found;
  for (const auto &[id, global] : program.globals)
    if (!global.is_defined && !ir::signatures_behind(global.type).empty() &&
        elsewhere.may_define(global.name, global.span))
      found.insert(id);
  return found;
}

bool reaches(const ir::GlobalSet &globals, const std::set<ir::Symbol> &wanted) {
  std::set<ir::Symbol> all = globals.all();
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](ir::Symbol id) { return all.contains(id); });
}

std::shared_ptr<const verdict::Facts>
make_facts(const ir::Program &program, const impact::CallGraph &graph,
           const impact::Closures &closures, const std::set<std::string> &names,
           Elsewhere &elsewhere) {
  auto facts = std::make_shared<verdict::Facts>();
  std::set<ir::Symbol> unread = callers_of(program, graph, names);
  std::set<ir::Symbol> data = unread_data(program, elsewhere);
  for (const auto &[id, effects] : impact::summarise_effects(program, graph))
    if (const impact::Closure *closure = closures.find_function(id)) {
      verdict::FunctionFacts made = make_facts(*closure, effects);
      made.calls_unread = unread.contains(id);
      made.reaches_unread_data = !data.empty() && reaches(made.globals, data);
      facts->emplace(id, std::move(made));
    }
  return facts;
}

impact::ClosureOptions closure_options(OpaqueText &opaque, const Assembly &all,
                                       Elsewhere &elsewhere,
                                       std::size_t version) {
  impact::ClosureOptions options =
      opaque.options(version, all.programs[version], all.homes[version]);
  auto mark = [&elsewhere, version](const auto &declared) {
    return elsewhere.may_define(declared.name, declared.span) ? version + 1 : 0;
  };
  options.declared_function = mark;
  options.declared_global = mark;
  return options;
}

} // namespace

std::unique_ptr<VersionSet> make_version_set(const AssemblyRequest &request,
                                             TextIndex &index) {
  auto set = std::make_unique<VersionSet>();
  set->assembly = assemble(request);
  OpaqueText opaque(*request.context, *request.store, index);
  Elsewhere elsewhere(request, set->assembly, index);
  std::size_t count = set->assembly.programs.size();
  for (std::size_t v = 0; v < count; v++) {
    const ir::Program &program = set->assembly.programs[v];
    set->graphs.push_back(impact::make_call_graph(program));
    set->closures.push_back(impact::compute_closures(
        program, set->graphs[v],
        closure_options(opaque, set->assembly, elsewhere, v)));
    set->facts.push_back(make_facts(program, set->graphs[v], set->closures[v],
                                    set->assembly.unread, elsewhere));
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
