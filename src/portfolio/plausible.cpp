#include "portfolio/plausible.h"

#include "check/fit_witness.h"
#include "check/interpreter_replay.h"
#include "portfolio/initial_state.h"

#include <algorithm>
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

std::string broken_promise(const ir::Function &function,
                           const Witness &witness) {
  std::vector<const ir::Variable *> params; // as the witness lists them
  for (const ir::Variable &param : function.params)
    if (param.passing != ir::Variable::Passing::ResultAddress)
      params.push_back(&param);
  std::size_t count = std::min(params.size(), witness.arguments.size());
  std::set<std::uint32_t> objects, restricted;
  for (std::size_t i = 0; i < count; i++) {
    if (params[i]->is_nonnull && is_null(witness.arguments[i]))
      return "with a null argument that the function says it never gets";
    for (const verdict::WitnessPointer &pointer :
         witness.arguments[i].pointers) {
      bool is_new = objects.insert(pointer.object).second;
      if (params[i]->is_restrict)
        restricted.insert(pointer.object);
      if (!is_new && restricted.contains(pointer.object))
        return "with one object for two arguments, one of them restrict";
    }
  }
  return "";
}

// Whether what a pointer parameter points to has another size in some version.
bool has_other_layout(const verdict::Question &question, std::size_t param) {
  std::set<std::uint64_t> sizes;
  for (const verdict::VersionOfUnit &version : question.versions) {
    const auto &params = version.function->params;
    const ir::Type *type = param < params.size() ? params[param].type : nullptr;
    if (type && type->kind == ir::TypeKind::Pointer && type->element)
      sizes.insert(type->element->size);
  }
  return sizes.size() > 1;
}

bool has_inner_pointer(const Witness &witness) {
  auto is_inner = [](const WitnessBytes &bytes) {
    return std::any_of(bytes.pointers.begin(), bytes.pointers.end(),
                       [](const auto &pointer) { return pointer.addend != 0; });
  };
  return std::any_of(witness.arguments.begin(), witness.arguments.end(),
                     is_inner) ||
         std::any_of(
             witness.objects.begin(), witness.objects.end(),
             [&](const auto &object) { return is_inner(object.contents); });
}

// Arguments that point somewhere into an object: not where C allows none to
// point, nor where the versions disagree what lies there.
std::string misplaced_pointer(const verdict::Question &question,
                              const Witness &witness) {
  const ir::Function &unit = *question.versions.back().function;
  std::size_t next = 0;
  for (std::size_t i = 0; i < unit.params.size(); i++) {
    const ir::Variable &param = unit.params[i];
    if (param.passing == ir::Variable::Passing::ResultAddress ||
        next == witness.arguments.size())
      continue;
    const WitnessBytes &argument = witness.arguments[next++];
    if (has_other_layout(question, i) && has_inner_pointer(witness))
      return "with a pointer into a struct that the versions lay out "
             "differently";
    const verdict::WitnessPointer *pointer = pointer_at(argument, 0);
    bool is_pointer = param.type && param.type->kind == ir::TypeKind::Pointer &&
                      param.type->element;
    if (pointer && is_pointer &&
        pointer->addend % std::int64_t(param.type->element->align) != 0)
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

} // namespace

std::string implausible(const verdict::Question &question,
                        const Witness &witness,
                        const std::vector<verdict::Observation> &observations) {
  for (const verdict::VersionOfUnit &version : question.versions)
    if (!check::fit_witness(question, version, witness).keeps_values)
      return "with an input that does not fit its type in " +
             version.revision.id;
    else if (std::string why = broken_promise(*version.function, witness);
             !why.empty())
      return why;
  if (std::string why = impossible_start(question, witness); !why.empty())
    return why;
  if (std::string why = misplaced_pointer(question, witness); !why.empty())
    return why;
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
  std::string reader = check::version_that_reads_unset(question, witness);
  return reader.empty()
             ? ""
             : "only where " + reader + " reads memory that was never set";
}

} // namespace mergeproof::portfolio
