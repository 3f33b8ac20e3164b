#include "symbolic/stored_facts.h"

namespace mergeproof::symbolic {
namespace {

using smt::Term;
using verdict::StoredValues;

// None: some version may store anything.
std::optional<StoredValues> stored_by_any(const verdict::Question &question,
                                          ir::Symbol id) {
  StoredValues all;
  for (bool is_complete = false; !is_complete;) {
    std::size_t before = all.size();
    for (const verdict::VersionOfUnit &version : question.everyone()) {
      if (!version.program->find_global(id))
        continue;
      auto own = version.code_index()->stored_values(id, all);
      if (!own)
        return std::nullopt;
      all.merge(*own);
    }
    is_complete = all.size() == before;
  }
  return all;
}

} // namespace

void assume_stored(Universe &universe, const ir::Global &global, Term memory) {
  if (!global.is_static || !global.is_defined || global.size > 8)
    return;
  auto values = stored_by_any(universe.question(), global.id);
  if (!values || values->empty())
    return;
  auto bits = std::uint32_t(global.size * 8);
  smt::TermTable &table = universe.table;
  Term held = table.load(memory, universe.global_object(global.id), bits);
  Term is_known = table.boolean(false);
  for (std::uint64_t value : *values)
    is_known = table.logical_or(
        is_known, table.equal(held, table.constant(smt::bv_sort(bits), value)));
  universe.assumptions.insert(verdict::Assumption::StaticsHoldWhatIsStored);
  universe.add_fact(is_known);
}

} // namespace mergeproof::symbolic
