#include "verdict/external_outputs.h"

#include "ir/layout.h"
#include "ir/library.h"
#include "ir/stmt_visit.h"

#include <algorithm>
#include <initializer_list>

namespace mergeproof::verdict {

namespace {

using ir::TypeKind;

// Numbers and structs of numbers, all of which may be written.
bool is_writable(const ir::Type &type) {
  if (type.is_const)
    return false;
  switch (type.kind) {
  case TypeKind::Bool:
  case TypeKind::Int:
    return true;
  case TypeKind::Float: // other bits of a long double mean nothing
    return type.size <= 8;
  case TypeKind::Array:
    return type.count != 0 && is_writable(*type.element);
  case TypeKind::Struct:
    return std::all_of(
        type.fields.begin(), type.fields.end(),
        [](const ir::Field &field) { return is_writable(*field.type); });
  case TypeKind::Union:
  case TypeKind::Void:
  case TypeKind::Pointer:
  case TypeKind::Function:
  case TypeKind::Incomplete:
    return false;
  }
  return false;
}

bool is_byte(const ir::Type &type) {
  return type.kind == TypeKind::Int && type.size == 1;
}

bool has_word(const std::string &name,
              std::initializer_list<const char *> words) {
  return std::any_of(words.begin(), words.end(), [&](const char *word) {
    return name.find(word) != std::string::npos;
  });
}

bool names_a_size(const std::string &name) {
  return has_word(name, {"len", "size", "sz", "cap", "used", "max", "limit"});
}

// Null: nothing can be left there.
const ir::Type *element_of(const ir::Variable &param) {
  const ir::Type *type = param.type;
  bool is_pointer = type && type->kind == TypeKind::Pointer && type->element &&
                    param.passing == ir::Variable::Passing::Direct;
  if (!is_pointer)
    return nullptr;
  // What is const of void is only known as it is written.
  bool is_bytes =
      type->element->kind == TypeKind::Void && type->spelling == "void *";
  return is_bytes || is_writable(*type->element) ? type->element : nullptr;
}

bool may_leave(const Question &question, const ir::Function &function) {
  bool is_plain = !function.is_defined && !function.is_variadic &&
                  !function.is_noreturn &&
                  std::none_of(function.params.begin(), function.params.end(),
                               [](const ir::Variable &param) {
                                 return param.passing ==
                                        ir::Variable::Passing::ResultAddress;
                               });
  return is_plain &&
         ir::may_leave_anything(
             function, question.context
                           ? question.context->files.path(function.span.file)
                           : std::string());
}

// Beside the buffer: what follows it, or what comes before it and is named so.
std::optional<std::uint32_t> find_length(const ir::Function &function,
                                         std::uint32_t parameter,
                                         bool is_text) {
  auto is_length = [&](std::uint32_t at, bool must_be_named) {
    if (at >= function.params.size())
      return false;
    const ir::Variable &param = function.params[at];
    return param.type && param.type->kind == TypeKind::Int &&
           (!must_be_named || names_a_length(std::string(param.source_name)));
  };
  if (is_length(parameter + 1, !is_text))
    return parameter + 1;
  if (parameter > 0 && is_length(parameter - 1, true))
    return parameter - 1;
  return std::nullopt;
}

// What is named like a number of bytes may be one.
std::uint32_t unit_of(const ir::Function &function,
                      const ExternalOutput &output) {
  if (output.is_text)
    return 1;
  if (output.length &&
      names_a_size(std::string(function.params[*output.length].source_name)))
    return 1;
  return std::uint32_t(output.element->size);
}

bool is_same_parameter(const ir::Variable &a, const ir::Variable &b) {
  return a.scalar == b.scalar && bool(a.type) == bool(b.type) &&
         (!a.type || (a.type->spelling == b.type->spelling &&
                      bool(a.type->element) == bool(b.type->element) &&
                      (!a.type->element ||
                       ir::is_same_layout(a.type->element, b.type->element))));
}

bool has_same_parameters(const ir::Function &a, const ir::Function &b) {
  return std::equal(a.params.begin(), a.params.end(), b.params.begin(),
                    b.params.end(), is_same_parameter);
}

} // namespace

bool names_a_length(const std::string &name) {
  return names_a_size(name) ||
         has_word(name, {"count", "num", "cnt", "total"}) || name == "n" ||
         name == "m" || name == "k" || name == "nb" || name == "argc";
}

ExternalOutputs::ExternalOutputs(const Question &question) {
  for (const VersionOfUnit &version : question.versions)
    for (const auto &[id, function] : version.program->functions)
      add_calls(*version.program, function);
  keep_common(question);
}

void ExternalOutputs::add_calls(const ir::Program &program,
                                const ir::Function &caller) {
  ir::for_each_stmt(caller.body, [&](const ir::Stmt &stmt) {
    const auto *call = stmt.as<ir::Call>();
    const auto *callee =
        call ? std::get_if<ir::Symbol>(&call->callee.target) : nullptr;
    const ir::Function *function =
        callee ? program.find_function(*callee) : nullptr;
    if (!function || function->is_defined)
      return;
    for (std::size_t i = 0; i < call->args.size(); i++)
      add_argument(caller, call->args[i], calls_[*callee], std::uint32_t(i));
  });
}

void ExternalOutputs::add_argument(const ir::Function &caller,
                                   const ir::Expr *argument,
                                   ByParameter &outputs,
                                   std::uint32_t parameter) {
  const ir::Expr *root = argument;
  while (root->kind == ir::ExprKind::Binary && root->type.is_pointer())
    root = root->a;
  if (root->kind != ir::ExprKind::LocalAddr)
    return;
  auto object = std::find_if(
      caller.objects.begin(), caller.objects.end(),
      [&](const ir::LocalObject &local) { return local.name == root->name; });
  const ir::Type *type =
      object == caller.objects.end() ? nullptr : object->type;
  bool is_const =
      type && (type->is_const || (type->element && type->element->is_const));
  bool is_text = root == argument && type && type->kind == TypeKind::Array &&
                 is_byte(*type->element);
  std::uint64_t room = is_const ? 0 : is_text ? object->size : 1;
  auto [place, is_new] = outputs.try_emplace(parameter);
  place->second.room = is_new ? room : std::min(place->second.room, room);
}

// That all versions that declare the function have alike.
void ExternalOutputs::keep_common(const Question &question) {
  for (const auto &[id, parameters] : calls_) {
    const ir::Function *first = nullptr;
    bool is_common = true;
    for (const VersionOfUnit &version : question.versions)
      if (const ir::Function *function = version.program->find_function(id)) {
        first = first ? first : function;
        is_common &= may_leave(question, *function) &&
                     has_same_parameters(*first, *function);
      }
    if (!first || !is_common)
      continue;
    for (auto [parameter, output] : parameters) {
      if (parameter >= first->params.size() || output.room == 0)
        continue;
      output.element = element_of(first->params[parameter]);
      if (!output.element)
        continue;
      output.is_text =
          output.element->kind == TypeKind::Void || is_byte(*output.element);
      output.length = find_length(*first, parameter, output.is_text);
      output.unit = unit_of(*first, output);
      if (!output.is_text)
        output.room = 1;
      outputs_[std::string(first->name)][parameter] = output;
    }
  }
}

const std::map<std::uint32_t, ExternalOutput> &
ExternalOutputs::of(const std::string &function) const {
  static const ByParameter none;
  auto found = outputs_.find(function);
  return found == outputs_.end() ? none : found->second;
}

} // namespace mergeproof::verdict
