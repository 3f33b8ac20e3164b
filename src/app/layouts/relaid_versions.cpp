#include "app/layouts/relaid_versions.h"

#include "impact/call_graph.h"

#include <algorithm>

namespace mergeproof::app {
namespace {

// What code is let do with sizes rests on what the C library's functions do
// with them (frontend/c/access/layout_use.h).
bool has_library_of_its_own(const ir::Program &program) {
  static const std::set<std::string_view> names{
      "malloc", "calloc",        "realloc",  "reallocarray",
      "alloca", "aligned_alloc", "memalign", "free",
      "memcpy", "memmove",       "memset",   "bzero"};
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [](const auto &known) {
                       const ir::Function &function = known.second;
                       return function.is_defined && !function.is_allocator &&
                              names.contains(std::string_view(function.name));
                     });
}

// In some version, whatever the linked program keeps of its files.
std::set<std::string> mistaken_records(const AssemblyRequest &request) {
  std::set<std::string> all;
  for (std::size_t v = 0; v < request.input->trees.size(); v++) {
    std::vector<const ir::Program *> units;
    for (const std::string &key : request.keys)
      if (const ReadFile *file = request.store->find(v, key);
          file && file->unit)
        units.push_back(&file->unit->program);
    all.merge(impact::mistaken_records(units));
  }
  return all;
}

} // namespace

std::unique_ptr<RelaidVersions>
RelaidVersions::make(const AssemblyRequest &request, const VersionSet &set,
                     const impact::GivenMatches &given, scan::TextIndex &index,
                     FileReader &reader, const std::function<bool()> &is_late) {
  std::vector<const ir::Program *> programs;
  for (const ir::Program &program : set.assembly.programs)
    programs.push_back(&program);
  std::unique_ptr<RelaidVersions> relaid(new RelaidVersions);
  relaid->common_ =
      impact::make_common_layouts(programs, mistaken_records(request));
  if (relaid->common_.names.empty() ||
      std::any_of(programs.begin(), programs.end(), [](const auto *program) {
        return has_library_of_its_own(*program);
      }))
    return nullptr;
  relaid->store_ = request.store->with_layouts(
      relaid->common_.names, relaid->common_.of_version, reader, is_late);
  if (!relaid->store_)
    return nullptr;
  AssemblyRequest again = request;
  again.store = relaid->store_.get();
  relaid->set_ = make_version_set(again, given, index);
  return relaid;
}

bool RelaidVersions::depends_on_layout(ir::Symbol unit,
                                       std::size_t version) const {
  const ir::Program &program = set_->assembly.programs[version];
  const impact::CallGraph &graph = set_->graphs[version];
  std::set<ir::Symbol> functions = impact::reach(graph, {unit});
  std::set<ir::Symbol> named =
      impact::reach_by_name(graph, {functions.begin(), functions.end()});
  functions.insert(named.begin(), named.end());
  std::set<std::string> members;
  bool compares = false, numbers = false;
  for (ir::Symbol id : functions) {
    const ir::Global *global = program.find_global(id);
    const ir::Function *function = program.find_function(id);
    if ((global && global->depends_on_layout) ||
        (function && depends_on_layout(*function)))
      return true;
    if (!function)
      continue;
    const ir::LayoutDependence &more = function->on_layout;
    members.insert(more.members.begin(), more.members.end());
    compares |= more.compares_pointers;
    numbers |= more.numbers_pointers;
  }
  return (numbers && !members.empty()) || (compares && members.size() > 1);
}

// So may whatever was not read and is given such an object, or a pointer that
// leads to one.
bool RelaidVersions::depends_on_layout(const ir::Function &function) const {
  return function.on_layout.is_possible ||
         (!function.is_defined && function.type &&
          impact::leads_to_any(*function.type, common_.names));
}

const impact::Unit *RelaidVersions::find(ir::Symbol unit) const {
  const auto &units = set_->triage.units;
  auto found =
      std::find_if(units.begin(), units.end(),
                   [&](const impact::Unit &one) { return one.id == unit; });
  bool is_good = found != units.end() && found->left_out_problem.empty() &&
                 (found->kind == impact::UnitKind::Identity ||
                  found->kind == impact::UnitKind::Analyse);
  if (!is_good)
    return nullptr;
  for (std::size_t v = 0; v < set_->versions.size(); v++)
    if (set_->assembly.programs[v].find_function(unit) &&
        depends_on_layout(unit, v))
      return nullptr;
  return &*found;
}

std::vector<verdict::UnitResult>
RelaidVersions::settle(std::vector<const impact::Unit *> &open,
                       const TaskMaker &maker) const {
  std::vector<verdict::UnitResult> proved;
  std::erase_if(open, [&](const impact::Unit *unit) {
    const impact::Unit *again = find(unit->id);
    if (!again || again->kind != impact::UnitKind::Identity)
      return false;
    proved.push_back(proved_by_identity(
        maker.describe(*unit), *again,
        *set_->versions.back().program->find_function(unit->id), maker.run));
    proved.back().assumptions.insert(verdict::Assumption::MembersByName);
    return true;
  });
  return proved;
}

std::optional<portfolio::Eased> RelaidVersions::ease(const TaskMaker &maker,
                                                     ir::Symbol unit) const {
  const impact::Unit *again = find(unit);
  if (!again || again->kind != impact::UnitKind::Analyse)
    return std::nullopt;
  TaskMaker other{maker.context,          maker.input, *store_,        *set_,
                  maker.shared_directory, maker.run,   maker.ablation, {}};
  return portfolio::Eased{other.make(*again).question,
                          {verdict::Assumption::MembersByName}};
}

} // namespace mergeproof::app
