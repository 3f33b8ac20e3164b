#include "relational/call_reach.h"

#include <algorithm>
#include <set>

namespace mergeproof::relational {

using symbolic::shared_region;

CallReach::CallReach(symbolic::Universe &universe) : universe_(universe) {
  for (const verdict::VersionOfUnit &version : universe.question().versions)
    footprints_.emplace_back(*version.program);
}

const Footprint *CallReach::footprint(std::size_t version, ir::Symbol callee) {
  const verdict::VersionOfUnit &here = universe_.question().versions[version];
  auto known = here.facts->find(callee);
  const ir::Function *function = here.program->find_function(callee);
  if (!function || known == here.facts->end())
    return nullptr;
  const verdict::FunctionFacts &facts = known->second;
  bool does_more = facts.has_opaque || universe_.has_events(facts) ||
                   facts.calls_back || facts.calls_unread ||
                   facts.changes_objects;
  return does_more ? nullptr : footprints_[version].of(*function);
}

Regions CallReach::regions_of(const Touched &touched) const {
  std::set<std::string_view> regions;
  for (const auto &[root, extents] : touched)
    regions.insert(root.global.empty()
                       ? shared_region
                       : universe_.region_of_global(root.global));
  return {regions.begin(), regions.end()};
}

SharedReach
CallReach::in_shared_region(const Footprint &footprint,
                            const std::vector<smt::Term> &args) const {
  std::map<Root, SharedReach::Part> parts;
  auto part_of = [&](const Root &root) -> SharedReach::Part * {
    bool is_param = root.global.empty();
    if (!is_param && universe_.region_of_global(root.global) != shared_region)
      return nullptr;
    SharedReach::Part &part = parts[root];
    part.pointer =
        is_param ? args[root.param] : universe_.global_object(root.global);
    part.name = is_param ? " " + std::to_string(root.param)
                         : " " + std::string(root.global);
    return &part;
  };
  for (const auto &[root, extents] : footprint.reads)
    if (SharedReach::Part *part = part_of(root))
      part->reads = extents;
  for (const auto &[root, extents] : footprint.writes)
    if (SharedReach::Part *part = part_of(root))
      part->writes = extents;
  std::vector<SharedReach::Part> all;
  for (const auto &[root, part] : parts)
    all.push_back(part);
  return {universe_.table, all};
}

const Regions &CallReach::regions_of(const verdict::FunctionFacts &facts) {
  auto [place, is_new] = regions_.try_emplace(&facts);
  Regions &regions = place->second;
  if (!is_new)
    return regions;
  if (facts.has_opaque || facts.calls_unread)
    return regions = universe_.lasting_regions();
  regions.push_back(shared_region);
  for (ir::Symbol global : facts.globals.all())
    regions.push_back(universe_.region_of_global(global));
  std::sort(regions.begin(), regions.end());
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
  return regions;
}

} // namespace mergeproof::relational
