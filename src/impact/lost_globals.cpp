#include "impact/lost_globals.h"

#include <algorithm>
#include <map>
#include <set>

namespace mergeproof::impact {
namespace {

using namespace ir;
using source::Role;

const Global *find_defined(const AnalysedVersion &version, Symbol id) {
  const Global *global = version.program->find_global(id);
  bool is_here = global && (global->is_defined || global->is_unheld);
  return is_here ? global : nullptr;
}

// What other programs can see, and the data that it points to. Not the
// functions: they are units.
std::set<Symbol> visible_data(const AnalysedVersion &version) {
  std::set<Symbol> seen;
  std::vector<const Global *> waiting;
  auto add = [&](Symbol id) {
    const Global *global = find_defined(version, id);
    if (global && seen.insert(id).second)
      waiting.push_back(global);
  };
  for (const auto &[id, global] : version.program->globals)
    if (!global.is_static || global.is_entry)
      add(id);
  while (!waiting.empty()) {
    const Global *global = waiting.back();
    waiting.pop_back();
    for (Symbol named : named_by(*global))
      add(named);
  }
  return seen;
}

bool is_same_global(const AnalysedVersion &a, const AnalysedVersion &b,
                    Symbol id) {
  const Closure *x = a.closures->find_global(id);
  const Closure *y = b.closures->find_global(id);
  return x && y && is_same(x->own, y->own);
}

// Cell by cell: whether every byte that `own` has otherwise than `base` is in
// `merge`. Only for globals of one layout without pointers.
bool keeps_bytes(const Global &base, const Global &own, const Global &merge) {
  for (const Global *global : {&base, &own, &merge})
    if (global->is_unheld || !global->relocations.empty() ||
        global->bytes.size() != merge.bytes.size() ||
        global->size != merge.size)
      return false;
  for (std::size_t i = 0; i < merge.bytes.size(); i++)
    if (own.bytes[i] != base.bytes[i] && merge.bytes[i] != own.bytes[i])
      return false;
  return true;
}

bool is_lost(Symbol id, const AnalysedVersion &parent,
             const std::vector<AnalysedVersion> &versions) {
  const AnalysedVersion &base = versions.front(), &merge = versions.back();
  const Global *own = find_defined(parent, id);
  const Global *old = find_defined(base, id);
  const Global *merged = find_defined(merge, id);
  if (!own || (old && is_same_global(parent, base, id)))
    return false;
  if (!merged)
    return true;
  return !is_same_global(parent, merge, id) &&
         !(old && keeps_bytes(*old, *own, *merged));
}

// Whether the merge gives it contents that no parent has.
bool is_unexpected(Symbol id, const std::vector<AnalysedVersion> &versions) {
  const AnalysedVersion &merge = versions.back();
  const Global *merged = find_defined(merge, id);
  std::vector<const Global *> owns;
  for (const AnalysedVersion &version : versions)
    if (version.revision.role == Role::Parent)
      if (const Global *own = find_defined(version, id)) {
        if (is_same_global(version, merge, id))
          return false;
        owns.push_back(own);
      }
  if (!merged || owns.empty())
    return false;
  for (const Global *own : owns)
    if (own->is_unheld || merged->is_unheld || !own->relocations.empty() ||
        !merged->relocations.empty() ||
        own->bytes.size() != merged->bytes.size())
      return true;
  for (std::size_t i = 0; i < merged->bytes.size(); i++)
    if (std::none_of(owns.begin(), owns.end(), [&](const Global *own) {
          return own->bytes[i] == merged->bytes[i];
        }))
      return true;
  return false;
}

} // namespace

std::vector<LostGlobal>
find_lost_globals(const std::vector<AnalysedVersion> &versions) {
  std::vector<LostGlobal> lost;
  if (versions.front().revision.role != Role::Base)
    return lost;
  std::map<Symbol, std::vector<std::string>> losers;
  for (const AnalysedVersion &version : versions)
    if (version.revision.role == Role::Parent)
      for (Symbol id : visible_data(version))
        if (is_lost(id, version, versions))
          losers[id].push_back(version.revision.id);
  for (Symbol id : visible_data(versions.back()))
    if (!losers.contains(id) && is_unexpected(id, versions))
      losers[id].push_back(versions.back().revision.id);
  for (auto &[id, parents] : losers)
    lost.push_back({.id = id,
                    .is_new = !find_defined(versions.front(), id),
                    .changed_by = std::move(parents)});
  return lost;
}

} // namespace mergeproof::impact
