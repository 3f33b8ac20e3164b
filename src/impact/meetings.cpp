#include "impact/meetings.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace mergeproof::impact {

namespace {

class Finder {
public:
  explicit Finder(const std::vector<AnalysedVersion> &versions)
      : versions_(versions) {}

  // How far the change is: in its own text, in what it calls, farther away.
  int distance(ir::Symbol id) const {
    if (is_changed(id))
      return 0;
    auto node = merge().graph->nodes.find(id);
    if (node == merge().graph->nodes.end())
      return 2;
    const auto &callees = node->second.callees;
    return std::any_of(callees.begin(), callees.end(),
                       [&](ir::Symbol callee) { return is_changed(callee); })
               ? 1
               : 2;
  }

  const ir::Function *function(ir::Symbol id) const {
    return merge().program->find_defined(id);
  }

private:
  const AnalysedVersion &merge() const { return versions_.back(); }

  bool is_changed(ir::Symbol id) const {
    const ir::Function *here = function(id);
    return here && std::any_of(versions_.begin(), versions_.end(),
                               [&](const AnalysedVersion &version) {
                                 const ir::Function *other =
                                     version.program->find_defined(id);
                                 return other &&
                                        !ir::is_same(other->body, here->body);
                               });
  }

  const std::vector<AnalysedVersion> &versions_;
};

bool is_candidate(const Unit &unit) {
  return unit.kind == UnitKind::Identity && !unit.influenced_by.empty();
}

} // namespace

std::vector<const Unit *>
find_meetings(const std::vector<AnalysedVersion> &versions,
              const Triage &triage, std::size_t most) {
  std::set<std::string> parents;
  for (const Unit &unit : triage.units)
    parents.insert(unit.influenced_by.begin(), unit.influenced_by.end());
  if (parents.size() < 2)
    return {};
  Finder finder(versions);
  using Rank = std::tuple<int, int, std::size_t>; // the last: as in triage
  std::vector<std::pair<Rank, const Unit *>> ranked;
  for (std::size_t i = 0; i < triage.units.size(); i++) {
    const Unit &unit = triage.units[i];
    const ir::Function *function = finder.function(unit.id);
    if (is_candidate(unit) && function)
      ranked.push_back(
          {{function->is_static, finder.distance(unit.id), i}, &unit});
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<const Unit *> found;
  for (const auto &[rank, unit] : ranked)
    if (found.size() < most)
      found.push_back(unit);
  return found;
}

} // namespace mergeproof::impact
