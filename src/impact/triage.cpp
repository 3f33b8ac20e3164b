#include "impact/triage.h"

#include "impact/likeness.h"
#include "impact/lost_globals.h"
#include "impact/reason.h"
#include "ir/signature.h"
#include "support/check.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace mergeproof::impact {
namespace {

using namespace ir;
using source::Role;

// Percent of the tokens that a function keeps under another name.
constexpr unsigned least_of_versions = 30;
constexpr unsigned least_if_it_takes_other = 50;

bool defines(const AnalysedVersion &version, Symbol id) {
  const Function *function = version.program->find_function(id);
  return function && function->is_defined;
}

Hash128 closure_of(const AnalysedVersion &version, Symbol id) {
  return version.closures->find_function(id)->closure;
}

class Sorter {
public:
  Sorter(Symbol id, const std::vector<AnalysedVersion> &versions,
         InfluenceFinder &finder)
      : id_(id), finder_(finder),
        is_new_(versions.front().revision.role == Role::Base &&
                !defines(versions.front(), id)) {
    for (const AnalysedVersion &version : versions)
      if (defines(version, id))
        versions_.push_back(version);
    if (versions_.size() < versions.size())
      return;
    for (AnalysedVersion &version : versions_)
      if (version.from_inputs)
        version.closures = version.from_inputs;
  }

  Unit run() const {
    Unit unit = sort();
    if (unit.kind == UnitKind::Analyse && is_kept_in_each_program()) {
      unit.kind = UnitKind::Identity;
      unit.reason = "equal to one of the parents in each program of the tree";
    }
    return unit;
  }

private:
  Unit sort() const {
    bool has_base = versions_.front().revision.role == Role::Base;
    Hash128 reference = closure_of(reference_version(), id_);
    Hash128 merge = closure_of(versions_.back(), id_);
    Unit unit{.id = id_};
    std::vector<std::string> equal, violating;
    for (const AnalysedVersion &version : versions_) {
      if (version.revision.role != Role::Parent)
        continue;
      Hash128 own = closure_of(version, id_);
      if (is_same(own, merge))
        equal.push_back(version.revision.id);
      else if (has_base && !is_same(own, reference))
        violating.push_back(version.revision.id);
      if (!is_same(own, reference))
        unit.influenced_by.push_back(version.revision.id);
    }
    classify(unit, equal, violating);
    compare_left_out(unit);
    return unit;
  }

  bool is_kept_in_each_program() const {
    std::size_t count = versions_.front().in_programs.size();
    for (std::size_t p = 0; p < count; p++)
      if (!is_kept_in(p))
        return false;
    return count > 0;
  }

  // Identity, of the closures that one program has.
  bool is_kept_in(std::size_t program) const {
    auto hash = [&](const AnalysedVersion &version) {
      return version.in_programs[program]->find_function(id_)->closure;
    };
    bool has_base = versions_.front().revision.role == Role::Base;
    Hash128 base = hash(versions_.front()), merge = hash(versions_.back());
    bool is_some = false;
    for (const AnalysedVersion &version : versions_) {
      if (version.revision.role != Role::Parent)
        continue;
      bool is_merge = is_same(hash(version), merge);
      is_some |= is_merge;
      if (!is_merge && has_base && !is_same(hash(version), base))
        return false;
    }
    return is_some;
  }

  void classify(Unit &unit, const std::vector<std::string> &equal,
                const std::vector<std::string> &violating) const {
    bool has_parent = std::any_of(
        versions_.begin(), versions_.end(), [](const AnalysedVersion &version) {
          return version.revision.role == Role::Parent;
        });
    if (!has_parent) {
      unit.kind = UnitKind::OnlyInMerge;
      unit.reason = "in no parent: nothing to compare with";
    } else if (violating.empty() && !equal.empty()) {
      unit.kind = UnitKind::Identity;
      unit.reason = "equal to " + join_names(equal);
    } else {
      std::vector<Influence> influences =
          finder_.find(id_, versions_, reference_version(), unit.influenced_by);
      unit.reason = explain_unit(id_, versions_, influences);
      unit.is_unchanged = is_unchanged();
      place(unit, influences);
    }
  }

  std::uint64_t left_out_of(const AnalysedVersion &version) const {
    return version.program->find_function(id_)->left_out;
  }

