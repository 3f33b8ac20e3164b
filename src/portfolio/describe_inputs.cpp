#include "portfolio/describe_inputs.h"

#include "check/c_text.h"
#include "check/constants.h"
#include "check/fit_witness.h"
#include "check/signature.h"

#include <algorithm>
#include <set>

namespace mergeproof::portfolio {

namespace {

using verdict::WitnessBytes;

constexpr std::size_t max_elements = 16;
constexpr std::size_t max_objects = 24; // behind those of the arguments

std::string integer_text(const WitnessBytes &bytes, std::uint64_t offset,
                         std::uint64_t size, bool is_signed) {
  unsigned __int128 value = 0;
  for (std::uint64_t i = 0; i < size && offset + i < bytes.bytes.size(); i++)
    value |= (unsigned __int128)bytes.bytes[offset + i] << (8 * i);
  if (!is_signed || size > 8)
    return std::to_string(static_cast<std::uint64_t>(value));
  unsigned shift = unsigned(64 - 8 * size);
  return std::to_string(
      static_cast<std::int64_t>(std::uint64_t(value) << shift) >> shift);
}

std::string bytes_text(const WitnessBytes &bytes, std::uint64_t offset,
                       std::uint64_t size) {
  static const char digits[] = "0123456789abcdef";
  std::string text = "bytes";
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(size, max_elements);
       i++) {
    unsigned char byte =
        offset + i < bytes.bytes.size() ? bytes.bytes[offset + i] : 0;
    text += std::string(" ") + digits[byte >> 4] + digits[byte & 15];
  }
  return size > max_elements ? text + " …" : text;
}

// "returns 8; leaves bytes 48 44 where argument 2 points to"
std::string external_text(const verdict::WitnessResult &external) {
  std::string text;
  std::size_t size = external.result.bytes.size();
  if (size != 0 || external.writes.empty())
    text = "returns " + integer_text(external.result, 0, size, true);
  for (const verdict::WitnessWrite &write : external.writes)
    text += (text.empty() ? "" : "; ") + std::string("leaves ") +
            bytes_text(write.contents, 0, write.contents.bytes.size()) +
            " where argument " + std::to_string(write.parameter + 1) +
            " points to" +
            (write.length ? ", as many as argument " +
                                std::to_string(*write.length + 1) + " says"
                          : "");
  return text;
}

std::string float_text(const WitnessBytes &bytes, std::uint64_t offset,
                       std::uint64_t size) {
  bool is_usual = size == 4 || size == 8 || size == 12 || size == 16;
  if (!is_usual || offset + size > bytes.bytes.size())
    return bytes_text(bytes, offset, size);
  std::string text = check::float_literal(bytes.bytes.data() + offset, size);
  if (text.starts_with("__builtin_nan") || text.starts_with("(("))
    return "nan";
  if (text.ends_with("__builtin_inf()"))
    return text.front() == '-' ? "-inf" : "inf";
  return text.substr(0, text.find_last_not_of("fL") + 1); // without a suffix
}

bool is_text(unsigned char c) {
  return (c >= ' ' && c < 127) || c == '\n' || c == '\t' || c == '\r';
}

class Describer {
public:
  explicit Describer(const verdict::Witness &witness) : witness_(witness) {}

  std::string cell(const WitnessBytes &bytes, std::uint64_t offset,
                   const ir::Type *type) const {
    if (!type || offset >= bytes.bytes.size())
      return bytes_text(bytes, offset, bytes.bytes.size() - offset);
    switch (type->kind) {
    case ir::TypeKind::Bool:
    case ir::TypeKind::Int:
      return integer_text(bytes, offset, type->size, type->is_signed);
    case ir::TypeKind::Pointer:
      return pointer(bytes, offset);
    case ir::TypeKind::Struct:
      return fields(bytes, offset, *type);
    case ir::TypeKind::Array:
      return elements(bytes, offset, type->element, type->count);
    case ir::TypeKind::Float:
      return float_text(bytes, offset, type->size);
    case ir::TypeKind::Void:
    case ir::TypeKind::Union:
    case ir::TypeKind::Function:
    case ir::TypeKind::Incomplete:
      return bytes_text(bytes, offset, std::max<std::uint64_t>(type->size, 1));
    }
    return "";
  }

  // An object that a pointer to `type` points to: one or several of them.
  std::string object(const WitnessBytes &bytes, const ir::Type *type) const {
    if (!type || type->size == 0 || bytes.bytes.size() < type->size)
      return bytes_text(bytes, 0, bytes.bytes.size());
    std::uint64_t count = bytes.bytes.size() / type->size;
    return count == 1 ? cell(bytes, 0, type) : elements(bytes, 0, type, count);
  }

