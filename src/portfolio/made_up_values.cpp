#include "portfolio/made_up_values.h"

#include "check/constants.h"
#include "check/interpreter_replay.h"
#include "check/used_globals.h"
#include "portfolio/findings.h"
#include "source/tree.h"
#include "testgen/minimise.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::portfolio {
namespace {

using verdict::Witness;

bool is_of_made_up_header(const verdict::Question &question,
                          const ir::Global &global) {
  return question.context->files.path(global.span.file) ==
         source::made_up_header;
}

// A constant that some file defines that was not read has one value only.
bool is_made_up(const verdict::Question &question,
                const verdict::VersionOfUnit &version, const std::string &id) {
  const ir::Global *global = version.program->find_global(id);
  return global && !global->is_defined &&
         (global->is_const || is_of_made_up_header(question, *global));
}

std::vector<std::string> made_up_globals(const verdict::Question &question) {
  std::vector<std::string> names;
  for (const std::string &id : check::used_globals(question))
    if (std::any_of(question.versions.begin(), question.versions.end(),
                    [&](const verdict::VersionOfUnit &version) {
                      return is_made_up(question, version, id);
                    }))
      names.push_back(id);
  return names;
}

using Values = std::vector<std::int32_t>; // by name

// As macros and enumerators usually are: nothing, flags, small numbers, far
// ones, what the code compares with.
std::vector<Values> patterns_of(const verdict::Question &question,
                                std::size_t count) {
  constexpr std::size_t most_constants = 24;
  std::vector<Values> patterns(5);
  for (std::size_t k = 0; k < count; k++) {
    auto i = static_cast<std::int32_t>(k);
    patterns[0].push_back(0);
    patterns[1].push_back(std::int32_t(1) << (i % 31));
    patterns[2].push_back(4 + 2 * i);
    patterns[3].push_back(-7 - 5 * i);
    patterns[4].push_back(100'003 + 1'009 * i);
  }
  for (std::int64_t constant : check::mine_constants(question).integers)
    if (patterns.size() < 5 + most_constants)
      patterns.push_back(Values(count, static_cast<std::int32_t>(constant)));
  return patterns;
}

// The value, again and again.
Witness with_values(const verdict::Question &question, Witness witness,
                    const std::vector<std::string> &names,
                    const Values &values) {
  for (std::size_t i = 0; i < names.size(); i++) {
    verdict::WitnessBytes &bytes = witness.globals[names[i]];
    std::uint64_t size = bytes.bytes.size();
    for (const verdict::VersionOfUnit &version : question.versions)
      if (const ir::Global *global = version.program->find_global(names[i]))
        size = std::max(size, global->size);
    std::int32_t value = values[i];
    bytes.pointers.clear();
    bytes.bytes.assign(size == 0 ? sizeof value : size, 0);
    for (std::size_t at = 0; at < bytes.bytes.size(); at += sizeof value)
      std::memcpy(bytes.bytes.data() + at, &value,
                  std::min(sizeof value, bytes.bytes.size() - at));
  }
  return witness;
}

// What other sizes could change.
bool has_trap(const verdict::Violation &violation) {
  return std::any_of(
      violation.values.begin(), violation.values.end(),
      [](const auto &value) { return value.second.starts_with("trapped"); });
}

} // namespace

std::string needs_made_up_value(const verdict::Question &question,
                                const Witness &witness,
                                const verdict::Violation &violation,
                                bool has_sizes) {
  if (has_sizes && has_trap(violation))
    return "with structs whose size a header defines that was not found";
  std::vector<std::string> names = made_up_globals(question);
  if (names.empty())
    return "";
  std::vector<Witness> variants;
  for (const Values &values : patterns_of(question, names.size()))
    variants.push_back(with_values(question, witness, names, values));
  std::vector<source::Revision> revisions = revisions_of(question);
  for (const auto &seen : check::replay_in_interpreter(question, variants)) {
    auto found = verdict::find_violations(revisions, seen);
    if (std::none_of(found.begin(), found.end(), [&](const auto &other) {
          return testgen::is_same_violation(other, violation);
        }))
      return "only with certain values of '" + names.front() +
             "', whose definition was not read";
  }
  return "";
}

} // namespace mergeproof::portfolio