  // The contract, asked of the text that no version's program has.
  void compare_left_out(Unit &unit) const {
    std::uint64_t merge = left_out_of(versions_.back());
    std::uint64_t reference = left_out_of(reference_version());
    std::vector<std::string> changers;
    bool is_lost = false, is_like_a_parent = false;
    for (const AnalysedVersion &version : versions_) {
      std::uint64_t own = left_out_of(version);
      unit.has_other_left_out |= own != merge;
      if (version.revision.role != Role::Parent)
        continue;
      is_like_a_parent |= own == merge;
      if (own != reference)
        changers.push_back(version.revision.id);
      is_lost |= own != reference && own != merge;
    }
    if (is_like_a_parent && !is_lost)
      return;
    unit.left_out_problem =
        (changers.empty() ? "the merge" : join_names(changers)) +
        " changed code in it that #if leaves out here" +
        (changers.size() == 1 ? ", and the merge does not have that"
                              : ": nothing is known of that code");
  }

  const AnalysedVersion &reference_version() const {
    bool has_base = versions_.front().revision.role == Role::Base;
    return has_base ? versions_.front() : versions_.back();
  }

  bool is_unchanged() const {
    Hash128 own = versions_.back().closures->find_function(id_)->own;
    return !is_new_ &&
           std::all_of(versions_.begin(), versions_.end(),
                       [&](const AnalysedVersion &version) {
                         return is_same(
                             version.closures->find_function(id_)->own, own);
                       });
  }

  static void place(Unit &unit, const std::vector<Influence> &influences) {
    std::set<Symbol> culprits;
    for (const Influence &influence : influences) {
      for (const Culprit &culprit : influence.culprits)
        culprits.insert(culprit.id);
      if (!influence.culprits.empty())
        unit.distance =
            std::max(unit.distance, influence.culprits.front().distance);
    }
    unit.culprits.assign(culprits.begin(), culprits.end());
  }

