#include "impact/lost_globals.h"

#include <algorithm>
#include <set>

namespace mergeproof::impact {
namespace {

using namespace ir;
using source::Role;

const Global *find_visible(const AnalysedVersion &version, Symbol id) {
  const Global *global = version.program->find_global(id);
  return global && global->is_defined && !global->is_static ? global : nullptr;
}

bool is_same_global(const AnalysedVersion &a, const AnalysedVersion &b,
                    Symbol id) {
  const Closure *x = a.closures->find_global(id);
  const Closure *y = b.closures->find_global(id);
  return x && y && is_same(x->own, y->own) && is_same(x->closure, y->closure);
}

// Cell by cell: whether every byte that `own` has otherwise than `base` is in
// `merge`. Only for globals of one layout without pointers.
bool keeps_bytes(const Global &base, const Global &own, const Global &merge) {
  for (const Global *global : {&base, &own, &merge})
    if (!global->relocations.empty() ||
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
  const Global *own = find_visible(parent, id);
  const Global *old = find_visible(base, id);
  const Global *merged = find_visible(merge, id);
  if (!own || (old && is_same_global(parent, base, id)))
    return false;
  if (!merged)
    return true;
  return !is_same_global(parent, merge, id) &&
         !(old && keeps_bytes(*old, *own, *merged));
}

} // namespace

std::vector<LostGlobal>
find_lost_globals(const std::vector<AnalysedVersion> &versions) {
  std::vector<LostGlobal> lost;
  if (versions.front().revision.role != Role::Base)
    return lost;
  std::set<Symbol> ids;
  for (const AnalysedVersion &version : versions)
    for (const auto &[id, global] : version.program->globals)
      ids.insert(id);
  for (Symbol id : ids) {
    LostGlobal global{.id = id, .changed_by = {}};
    for (const AnalysedVersion &version : versions)
      if (version.revision.role == Role::Parent &&
          is_lost(id, version, versions))
        global.changed_by.push_back(version.revision.id);
    if (!global.changed_by.empty())
      lost.push_back(std::move(global));
  }
  return lost;
}

} // namespace mergeproof::impact
