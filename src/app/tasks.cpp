#include "app/tasks.h"

#include "app/deciding/reliance.h"
#include "check/world.h"
#include "interp/real_library.h"
#include "scan/test_texts.h"
#include "support/file_cache.h"
#include "support/read_file.h"

#include <fstream>

namespace mergeproof::app {
namespace {

// Those that mean something to a text that is already preprocessed.
// -U, too: what is left of the name is no macro in the preprocessed text, but
// would be one where that is compiled.
bool outlives_preprocessing(const std::string &flag) {
  return flag.starts_with("-std=") || flag == "-ansi" ||
         flag.starts_with("-m") || flag.starts_with("-f") ||
         flag.starts_with("-U");
}

} // namespace

// What follows such a place is not there to be compared.
bool always_traps_somewhere(const ir::Function &function) {
  bool does = false;
  ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
    const auto *check = stmt.as<ir::Check>();
    does |= check && check->condition->kind == ir::ExprKind::Const &&
            check->condition->bits == 0;
  });
  return does;
}

verdict::UnitResult proved_by_identity(verdict::UnitResult unit,
                                       const impact::Unit &why,
                                       const ir::Function &function,
                                       const verdict::Assumptions &run) {
  unit.answer = verdict::UnitAnswer::Proved;
  unit.by = "identity";
  unit.reason = why.reason;
  unit.recheck = "by construction";
  unit.why_asked.clear();
  unit.assumptions = verdict::of_identity();
  unit.assumptions.insert(run.begin(), run.end());
  if (why.has_other_left_out)
    unit.assumptions.insert(verdict::Assumption::OneConfiguration);
  if (always_traps_somewhere(function))
    unit.assumptions.insert(verdict::Assumption::ParentsDoNotTrap);
  return unit;
}

void TaskMaker::read_texts() {
  scan::TestTextRequest request{.tree = &store.tree(set.versions.size() - 1)};
  if (set.versions.front().revision.role == source::Role::Base)
    request.base = &store.tree(0);
  for (const auto &[id, function] : set.versions.back().program->functions)
    if (function.is_defined)
      request.functions.insert(std::string(function.name));
  texts = scan::find_test_texts(request);
}

verdict::UnitResult TaskMaker::describe(const impact::Unit &unit) const {
  const impact::AnalysedVersion &merge = set.versions.back();
  const ir::Function &function = *merge.program->find_function(unit.id);
  verdict::UnitResult result;
  result.function = function.name;
  result.id = unit.id;
  result.file =
      input.key_path(merge.revision.id, context.files.path(function.span.file));
  result.line = function.span.line;
  result.why_asked = unit.reason;
  return result;
}

portfolio::Task TaskMaker::make(const impact::Unit &unit) const {
  portfolio::Task task;
  task.question.context = &context;
  task.question.unit = unit.id;
  task.question.ablation = ablation;
  task.question.texts = texts;
  task.question.library = set.library;
  task.why_asked = unit.reason;
  task.is_unchanged = unit.is_unchanged;
  task.assumptions = run;
  if (unit.has_other_left_out)
    task.assumptions.insert(verdict::Assumption::OneConfiguration);
  task.caveat = unit.left_out_problem;
  std::vector<std::size_t> versions;
  for (std::size_t v = 0; v < set.versions.size(); v++) {
    const ir::Program *program = set.versions[v].program;
    const ir::Function *function = program->find_function(unit.id);
    if (!function || !function->is_defined)
      continue;
    task.question.versions.push_back({.revision = set.versions[v].revision,
                                      .program = program,
                                      .function = function,
                                      .facts = set.facts[v],
                                      .code = set.code_index(v)});
    versions.push_back(v);
  }
  if (task.caveat.empty())
    task.caveat = unheld_data(unit.id, versions);
  rely(task);
  task.question.never_pointed_to = never_pointed_to(unit.id, versions);
  task.sources = [maker = *this, id = unit.id,
                  versions](const std::vector<ir::Symbol> &also) {
    return maker.read_sources(id, also, versions);
  };
  return task;
}

