#include "interp/exit_state.h"

#include "verdict/observation.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::interp {
namespace {

constexpr std::size_t most_fresh_objects = 1000;

const ir::Type *pointee(const ir::Type *type) {
  return type && type->kind == ir::TypeKind::Pointer ? type->element : nullptr;
}

} // namespace

void ExitState::list_object(LabelledObject object, const Bytes &reference) {
  object.narrow = memory_.narrow();
  bool is_as_before = *object.bytes == reference;
  std::size_t count = 0;
  auto list = [&](const Cell &cell) {
    bool is_listed = count++ < verdict::always_named;
    if (!is_listed && is_as_before)
      return false;
    ir::Bits bits = read_cell(cell, *object.bytes);
    if (is_listed || bits != read_cell(cell, reference))
      values_[std::string(cell.name)] = describer_.cell(cell, *object.bytes);
    if (cell.size == memory_.pointer_bytes() && !cell.bit_width)
      follow(std::string(cell.name), pointee(cell.type),
             memory_.from_memory(std::uint64_t(bits)));
    return true;
  };
  for_each_changed_cell(object, reference, verdict::always_named, list);
}

void ExitState::follow(const std::string &name, const ir::Type *type,
                       Address address) {
  Address base = address - offset_of(address);
  bool is_fresh = region_of(address) == Region::Heap && memory_.find(address);
  if (is_fresh && fresh_.size() < most_fresh_objects &&
      seen_.insert(base).second)
    fresh_.push_back(
        {(is_input_label("*" + name) ? "*new " : "*") + name, type, base});
}

// What an object of the witness is called keeps that name when another takes
// its place.
bool ExitState::is_input_label(const std::string &label) const {
  return std::any_of(witness_.objects.begin(), witness_.objects.end(),
                     [&](const verdict::WitnessObject &object) {
                       return object.label == label;
                     });
}

void ExitState::list_fresh() {
  for (std::size_t i = 0; i < fresh_.size(); i++) {
    Fresh fresh = fresh_[i];
    const Object *object = memory_.find(fresh.base);
    list_object({fresh.label, fresh.type, &object->bytes},
                Bytes(object->bytes.size()));
  }
}

void ExitState::list_result(const ir::Function &unit,
                            std::optional<ir::Bits> value) {
  if (value && unit.result) {
    const ir::Type *type = unit.type ? unit.type->element : nullptr;
    values_["return value"] = describer_.scalar(*unit.result, type, *value);
    if (unit.result->is_pointer())
      follow("return value", pointee(type), Address(*value));
  }
  Address address = world_.result_address();
  const Object *object = memory_.find(address);
  if (!address || !object)
    return;
  for (const ir::Variable &param : unit.params)
    if (param.passing == ir::Variable::Passing::ResultAddress)
      list_object({"return value", param.type, &object->bytes},
                  Bytes(object->bytes.size()));
}

void ExitState::find_types(const LabelledObject &holder,
                           const verdict::WitnessBytes &bytes,
                           std::vector<const ir::Type *> &types,
                           std::vector<std::uint32_t> &found) const {
  for (const verdict::WitnessPointer &pointer : bytes.pointers) {
    if (pointer.object >= types.size() || types[pointer.object])
      continue;
    if (const ir::Type *type = pointee_at(holder, pointer.offset)) {
      types[pointer.object] = type;
      found.push_back(pointer.object);
    }
  }
}

// The types of the witness's objects, as the parameters and globals say.
std::vector<const ir::Type *>
ExitState::input_types(const ir::Function &unit) const {
  std::vector<const ir::Type *> types(witness_.objects.size());
  std::vector<std::uint32_t> found;
  std::size_t next = 0;
  for (const ir::Variable &param : unit.params) {
    if (param.passing == ir::Variable::Passing::ResultAddress)
      continue;
    if (next == witness_.arguments.size())
      break;
    const verdict::WitnessBytes &argument = witness_.arguments[next++];
    Bytes bytes = world_.resolve(memory_, argument);
    find_types({"", param.type, &bytes}, argument, types, found);
  }
  for (const auto &[id, contents] : witness_.globals) {
    Bytes bytes = world_.resolve(memory_, contents);
    if (const ir::Global *global = executable_.program().find_global(id))
      find_types({"", global->type, &bytes}, contents, types, found);
  }
  for (std::size_t i = 0; i < found.size(); i++) {
    const verdict::WitnessObject &object = witness_.objects[found[i]];
    Bytes bytes = world_.resolve(memory_, object.contents);
    find_types({"*", types[found[i]], &bytes}, object.contents, types, found);
  }
  return types;
}

void ExitState::list_inputs(const ir::Function &unit,
                            const std::set<std::uint32_t> &which) {
  std::vector<const ir::Type *> types = input_types(unit);
  for (std::uint32_t i : which) {
    const verdict::WitnessObject &input = witness_.objects[i];
    if (!input.named.empty())
      continue;
    std::string label = input.label.empty() ? "input" : input.label;
    const Object *object = memory_.find(make_address(Region::Input, i));
    values_["lifetime of " + label] = object ? "alive" : "freed";
    if (object)
      list_object({label, types[i], &object->bytes},
                  world_.resolve(memory_, input.contents));
  }
}

Bytes ExitState::reference_bytes(ir::Symbol id) const {
  const ir::Global *global = reference_.find_global(id);
  if (!global)
    return {};
  return memory_.initial_bytes(*global);
}

void ExitState::list_globals(const std::set<ir::Symbol> &ids) {
  for (ir::Symbol id : ids) {
    const ir::Global *global = executable_.program().find_global(id);
    if (!global)
      continue;
    const Object *object =
        memory_.find(executable_.layout().global_address(global->id));
    list_object({"global " + executable_.report_name(*global), global->type,
                 &object->bytes},
                reference_bytes(id));
  }
}

} // namespace mergeproof::interp
