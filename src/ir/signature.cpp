#include "ir/signature.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace mergeproof::ir {
namespace {

constexpr std::size_t most_signatures = 32;

using Tokens = std::vector<std::string_view>;

bool is_record(const Type &type) {
  return type.kind == TypeKind::Struct || type.kind == TypeKind::Union ||
         type.kind == TypeKind::Incomplete;
}

// An integer of up to 32 bits is passed as one of 32.
constexpr unsigned narrowest = 32;

std::string integer_token(const Type &type) {
  unsigned bits = type.scalar().bits;
  return "i" + std::to_string(std::max(bits, narrowest));
}

std::string pointer_token(const Type &type) {
  const Type *to = type.element;
  std::string token = "p" + std::to_string(type.size * 8);
  return to && is_record(*to) && !to->spelling.empty()
             ? token + " " + to->spelling
             : token;
}

std::string token(const Type *type) {
  if (!type)
    return "u";
  switch (type->kind) {
  case TypeKind::Pointer:
    return pointer_token(*type);
  case TypeKind::Float:
    return "f" + std::to_string(type->scalar().bits);
  case TypeKind::Union:
    return "u";
  case TypeKind::Struct:
  case TypeKind::Incomplete:
    return "s";
  default:
    return type->is_scalar() ? integer_token(*type) : "u";
  }
}

Tokens tokens_of(std::string_view signature) {
  Tokens tokens;
  std::string_view rest = signature.substr(1, signature.size() - 2);
  while (!rest.empty()) {
    std::size_t end = rest.find(',');
    tokens.push_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
  return tokens;
}

unsigned bits_of(std::string_view token) {
  unsigned bits = 0;
  std::from_chars(token.data() + 1, token.data() + token.size(), bits);
  return bits;
}

// What is passed as `a` may be taken as `b`.
bool agree(std::string_view a, std::string_view b) {
  auto is_word = [](std::string_view token) {
    return token[0] == 'i' || token[0] == 'p';
  };
  bool is_union = a == "u" || b == "u";
  if (a == b || is_union || !is_word(a) || !is_word(b))
    return a == b || is_union;
  bool are_named = a.find(' ') != a.npos && b.find(' ') != b.npos;
  return !are_named && bits_of(a) >= bits_of(b);
}

} // namespace

std::string signature_text(const Type *function) {
  if (!function || function->kind != TypeKind::Function ||
      function->params.empty())
    return "";
  std::string text = "(";
  for (const Type *param : function->params)
    text += (text.size() > 1 ? "," : "") + token(param);
  if (function->is_variadic)
    text += ",...";
  return text + ")";
}

bool fits(std::string_view signature, const Function &function) {
  std::string own = signature_text(function.type);
  if (signature.empty() || own.empty())
    return true;
  Tokens a = tokens_of(signature), b = tokens_of(own);
  for (std::size_t i = 0; i < a.size() && i < b.size(); i++) {
    if (a[i] == "..." || b[i] == "...")
      return true;
    if (!agree(a[i], b[i]))
      return false;
  }
  return a.size() == b.size() || a.back() == "..." || b.back() == "...";
}

bool takes_the_same(const Function &a, const Function &b) {
  return a.result == b.result &&
         std::equal(a.params.begin(), a.params.end(), b.params.begin(),
                    b.params.end(), [](const Variable &x, const Variable &y) {
                      return x.scalar == y.scalar && x.passing == y.passing;
                    });
}

bool may_call(const Call &call, const Function &function) {
  return accepts(function, call.args.size()) && fits(call.signature, function);
}

std::set<std::string> signatures_behind(const Type *type) {
  std::set<std::string> signatures;
  std::set<const Type *> seen{type};
  std::vector<const Type *> waiting{type};
  auto add = [&](const Type *next) {
    if (next && seen.insert(next).second)
      waiting.push_back(next);
  };
  while (!waiting.empty()) {
    const Type *next = waiting.back();
    waiting.pop_back();
    if (!next)
      continue;
    if (next->kind == TypeKind::Function)
      signatures.insert(signature_text(next));
    if (signatures.size() > most_signatures)
      return {""};
    add(next->element);
    for (const Field &field : next->fields)
      add(field.type);
  }
  return signatures;
}

bool takes_functions(const Type &function) {
  return std::any_of(
      function.params.begin(), function.params.end(),
      [](const Type *param) { return !signatures_behind(param).empty(); });
}

Function declare_function(Context &context, std::string_view name,
                          const Type &type) {
  Function function;
  function.id = function.name = context.symbol(name);
  function.type = &type;
  if (type.element && type.element->is_scalar())
    function.result = type.element->scalar();
  for (const Type *param : type.params)
    function.params.push_back(
        {.name = context.symbol("$param" +
                                std::to_string(function.params.size() + 1)),
         .scalar = param->scalar(),
         .type = param});
  return function;
}

} // namespace mergeproof::ir