portfolio::Task TaskMaker::compare(ir::Symbol function, std::size_t first,
                                   std::size_t second) const {
  portfolio::Task task;
  task.question.context = &context;
  task.question.unit = function;
  task.question.library = set.library;
  task.question.stands_for_calls = true;
  task.assumptions = run;
  for (std::size_t v : {first, second}) {
    const impact::AnalysedVersion &version = set.versions[v];
    task.proof_name += version.revision.id + " ";
    task.question.versions.push_back(
        {.revision = {source::Role::Parent, source::old_id, ""},
         .program = version.program,
         .function = version.program->find_function(function),
         .facts = set.facts[v],
         .code = set.code_index(v)});
  }
  task.question.versions.back().revision = {source::Role::Merge, source::new_id,
                                            ""};
  for (std::size_t v = 0; v < set.versions.size(); v++)
    if (v != first && v != second)
      task.question.others.push_back(
          {.revision = set.versions[v].revision,
           .program = set.versions[v].program,
           .function = set.versions[v].program->find_defined(function),
           .facts = set.facts[v],
           .code = set.code_index(v)});
  task.proof_name += function;
  task.caveat = unheld_data(function, {first, second});
  rely(task);
  task.question.never_pointed_to = never_pointed_to(function, {first, second});
  return task;
}

void TaskMaker::rely(portfolio::Task &task) const {
  Reliance reliance = reliance_of(task.question, set.unlike);
  task.assumptions.merge(reliance.assumptions);
  if (task.caveat.empty())
    task.caveat = reliance.problem;
  task.layout_caveat = reliance.layout_problem;
}

std::string
TaskMaker::unheld_data(ir::Symbol unit,
                       const std::vector<std::size_t> &versions) const {
  if (set.unheld.empty())
    return {};
  std::map<ir::Symbol, std::set<impact::Hash128>> seen;
  for (std::size_t v : versions) {
    std::set<ir::Symbol> functions = impact::reach(set.graphs[v], {unit});
    std::set<ir::Symbol> reached = impact::reach_by_name(
        set.graphs[v], {functions.begin(), functions.end()});
    for (ir::Symbol id : set.unheld)
      if (reached.contains(id) && set.assembly.programs[v].find_global(id))
        seen[id].insert(set.closures[v].find_global(id)->own);
  }
  for (const auto &[id, contents] : seen)
    if (contents.size() > 1)
      return "what " + std::string(id) +
             " starts with may differ between the versions, and is not "
             "understood";
  return {};
}

std::set<ir::Symbol>
TaskMaker::never_pointed_to(ir::Symbol unit,
                            const std::vector<std::size_t> &versions) const {
  std::set<ir::Symbol> never, reached;
  for (std::size_t v : versions) {
    const impact::CallGraph &graph = set.graphs[v];
    never.insert(graph.confined.begin(), graph.confined.end());
    if (!graph.confined.empty())
      reached.merge(impact::reach(graph, {unit}));
  }
  std::erase_if(never, [&](ir::Symbol id) { return reached.contains(id); });
  return never;
}

std::vector<check::ReplaySource>
TaskMaker::read_sources(ir::Symbol unit, const std::vector<ir::Symbol> &also,
                        const std::vector<std::size_t> &versions) const {
  std::vector<check::ReplaySource> sources;
  for (std::size_t version : versions) {
    sources.push_back(read_source(unit, also, version));
    if (sources.back().preprocessed.empty())
      return {};
  }
  return sources;
}

