#include "portfolio/plausible.h"

#include "check/fit_witness.h"
#include "check/interpreter_replay.h"
#include "impact/common_layouts.h"
#include "ir/layout.h"
#include "portfolio/initial_state.h"
#include "verdict/compared_pointers.h"
#include "verdict/enumerators.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace mergeproof::portfolio {
namespace {

using verdict::Witness;
using verdict::WitnessBytes;

const verdict::WitnessPointer *pointer_at(const WitnessBytes &bytes,
                                          std::uint64_t offset) {
  for (const verdict::WitnessPointer &pointer : bytes.pointers)
    if (pointer.offset == offset)
      return &pointer;
  return nullptr;
}

bool is_null(const WitnessBytes &bytes) {
  return bytes.pointers.empty() &&
         std::all_of(bytes.bytes.begin(), bytes.bytes.end(),
                     [](unsigned char byte) { return byte == 0; });
}

struct Argument {
  const ir::Variable &param;
  const WitnessBytes &value;
};

// Those that the witness lists, by the place of their parameters.
std::map<std::size_t, Argument> arguments_of(const ir::Function &function,
                                             const Witness &witness) {
  std::map<std::size_t, Argument> found;
  for (std::size_t i = 0; i < function.params.size(); i++)
    if (const ir::Variable &param = function.params[i];
        param.passing != ir::Variable::Passing::ResultAddress &&
        found.size() < witness.arguments.size())
      found.emplace(i, Argument{param, witness.arguments[found.size()]});
  return found;
}

const ir::Type *pointee_of(const ir::Variable &param) {
  return param.type ? param.type->element : nullptr;
}

// A restrict argument that may be followed leads where another one does that
// may be, too, or to a variable that the code may use by its name.
bool breaks_restrict(
    const verdict::VersionOfUnit &version, const Witness &witness,
    const std::map<std::uint32_t, std::vector<std::size_t>> &params_by_object) {
  const auto &params = version.function->params;
  for (const auto &[object, indices] : params_by_object) {
    bool is_variable = object < witness.objects.size() &&
                       !witness.objects[object].named.empty();
    if (indices.size() + is_variable < 2 ||
        std::none_of(
            indices.begin(), indices.end(),
            [&](std::size_t i) { return params[i].is_restrict; }))
      continue;
    verdict::ComparedPointers pointers(version);
    if (std::count_if(indices.begin(), indices.end(),
                      [&](std::size_t i) { return pointers.may_follow(i); }) +
            is_variable >
        1)
      return true;
  }
  return false;
}

std::string broken_promise(const verdict::VersionOfUnit &version,
                           const Witness &witness) {
  std::map<std::uint32_t, std::vector<std::size_t>> params_by_object;
  for (const auto &[i, argument] : arguments_of(*version.function, witness)) {
    if (argument.param.is_nonnull && is_null(argument.value))
      return "with a null argument that the function says it never gets";
    for (const verdict::WitnessPointer &pointer : argument.value.pointers)
      params_by_object[pointer.object].push_back(i);
  }
  return breaks_restrict(version, witness, params_by_object)
             ? "with one object for two arguments or names, one of them "
               "restrict"
             : "";
}

// Objects that a pointer leads to the inside of, or by another type.
std::set<std::uint32_t> inner_objects(const verdict::Question &question,
                                      const Witness &witness) {
  std::set<std::uint32_t> inner;
  auto note = [&](const WitnessBytes &bytes) {
    for (const verdict::WitnessPointer &pointer : bytes.pointers)
      if (pointer.addend != 0)
        inner.insert(pointer.object);
  };
  for (const verdict::WitnessObject &object : witness.objects)
    note(object.contents);
  for (const auto &[id, contents] : witness.globals)
    note(contents);
  const verdict::VersionOfUnit &merge = question.versions.back();
  auto objects = check::fit_witness(question, merge, witness).objects;
  for (const auto &[i, argument] : arguments_of(*merge.function, witness)) {
    note(argument.value);
    const ir::Type *element = pointee_of(argument.param);
    for (const verdict::WitnessPointer &pointer : argument.value.pointers)
      if (const ir::Type *type = pointer.object < objects.size()
                                     ? objects[pointer.object].type
                                     : nullptr;
          element && type && !ir::is_same_layout(element, type))
        inner.insert(pointer.object);
  }
  return inner;
}

// What the versions lay out differently has another inside in each.
bool has_inner_pointer_to_other(const verdict::Question &question,
                                const Witness &witness) {
  const std::set<std::uint32_t> inner = inner_objects(question, witness);
  std::map<std::uint32_t, const ir::Type *> types;
  for (const verdict::VersionOfUnit &version : question.versions) {
    auto fitted = check::fit_witness(question, version, witness).objects;
    for (std::uint32_t object : inner)
      if (object < fitted.size() && fitted[object].type) {
        const ir::Type *type = fitted[object].type;
        auto known = types.emplace(object, type).first;
        if (!ir::is_same_layout(known->second, type))
          return true;
      }
  }
  return false;
}

// Two structs of one type that share some of their bytes: no program has them.
bool have_overlap(const ir::Function &function, const Witness &witness) {
  struct Place {
    std::uint32_t object;
    std::int64_t addend;
    const ir::Type *type;
  };
  std::vector<Place> places;
  for (const auto &[i, argument] : arguments_of(function, witness)) {
    const verdict::WitnessPointer *pointer = pointer_at(argument.value, 0);
    const ir::Type *type = pointee_of(argument.param);
    if (pointer && type && type->kind == ir::TypeKind::Struct)
      places.push_back({pointer->object, pointer->addend, type});
  }
  auto overlap = [](const Place &a, const Place &b) {
    std::int64_t distance = std::abs(a.addend - b.addend);
    return a.object == b.object && distance != 0 &&
           distance < std::int64_t(a.type->size) &&
           ir::is_same_layout(a.type, b.type);
  };
  for (std::size_t i = 0; i < places.size(); i++)
    for (std::size_t j = 0; j < i; j++)
      if (overlap(places[i], places[j]))
        return true;
  return false;
}

// Arguments that point somewhere into an object: not where C allows none to
// point, nor where the versions disagree what lies there.
std::string misplaced_pointer(const verdict::Question &question,
                              const Witness &witness) {
  if (has_inner_pointer_to_other(question, witness))
    return "with a pointer into a struct that the versions lay out "
           "differently";
  const ir::Function &unit = *question.versions.back().function;
  if (have_overlap(unit, witness))
    return "with two structs that overlap in part";
  for (const auto &[i, argument] : arguments_of(unit, witness)) {
    const verdict::WitnessPointer *pointer = pointer_at(argument.value, 0);
    const ir::Type *type = pointee_of(argument.param);
    bool is_pointer =
        type && argument.param.type->kind == ir::TypeKind::Pointer;
    if (pointer && is_pointer &&
        pointer->addend % std::int64_t(type->align) != 0)
      return "with an argument that is not aligned";
  }
  return "";
}

// argc strings and a null pointer.
bool is_argument_vector(const Witness &witness) {
  if (witness.arguments.size() < 2 || witness.arguments[0].bytes.size() != 4)
    return true;
  std::int32_t count = 0;
  for (int i = 3; i >= 0; i--)
    count = std::int32_t(std::uint32_t(count) << 8 |
                         witness.arguments[0].bytes[std::size_t(i)]);
  const verdict::WitnessPointer *vector = pointer_at(witness.arguments[1], 0);
  if (count < 0 || !vector || vector->addend != 0 ||
      vector->object >= witness.objects.size())
    return false;
  const WitnessBytes &words = witness.objects[vector->object].contents;
  std::uint64_t pointer_size = witness.pointer_bytes;
  std::uint64_t end = pointer_size * std::uint64_t(count);
  if (words.bytes.size() < end + pointer_size || pointer_at(words, end))
    return false;
  for (std::uint64_t at = 0; at < end; at += pointer_size)
    if (!pointer_at(words, at))
      return false;
  return std::all_of(words.bytes.begin() + std::ptrdiff_t(end),
                     words.bytes.begin() + std::ptrdiff_t(end + pointer_size),
                     [](unsigned char byte) { return byte == 0; });
}

// A pointer of the input leads to a function whose address never comes there.
// "&*p" of "&*p+16" (as interpreted), "p" of "p + 16 bytes" (as run).
std::string without_offset(const std::string &value) {
  std::string_view text = value;
  bool was_run = text.ends_with(" bytes") || text.ends_with(" byte");
  if (was_run)
    text = text.substr(0, text.rfind(' '));
  std::size_t sign = text.find_last_not_of("0123456789");
  std::string_view before = text.substr(0, sign + 1);
  bool has_offset =
      before.size() < text.size() &&
      (was_run ? before.ends_with(" + ")
               : text.starts_with('&') &&
                     (before.ends_with('+') || before.ends_with('-')));
  return has_offset ? std::string(before.substr(0, sign - (was_run ? 2 : 0)))
                    : value;
}

bool declares_structs_differently(const verdict::Question &question) {
  std::vector<const ir::Program *> programs;
  for (const verdict::VersionOfUnit &version : question.versions)
    programs.push_back(version.program);
  return !impact::make_common_layouts(programs).names.empty();
}

bool has_unreached_function(const verdict::Question &question,
                            const Witness &witness) {
  return std::any_of(witness.objects.begin(), witness.objects.end(),
                     [&](const verdict::WitnessObject &object) {
                       return question.never_pointed_to.contains(object.named);
                     });
}

} // namespace

