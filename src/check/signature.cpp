#include "check/signature.h"

#include "ir/variadic.h"

#include <map>
#include <mutex>

namespace mergeproof::check {
namespace {

using Passing = ir::Variable::Passing;

ir::Type make_scalar(ir::Scalar scalar) {
  ir::Type type;
  type.size = scalar.bytes();
  type.align = static_cast<std::uint32_t>(type.size);
  switch (scalar.kind) {
  case ir::ScalarKind::Pointer:
    type.kind = ir::TypeKind::Pointer;
    type.element = void_type();
    type.spelling = "void *";
    break;
  case ir::ScalarKind::Float:
    type.kind = ir::TypeKind::Float;
    type.spelling = scalar.bits == 32   ? "float"
                    : scalar.bits == 64 ? "double"
                                        : "long double";
    break;
  case ir::ScalarKind::Int:
    type.kind = ir::TypeKind::Int;
    type.is_signed = true;
    type.spelling = type.size == 1   ? "signed char"
                    : type.size == 2 ? "short"
                    : type.size == 4 ? "int"
                    : type.size == 8 ? "long"
                                     : "__int128";
    break;
  }
  return type;
}

void add_parameters(Signature &signature, const ir::Function &function) {
  for (const ir::Variable &param : function.params) {
    if (param.passing == Passing::ResultAddress)
      continue;
    const ir::Type *type = param.type ? param.type : type_of(param.scalar);
    signature.parameters.push_back({std::string(param.source_name), type});
  }
}

const ir::Type *result_of(const ir::Function &function) {
  for (const ir::Variable &param : function.params)
    if (param.passing == Passing::ResultAddress)
      return param.type;
  if (function.type && function.type->element &&
      function.type->element->kind != ir::TypeKind::Void)
    return function.type->element;
  return function.result ? type_of(*function.result) : nullptr;
}

bool is_printf_like(const std::string &name) {
  if (name.find("scanf") != std::string::npos)
    return false;
  for (const char *part : {"print", "log", "err", "warn", "die", "fatal", "msg",
                           "trace", "debug", "panic", "usage", "fail"})
    if (name.find(part) != std::string::npos)
      return true;
  return false;
}

bool is_character_pointer(const ir::Type *type) {
  return type->kind == ir::TypeKind::Pointer && type->element &&
         type->element->kind == ir::TypeKind::Int && type->element->size == 1;
}

} // namespace

const ir::Type *void_type() {
  static const ir::Type type = {
      .kind = ir::TypeKind::Void, .align = 1, .spelling = "void"};
  return &type;
}

const ir::Type *type_of(ir::Scalar scalar) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, ir::Type> types;
  std::lock_guard lock(mutex);
  auto [place, is_new] =
      types.try_emplace({static_cast<int>(scalar.kind), scalar.bits});
  if (is_new)
    place->second = make_scalar(scalar);
  return &place->second;
}

Signature signature_of(const ir::Function &function) {
  Signature signature{.result = result_of(function)};
  signature.is_noreturn = function.is_noreturn;
  signature.is_variadic = function.is_variadic;
  if (function.is_defined || !function.type) {
    add_parameters(signature, function);
    return signature;
  }
  for (std::size_t i = 0; i < function.type->params.size(); i++)
    signature.parameters.push_back({"", function.type->params[i]});
  signature.is_variadic |= function.type->is_variadic;
  return signature;
}

Format format_of(const std::string &name, const Signature &signature) {
  const std::vector<Parameter> &parameters = signature.parameters;
  bool has_list = !parameters.empty() &&
                  ir::is_variadic_list_pointer(*parameters.back().type);
  std::size_t behind = parameters.size() - (has_list ? 1 : 0);
  if (!(has_list || signature.is_variadic) || behind == 0 ||
      !is_character_pointer(parameters[behind - 1].type) ||
      !is_printf_like(name))
    return {};
  return {static_cast<int>(behind) - 1, has_list};
}

} // namespace mergeproof::check