  // What is listed with the argument: an object of its own.
  static const WitnessBytes *target(const verdict::Witness &witness,
                                    const WitnessBytes &bytes,
                                    const std::string &label) {
    for (const verdict::WitnessPointer &pointer : bytes.pointers)
      if (pointer.offset == 0 && pointer.object < witness.objects.size() &&
          witness.objects[pointer.object].named.empty() &&
          witness.objects[pointer.object].label == label)
        return &witness.objects[pointer.object].contents;
    return nullptr;
  }

private:
  std::string pointer(const WitnessBytes &bytes, std::uint64_t offset) const {
    for (const verdict::WitnessPointer &pointer : bytes.pointers)
      if (pointer.offset == offset &&
          pointer.object < witness_.objects.size()) {
        const std::string &label = witness_.objects[pointer.object].label;
        std::string place =
            label.starts_with("*") ? label.substr(1) : "&" + label;
        return pointer.addend == 0
                   ? place
                   : place + " + " + std::to_string(pointer.addend) + " bytes";
      }
    std::string number =
        integer_text(bytes, offset, witness_.pointer_bytes, true);
    return number == "0" ? "null" : "(void *)" + number;
  }

  std::string fields(const WitnessBytes &bytes, std::uint64_t offset,
                     const ir::Type &type) const {
    std::string text = "{";
    for (const ir::Field &field : type.fields)
      if (field.bit_width == 0)
        text += (text.size() > 1 ? ", ." : " .") + field.name + " = " +
                cell(bytes, offset + field.offset, field.type);
    return text + " }";
  }

  // "a \"b\"\n", where it is that and nothing behind it; else empty.
  static std::string quoted(const WitnessBytes &bytes, std::uint64_t offset,
                            std::uint64_t count) {
    auto begin = bytes.bytes.begin() + std::ptrdiff_t(offset);
    auto end = begin + std::ptrdiff_t(count);
    auto zero = std::find(begin, end, 0);
    bool is_string =
        zero != end && std::all_of(begin, zero, is_text) &&
        std::all_of(zero, end, [](unsigned char c) { return c == 0; });
    return is_string ? check::string_literal(bytes.bytes.data() + offset,
                                             std::uint64_t(zero - begin))
                     : "";
  }

  std::string elements(const WitnessBytes &bytes, std::uint64_t offset,
                       const ir::Type *type, std::uint64_t count) const {
    bool is_char = type->kind == ir::TypeKind::Int && type->size == 1 &&
                   type->spelling.ends_with("char") &&
                   offset + count <= bytes.bytes.size();
    if (is_char)
      if (std::string text = quoted(bytes, offset, count); !text.empty())
        return text;
    std::string text = "{";
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, max_elements);
         i++)
      text += (i ? ", " : " ") + cell(bytes, offset + i * type->size, type);
    return text + (count > max_elements ? ", … }" : " }");
  }

  const verdict::Witness &witness_;
};

} // namespace

std::map<std::string, std::string>
describe_inputs(const verdict::Question &question,
                const verdict::Witness &witness) {
  std::map<std::string, std::string> inputs;
  Describer describer(witness);
  const ir::Function &unit = *question.versions.back().function;
  std::size_t next = 0;
  for (const ir::Variable &param : unit.params) {
    if (param.passing == ir::Variable::Passing::ResultAddress ||
        next >= witness.arguments.size())
      continue;
    const WitnessBytes &bytes = witness.arguments[next++];
    std::string name(param.source_name.empty() ? param.name
                                               : param.source_name);
    std::string value = describer.cell(bytes, 0, param.type);
    if (value != name) // else what it points to says it
      inputs[name] = value;
    const WitnessBytes *target = Describer::target(witness, bytes, "*" + name);
    if (target && param.type && param.type->kind == ir::TypeKind::Pointer)
      inputs["*" + name] = describer.object(*target, param.type->element);
  }
  std::size_t left = max_objects;
  const std::vector<bool> is_reached = verdict::reached_objects(witness);
  const auto objects =
      check::fit_witness(question, question.versions.back(), witness).objects;
  for (std::size_t i = 0; i < objects.size() && left > 0; i++)
    if (is_reached[i] && objects[i].label.starts_with("*") &&
        !inputs.contains(objects[i].label)) {
      inputs[objects[i].label] =
          describer.object(objects[i].contents, objects[i].type);
      left--;
    }
  const ir::Program &program = *question.versions.back().program;
  for (const auto &[id, bytes] : witness.globals)
    if (const ir::Global *global = program.find_global(id))
      inputs["global " + std::string(global->name)] =
          describer.cell(bytes, 0, global->type);
  for (const verdict::WitnessResult &external : witness.externals)
    inputs[external.function + "() #" +
           std::to_string(external.occurrence + 1)] = external_text(external);
  if (witness.external_seed != 0)
    inputs["other external calls"] =
        "seed " + std::to_string(witness.external_seed);
  for (std::uint32_t index : witness.failing_allocations)
    inputs["allocation #" + std::to_string(index + 1)] = "fails";
  return inputs;
}

std::vector<std::string> scripted_functions(const verdict::Question &question,
                                            const verdict::Witness &witness) {
  std::set<std::string> names;
  for (const verdict::WitnessResult &external : witness.externals)
    names.insert(external.function);
  if (witness.external_seed == 0)
    return {names.begin(), names.end()};
  const check::Constants constants = check::mine_constants(question);
  for (const ir::Function *external : constants.externals)
    if (check::signature_of(*external).result)
      names.emplace(external->name);
  for (const ir::Function *function : constants.callers)
    if (function->result && verdict::leads_to(witness, function->id))
      names.emplace(function->name);
  return {names.begin(), names.end()};
}

} // namespace mergeproof::portfolio
