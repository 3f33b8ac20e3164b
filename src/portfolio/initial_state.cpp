#include "portfolio/initial_state.h"

#include "check/used_globals.h"

#include <algorithm>

namespace mergeproof::portfolio {
namespace {

using verdict::VersionOfUnit;

const ir::Global *find_variable(const VersionOfUnit &version,
                                const std::string &id) {
  const ir::Global *global = version.program->find_global(id);
  return global && !(global->is_const && global->is_defined) ? global : nullptr;
}

bool is_in_all(const verdict::Question &question, const std::string &id) {
  return std::all_of(question.versions.begin(), question.versions.end(),
                     [&](const VersionOfUnit &version) {
                       return find_variable(version, id) != nullptr;
                     });
}

bool is_initial(const ir::Global &global, const verdict::WitnessBytes &given) {
  return global.is_defined && given.pointers.empty() &&
         global.relocations.empty() && given.bytes == global.bytes;
}

// No run of the version stores it, or what it begins with.
bool is_never_held(const VersionOfUnit &version, const ir::Global &global,
                   const verdict::WitnessBytes &given) {
  if (!given.pointers.empty() || given.bytes.size() != global.size)
    return false;
  const auto &values = version.code_index()->stored_values(global.id);
  if (!values)
    return false;
  std::uint64_t value = 0;
  for (std::size_t i = given.bytes.size(); i-- > 0;)
    value = value << 8 | given.bytes[i];
  return !values->contains(value);
}

// Some version has no variable that the first one has.
bool lose_variables(const verdict::Question &question) {
  for (const std::string &id : check::used_globals(question)) {
    const ir::Global *first = find_variable(question.versions.front(), id);
    if (first && !first->name.starts_with(".") && !is_in_all(question, id))
      return true;
  }
  return false;
}

} // namespace

std::string impossible_start(const verdict::Question &question,
                             const verdict::Witness &witness) {
  bool are_lost = lose_variables(question);
  for (const auto &[id, given] : witness.globals) {
    bool is_shared = is_in_all(question, id);
    for (const VersionOfUnit &version : question.versions) {
      const ir::Global *global = version.program->find_global(id);
      if (!global || is_initial(*global, given))
        continue;
      if ((are_lost || global->is_const) && !is_shared)
        return "with a value of '" + std::string(global->name) +
               "', which not every version has";
      if (check::is_only_read(version, *global) ||
          is_never_held(version, *global, given))
        return "with a value of '" + std::string(global->name) +
               "' that nothing in " + version.revision.id + " gives it";
    }
  }
  return "";
}

} // namespace mergeproof::portfolio
