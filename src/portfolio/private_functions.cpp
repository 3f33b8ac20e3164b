#include "portfolio/private_functions.h"

#include "impact/reason.h"

#include <algorithm>
#include <fmt/format.h>

namespace mergeproof::portfolio {
namespace {

constexpr std::size_t most_named = 3; // callers, in a reason

} // namespace

void PrivateFunctions::take_from(
    std::vector<const impact::Unit *> &units,
    const std::vector<impact::AnalysedVersion> &versions,
    const source::FileTable &files, const impact::HidesNames &hides_names) {
  std::vector<source::Revision> revisions;
  for (const impact::AnalysedVersion &version : versions)
    revisions.push_back(version.revision);
  is_comparison_ = source::is_comparison(revisions);
  units_ = impact::find_private_units(versions, units, files, hides_names);
  std::erase_if(units, [&](const impact::Unit *unit) {
    const impact::PrivateUnit *known = find(unit->id);
    return known && known->is_asked_last();
  });
}

std::vector<impact::PrivateUnit> PrivateFunctions::units() const {
  std::vector<impact::PrivateUnit> last;
  for (const impact::PrivateUnit &unit : units_)
    if (unit.is_asked_last())
      last.push_back(unit);
  return last;
}

bool PrivateFunctions::is_to_wait(const verdict::UnitResult &result) const {
  const impact::PrivateUnit *known = find(ir::Symbol(result.id));
  return known && !known->is_asked_last() &&
         (result.answer == verdict::UnitAnswer::Conflict ||
          result.answer == verdict::UnitAnswer::Unknown);
}

verdict::UnitResult PrivateFunctions::settle(verdict::UnitResult result) const {
  if (!kept_units().contains(result.id))
    return result;
  result.conflicts.clear();
  return prove(std::move(result));
}

std::set<ir::Symbol> PrivateFunctions::kept_units() const {
  std::set<ir::Symbol> kept, found;
  for (const auto &[id, result] : heard_)
    if (result.answer == verdict::UnitAnswer::Proved)
      kept.insert(id);
  for (const impact::PrivateUnit &unit : impact::find_kept(units_, kept))
    found.insert(unit.unit->id);
  return found;
}

void PrivateFunctions::hear(const verdict::UnitResult &result) {
  auto [known, is_new] = heard_.try_emplace(result.id, result);
  if (!is_new && known->second.answer == verdict::UnitAnswer::Proved)
    known->second = result;
}

const impact::PrivateUnit *PrivateFunctions::find(ir::Symbol id) const {
  auto found = std::find_if(
      units_.begin(), units_.end(),
      [&](const impact::PrivateUnit &unit) { return unit.unit->id == id; });
  return found == units_.end() ? nullptr : &*found;
}

std::vector<verdict::UnitResult>
PrivateFunctions::settle(const std::vector<verdict::UnitResult> &planned,
                         std::vector<Task> &tasks) const {
  std::set<ir::Symbol> proved = kept_units();
  std::erase_if(proved,
                [&](ir::Symbol id) { return !find(id)->is_asked_last(); });
  std::vector<verdict::UnitResult> results;
  for (const verdict::UnitResult &unit : planned)
    if (proved.contains(unit.id))
      results.push_back(prove(unit));
  std::erase_if(tasks, [&](const Task &task) {
    return proved.contains(task.question.unit);
  });
  return results;
}

std::string
PrivateFunctions::describe_callers(const impact::PrivateUnit &unit) const {
  std::vector<std::string> names;
  for (ir::Symbol caller : unit.callers) {
    auto known = heard_.find(std::string(caller));
    names.push_back(
        (known == heard_.end() ? std::string(caller) : known->second.function) +
        "()");
  }
  if (names.size() > most_named)
    names = {names[0], fmt::format("{} others", names.size() - 1)};
  return impact::join_names(names);
}

void PrivateFunctions::add_assumptions(const impact::PrivateUnit &unit,
                                       std::set<ir::Symbol> &seen,
                                       verdict::Assumptions &all) const {
  for (ir::Symbol caller : unit.callers) {
    if (!seen.insert(caller).second)
      continue;
    if (const impact::PrivateUnit *other = find(caller))
      add_assumptions(*other, seen, all);
    else if (auto known = heard_.find(std::string(caller));
             known != heard_.end())
      all.insert(known->second.assumptions.begin(),
                 known->second.assumptions.end());
  }
}

verdict::UnitResult PrivateFunctions::prove(verdict::UnitResult unit) const {
  const impact::PrivateUnit &known = *find(ir::Symbol(unit.id));
  unit.answer = verdict::UnitAnswer::Proved;
  unit.by = "callers";
  unit.recheck = "by construction";
  const char *what = known.is_new ? "new and "
                     : known.takes_another
                         ? "takes or returns something else in some version, "
                           "but is "
                         : "";
  unit.reason = fmt::format(
      "{}static, seen by {} alone, where {}", what, describe_callers(known),
      is_comparison_ ? "nothing differs" : "the merge keeps everything");
  unit.why_asked.clear();
  std::set<ir::Symbol> seen;
  add_assumptions(known, seen, unit.assumptions);
  return unit;
}

verdict::UnitResult PrivateFunctions::judge(verdict::UnitResult unit) const {
  if (unit.answer != verdict::UnitAnswer::Conflict)
    return unit;
  const impact::PrivateUnit &known = *find(ir::Symbol(unit.id));
  unit.answer = verdict::UnitAnswer::Unknown;
  unit.by.clear();
  unit.conflicts.clear();
  unit.reason =
      "called by itself it does something else than in the parent that has "
      "it, but only " +
      describe_callers(known) + " can show whether that is right";
  return unit;
}

} // namespace mergeproof::portfolio
