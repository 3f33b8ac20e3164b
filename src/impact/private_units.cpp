#include "impact/private_units.h"

#include "ir/signature.h"

#include <algorithm>

namespace mergeproof::impact {
namespace {

bool is_private_in(const AnalysedVersion &version, const ir::Function &function,
                   const std::string &path) {
  // Declared under the name that the linker knows: extern f __asm__("helper").
  const ir::Function *linked = version.program->find_function(function.name);
  return function.is_static && !function.is_entry &&
         !version.graph->address_taken.contains(function.id) &&
         (!linked || linked == &function) && path.ends_with(".c");
}

std::vector<ir::Symbol> callers_of(const CallGraph &graph, ir::Symbol id) {
  std::vector<ir::Symbol> callers;
  for (ir::Symbol caller : graph.nodes.at(id).callers)
    if (caller != id)
      callers.push_back(caller);
  return callers;
}

// The same arguments and results mean the same in all that have it.
bool takes_the_same(const std::vector<AnalysedVersion> &versions,
                    ir::Symbol id) {
  const ir::Function &merge = *versions.back().program->find_defined(id);
  return std::all_of(
      versions.begin(), versions.end(), [&](const AnalysedVersion &version) {
        const ir::Function *here = version.program->find_defined(id);
        return !here || ir::takes_the_same(*here, merge);
      });
}

bool is_new(const AnalysedVersion &first, ir::Symbol id) {
  return first.revision.role == source::Role::Base &&
         !first.program->find_defined(id);
}

// Without those that only call each other.
std::vector<PrivateUnit> reached_from(const std::vector<PrivateUnit> &units,
                                      std::set<ir::Symbol> reached) {
  std::vector<PrivateUnit> found;
  for (std::size_t before = SIZE_MAX; before != found.size();) {
    before = found.size();
    for (const PrivateUnit &unit : units)
      if (!reached.contains(unit.unit->id) &&
          std::any_of(unit.callers.begin(), unit.callers.end(),
                      [&](ir::Symbol id) { return reached.contains(id); })) {
        reached.insert(unit.unit->id);
        found.push_back(unit);
      }
  }
  return found;
}

} // namespace

std::vector<PrivateUnit>
find_private_units(const std::vector<AnalysedVersion> &versions,
                   const std::vector<const Unit *> &units,
                   const source::FileTable &files,
                   const HidesNames &hides_names) {
  std::vector<PrivateUnit> found;
  for (const Unit *unit : units) {
    bool is_made = is_new(versions.front(), unit->id);
    bool takes_another = !takes_the_same(versions, unit->id);
    bool is_private = true;
    for (std::size_t v = 0; v < versions.size() && is_private; v++)
      if (const ir::Function *here =
              versions[v].program->find_defined(unit->id)) {
        const std::string &path = files.path(here->span.file);
        is_private =
            is_private_in(versions[v], *here, path) && !hides_names(v, path);
      }
    if (!is_private)
      continue;
    auto callers = callers_of(*versions.back().graph, unit->id);
    if (!callers.empty())
      found.push_back({unit, std::move(callers), is_made, takes_another});
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
  return reached_from(units, kept);
}

} // namespace mergeproof::impact