// Key paths of the files that define these functions and what they can call.
// One that has errors is needed where they name what it defines; a call through
// a pointer alone does not reach it in a run, which then lacks that function.
std::set<std::string>
TaskMaker::files_reached(const std::vector<ir::Symbol> &from,
                         std::size_t version) const {
  const auto &homes = set.assembly.homes[version];
  const impact::CallGraph &graph = set.graphs[version];
  auto files_of = [&](const std::set<ir::Symbol> &reached) {
    std::set<std::string> files;
    for (ir::Symbol id : reached)
      if (auto home = homes.find(std::string(id)); home != homes.end())
        files.insert(home->second);
    return files;
  };
  std::set<std::string> named = files_of(impact::reach_by_name(graph, from));
  std::set<std::string> files = files_of(impact::reach(graph, from));
  std::erase_if(files, [&](const std::string &key) {
    const ReadFile *file = store.find(version, key);
    return !named.contains(key) && file && file->unit &&
           file->unit->has_errors();
  });
  return files;
}

std::string TaskMaker::preprocess(std::size_t version,
                                  const std::string &key) const {
  const ReadFile *file = store.find(version, key);
  if (!file || !file->unit)
    return {};
  ir::Context scratch;
  frontend::c::ParseRequest request = store.request(version, key, *file);
  request.wants_preprocessed = true;
  return frontend::c::parse(scratch, request).preprocessed;
}

std::string TaskMaker::preprocessed(std::size_t version,
                                    const std::string &key) const {
  const ReadFile *file = store.find(version, key);
  if (!file || !file->unit || shared_directory.empty())
    return preprocess(version, key);
  std::size_t first = 0; // version that has this very file
  for (; first < version; first++)
    if (const ReadFile *other = store.find(first, key);
        other && other->unit == file->unit)
      break;
  auto path = support::FileCache(shared_directory)
                  .get("text " + std::to_string(first) + " " + key, ".i",
                       [&](const std::string &made) -> support::Status {
                         std::ofstream text(made, std::ios::binary);
                         text << preprocess(first, key);
                         if (!text.flush())
                           return support::Error{"cannot write " + made};
                         return support::Done{};
                       });
  auto text = path ? support::read_file(path.value()) : path;
  return text ? text.value() : preprocess(version, key);
}

std::vector<std::string> TaskMaker::statics_of(std::size_t version,
                                               const std::string &key) const {
  std::vector<std::string> names;
  const auto &homes = set.assembly.homes[version];
  const ReadFile *file = store.find(version, key);
  if (!file || !file->unit)
    return names;
  for (const auto &[id, function] : file->unit->program.functions) {
    auto home = homes.find(std::string(id));
    if (function.is_static && function.is_defined &&
        !ir::is_overloaded(function) && home != homes.end() &&
        home->second == key)
      names.emplace_back(function.name);
  }
  return names;
}

check::ReplaySource TaskMaker::read_source(ir::Symbol unit,
                                           const std::vector<ir::Symbol> &also,
                                           std::size_t version) const {
  const auto &homes = set.assembly.homes[version];
  auto home = homes.find(std::string(unit));
  if (home == homes.end())
    return {};
  check::ReplaySource source;
  source.preprocessed = preprocessed(version, home->second);
  source.statics = statics_of(version, home->second);
  std::vector<ir::Symbol> reached = also;
  reached.push_back(unit);
  for (const std::string &key : files_reached(reached, version))
    if (key != home->second)
      source.others.push_back(preprocessed(version, key));
  for (const std::string &flag : store.find(version, home->second)->flags)
    if (outlives_preprocessing(flag))
      source.flags.push_back(flag);
  source.is_narrow = frontend::c::are_narrow(source.flags);
  return source;
}

std::set<std::string> made_up_functions(const ir::Context &context,
                                        const VersionSet &set) {
  std::set<std::string> names;
  for (const impact::AnalysedVersion &version : set.versions)
    names.merge(check::made_up_functions(
        *version.program, [&](const source::Span &span) {
          return context.files.path(span.file).starts_with('/');
        }));
  for (const impact::AnalysedVersion &version : set.versions)
    for (const auto &[id, function] : version.program->functions)
      if (interp::runs_for_real(function, context.files))
        names.erase(std::string(function.name));
  names.insert(set.assembly.unread.begin(), set.assembly.unread.end());
  return names;
}

} // namespace mergeproof::app