std::string implausible(const verdict::Question &question,
                        const Witness &witness,
                        const std::vector<verdict::Observation> &observations) {
  for (const verdict::VersionOfUnit &version : question.versions)
    if (!check::fit_witness(question, version, witness).keeps_values)
      return "with an input that does not fit its type in " +
             version.revision.id + ", or means something else there";
    else if (std::string why = broken_promise(version, witness); !why.empty())
      return why;
  if (std::string why = impossible_start(question, witness); !why.empty())
    return why;
  if (std::string why = misplaced_pointer(question, witness); !why.empty())
    return why;
  if (has_unreached_function(question, witness))
    return "with a pointer to a function whose address never comes there";
  if (question.versions.back().function->name == "main" &&
      !is_argument_vector(witness))
    return "with an argv that no program is started with";
  std::set<std::uint64_t> allocations;
  bool has_failed = false;
  for (const verdict::Observation &observation : observations) {
    allocations.insert(observation.allocations);
    has_failed |= observation.has_failed_allocation;
  }
  if (has_failed && allocations.size() > 1)
    return "only where different allocations fail";
  return check::why_by_chance(question, witness);
}

// Whether the numbers that functions return are enumerators that have other
// numbers in other versions.
bool are_renumbered(const verdict::Question &question,
                    const verdict::Violation &violation) {
  if (violation.observable != "return value")
    return false;
  auto result_of = [](const verdict::VersionOfUnit &version) {
    const ir::Type *type = version.function->type;
    return type ? type->element : nullptr;
  };
  for (const verdict::VersionOfUnit &here : question.versions)
    for (const verdict::VersionOfUnit &there : question.versions) {
      auto value = violation.values.find(here.revision.id);
      const ir::Type *type = result_of(here), *other = result_of(there);
      if (value != violation.values.end() && type && other &&
          !verdict::means_the_same(std::atoll(value->second.c_str()), *type,
                                   *other))
        return true;
    }
  return false;
}

std::string misplaced(const verdict::Question &question,
                      const verdict::Violation &violation) {
  if (are_renumbered(question, violation))
    return "where an enumerator is returned that versions number differently";
  std::set<std::string> targets;
  bool has_offset = false;
  for (const auto &[version, value] : violation.values) {
    has_offset |= without_offset(value) != value;
    targets.insert(without_offset(value));
  }
  return has_offset && targets.size() == 1 &&
                 declares_structs_differently(question)
             ? "where a pointer leads into a struct that the versions lay out "
               "differently"
             : "";
}

} // namespace mergeproof::portfolio
