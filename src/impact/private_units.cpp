#include "impact/private_units.h"

#include <algorithm>

namespace mergeproof::impact {
namespace {

bool is_private_in(const AnalysedVersion &version, ir::Symbol id,
                   const source::FileTable &files) {
  const ir::Function *function = version.program->find_defined(id);
  return !function ||
         (function->is_static && !function->is_entry &&
          !version.graph->address_taken.contains(id) &&
          std::string_view(files.path(function->span.file)).ends_with(".c"));
}

std::vector<ir::Symbol> callers_of(const CallGraph &graph, ir::Symbol id) {
  std::vector<ir::Symbol> callers;
  for (ir::Symbol caller : graph.nodes.at(id).callers)
    if (caller != id)
      callers.push_back(caller);
  return callers;
}

} // namespace

std::vector<PrivateUnit>
find_private_units(const std::vector<AnalysedVersion> &versions,
                   const std::vector<const Unit *> &units,
                   const source::FileTable &files) {
  std::vector<PrivateUnit> found;
  if (versions.front().revision.role != source::Role::Base)
    return found;
  for (const Unit *unit : units) {
    if (versions.front().program->find_defined(unit->id) ||
        !std::all_of(versions.begin(), versions.end(),
                     [&](const AnalysedVersion &version) {
                       return is_private_in(version, unit->id, files);
                     }))
      continue;
    auto callers = callers_of(*versions.back().graph, unit->id);
    if (!callers.empty())
      found.push_back({unit, std::move(callers)});
  }
  return found;
}

std::vector<PrivateUnit> find_kept(std::vector<PrivateUnit> units,
                                   const std::set<ir::Symbol> &kept) {
  std::set<ir::Symbol> all = kept;
  for (const PrivateUnit &unit : units)
    all.insert(unit.unit->id);
  auto is_open = [&](const PrivateUnit &unit) {
    return !std::all_of(unit.callers.begin(), unit.callers.end(),
                        [&](ir::Symbol id) { return all.contains(id); });
  };
  for (auto open = units.begin(); open != units.end();) {
    open = std::find_if(units.begin(), units.end(), is_open);
    if (open == units.end())
      break;
    all.erase(open->unit->id);
    units.erase(open);
    open = units.begin();
  }
  return units;
}

} // namespace mergeproof::impact