  Symbol id_;
  InfluenceFinder &finder_;
  bool is_new_;                           // there is a base, without it
  std::vector<AnalysedVersion> versions_; // that define it
};

// Parents in which a part of a function is not as in the base.
std::vector<std::string>
find_changers(Symbol id, const std::vector<AnalysedVersion> &versions,
              Hash128 Closure::*part) {
  std::vector<std::string> changers;
  Hash128 hash = versions.front().closures->find_function(id)->*part;
  for (const AnalysedVersion &version : versions)
    if (version.revision.role == Role::Parent && defines(version, id) &&
        !is_same(version.closures->find_function(id)->*part, hash))
      changers.push_back(version.revision.id);
  return changers;
}

// Without a base, a function that the merge lacks may be one that the other
// parent removed.
void find_changers(RemovedFunction &gone,
                   const std::vector<AnalysedVersion> &versions) {
  if (versions.front().revision.role != Role::Base)
    return;
  gone.is_new = !defines(versions.front(), gone.id);
  if (gone.is_new) {
    gone.changed_by = gone.versions;
    return;
  }
  gone.changed_by = find_changers(gone.id, versions, &Closure::own);
  gone.influenced_by = find_changers(gone.id, versions, &Closure::closure);
}

std::vector<RemovedFunction>
find_removed(const std::vector<AnalysedVersion> &versions) {
  std::map<Symbol, RemovedFunction> removed;
  for (const AnalysedVersion &version : versions)
    for (const auto &[id, function] : version.program->functions)
      if (function.is_defined && !defines(versions.back(), id)) {
        removed[id].id = id;
        removed[id].versions.push_back(version.revision.id);
      }
  std::vector<RemovedFunction> result;
  result.reserve(removed.size());
  for (auto &[id, function] : removed) {
    find_changers(function, versions);
    result.push_back(std::move(function));
  }
  return result;
}

// Whether a parent would have changed `gone` if `unit` is its new name, and the
// merge is not as that parent.
bool is_lost_change(const Unit &unit, const RemovedFunction &gone,
                    const std::vector<AnalysedVersion> &versions) {
  Hash128 merge = closure_of(versions.back(), unit.id);
  Hash128 old = closure_of(versions.front(), gone.id);
  return std::any_of(
      versions.begin(), versions.end(), [&](const AnalysedVersion &version) {
        if (version.revision.role != Role::Parent || !defines(version, unit.id))
          return false;
        Hash128 own = closure_of(version, unit.id);
        return !is_same(own, merge) && !is_same(own, old);
      });
}

// Whether the bodies have enough in common for two names of one function. Else
// it is said of the old one that it is gone, and its change with it.
bool is_plausible(const RemovedFunction &gone, const Unit &unit,
                  const std::vector<AnalysedVersion> &versions,
                  Likeness &likeness) {
  const Function &old = *versions.front().program->find_function(gone.id);
  const Function &now = *versions.back().program->find_function(unit.id);
  unsigned least = ir::takes_the_same(old, now) ? least_of_versions
                                                : least_if_it_takes_other;
  std::vector<const Program *> programs;
  for (const AnalysedVersion &version : versions)
    programs.push_back(version.program);
  return likeness.is_tiny(old) || likeness.is_tiny(now) ||
         likeness.of(programs, gone.id, unit.id) >= least;
}

// Whether `unit`, which the base lacks, could be `gone` under a new name that
// nobody can compare with what the others made of it: no parent in which `gone`
// does something else has the unit; or something that only its new text reaches
// was changed by another parent.
bool could_be(const Unit &unit, const RemovedFunction &gone,
              const std::vector<AnalysedVersion> &versions) {
  const AnalysedVersion &base = versions.front();
  if (defines(base, unit.id) || !defines(base, gone.id))
    return false;
  if (gone.influenced_by.empty())
    return (unit.kind == UnitKind::Analyse ||
            is_lost_change(unit, gone, versions)) &&
           ir::takes_the_same(
               *base.program->find_function(gone.id),
               *versions.back().program->find_function(unit.id)) &&
           std::none_of(versions.begin(), versions.end(),
                        [&](const AnalysedVersion &version) {
                          return defines(version, unit.id) &&
                                 defines(version, gone.id);
                        });
  return std::none_of(versions.begin(), versions.end(),
                      [&](const AnalysedVersion &version) {
                        const auto &who = gone.influenced_by;
                        return std::find(who.begin(), who.end(),
                                         version.revision.id) != who.end() &&
                               defines(version, unit.id);
                      });
}

void find_renamed(Triage &triage,
                  const std::vector<AnalysedVersion> &versions) {
  if (versions.front().revision.role != Role::Base)
    return;
  Likeness likeness;
  for (Unit &unit : triage.units) {
    std::vector<std::string> names;
    for (RemovedFunction &gone : triage.removed) {
      if (!could_be(unit, gone, versions) ||
          !is_plausible(gone, unit, versions, likeness))
        continue;
      gone.is_renamed = true;
      const Function *old = versions.front().program->find_function(gone.id);
      names.push_back(std::string(old->name) + "()");
      if (!gone.influenced_by.empty())
        names.back() +=
            ", which " + join_names(gone.influenced_by) + " changed";
    }
    if (names.empty())
      continue;
    unit.kind = UnitKind::Renamed;
    unit.reason = "perhaps another name of " + join_names(names) +
                  ": functions are compared by name";
  }
}

// Whether a parent that lacks `unit` has it as `gone`, and made it do something
// else: the merge kept the old name and the others' text.
bool is_changed_under(const RemovedFunction &gone, const Unit &unit,
                      const std::vector<AnalysedVersion> &versions) {
  const AnalysedVersion &base = versions.front();
  if (!gone.is_new || !defines(base, unit.id))
    return false;
  return std::any_of(
      versions.begin(), versions.end(), [&](const AnalysedVersion &version) {
        return version.revision.role == Role::Parent &&
               !defines(version, unit.id) && defines(version, gone.id) &&
               ir::takes_the_same(*base.program->find_function(unit.id),
                                  *version.program->find_function(gone.id)) &&
               !is_same(closure_of(version, gone.id),
                        closure_of(base, unit.id));
      });
}

std::string name_of(const RemovedFunction &gone,
                    const std::vector<AnalysedVersion> &versions) {
  for (const AnalysedVersion &version : versions)
    if (defines(version, gone.id))
      return std::string(version.program->find_function(gone.id)->name);
  return std::string(gone.id);
}

void find_kept_names(Triage &triage,
                     const std::vector<AnalysedVersion> &versions) {
  if (versions.front().revision.role != Role::Base)
    return;
  for (Unit &unit : triage.units)
    for (const RemovedFunction &gone : triage.removed) {
      if (!is_changed_under(gone, unit, versions))
        continue;
      unit.kind = UnitKind::Renamed;
      unit.reason = "perhaps " + join_names(gone.versions) +
                    " changed it under another name, which the merge lacks: " +
                    name_of(gone, versions) +
                    "(); functions are compared by name";
    }
}

} // namespace

Triage triage(const std::vector<AnalysedVersion> &versions,
              const source::FileTable &files) {
  CHECK(!versions.empty() && versions.back().revision.role == Role::Merge);
  const Program &merge = *versions.back().program;
  Triage result;
  InfluenceFinder finder;
  for (const auto &[id, function] : merge.functions)
    if (function.is_defined)
      result.units.push_back(Sorter(id, versions, finder).run());
  auto place = [&](const Unit &unit) {
    const source::Span &span = merge.find_function(unit.id)->span;
    return std::make_tuple(files.path(span.file), span.line, unit.id);
  };
  std::sort(result.units.begin(), result.units.end(),
            [&](const Unit &a, const Unit &b) { return place(a) < place(b); });
  result.removed = find_removed(versions);
  find_renamed(result, versions);
  find_kept_names(result, versions);
  result.lost_globals = find_lost_globals(versions);
  return result;
}

} // namespace mergeproof::impact
