#include "check/callers_functions.h"

#include "check/c_text.h"
#include "check/used_globals.h"
#include "ir/layout.h"
#include "ir/signature.h"

#include <algorithm>
#include <map>

namespace mergeproof::check {
namespace {

using FunctionTypes = std::map<std::string, const ir::Type *>; // by spelling

constexpr std::size_t most_types = 6;
constexpr int each = 2; // functions of a type

bool is_passed_as_it_is(const ir::Type *type) {
  return type->is_scalar() && type->size <= 8 && declaration(type, "x");
}

bool can_be_made(const ir::Type &function) {
  const ir::Type *result = function.element;
  return !function.is_variadic &&
         (!result || result->kind == ir::TypeKind::Void ||
          is_passed_as_it_is(result)) &&
         std::all_of(function.params.begin(), function.params.end(),
                     is_passed_as_it_is);
}

std::string spelling_of(const ir::Type &function) {
  auto text = [](const ir::Type *type) {
    return declaration(type, "").value_or("");
  };
  std::string all = function.element ? text(function.element) : "";
  for (const ir::Type *param : function.params)
    all += "," + text(param);
  return all;
}

void add_types_behind(const ir::Type *type, std::set<const ir::Type *> &seen,
                      FunctionTypes &found) {
  std::vector<const ir::Type *> waiting{type};
  while (!waiting.empty()) {
    const ir::Type *next = waiting.back();
    waiting.pop_back();
    if (!next || !seen.insert(next).second)
      continue;
    if (next->kind == ir::TypeKind::Function) {
      if (can_be_made(*next))
        found.emplace(spelling_of(*next), next);
      continue; // what it is given comes from the unit
    }
    waiting.push_back(next->element);
    for (const ir::Field &field : next->fields)
      waiting.push_back(field.type);
  }
}

FunctionTypes types_of(const verdict::VersionOfUnit &version,
                       const std::set<std::string> &globals) {
  FunctionTypes found;
  std::set<const ir::Type *> seen;
  for (const ir::Variable &param : version.function->params)
    add_types_behind(param.type, seen, found);
  for (const std::string &id : globals)
    if (const ir::Global *global = version.program->find_global(id))
      add_types_behind(global->type, seen, found);
  return found;
}

// What is behind their parameters is noted, too.
bool is_alike(const ir::Type &a, const ir::Type &b) {
  return std::equal(a.params.begin(), a.params.end(), b.params.begin(),
                    b.params.end(), [](const ir::Type *x, const ir::Type *y) {
                      bool is_pointer = x->kind == ir::TypeKind::Pointer &&
                                        y->kind == ir::TypeKind::Pointer &&
                                        x->element && y->element;
                      return ir::is_same_layout(x, y) &&
                             (!is_pointer ||
                              ir::is_same_layout(x->element, y->element));
                    });
}

void keep_common(FunctionTypes &all, const FunctionTypes &some) {
  std::erase_if(all, [&](const auto &known) {
    auto other = some.find(known.first);
    return other == some.end() || !is_alike(*known.second, *other->second);
  });
}

class Namer {
public:
  explicit Namer(const verdict::Question &question) {
    for (const verdict::VersionOfUnit &version : question.versions) {
      for (const auto &[id, function] : version.program->functions)
        taken_.insert(function.name);
      for (const auto &[id, global] : version.program->globals)
        taken_.insert(global.name);
    }
  }

  std::string next() {
    std::string name;
    do
      name = "callback_" + std::to_string(++number_);
    while (taken_.contains(name));
    return name;
  }

private:
  std::set<std::string_view> taken_;
  unsigned number_ = 0;
};

} // namespace

std::shared_ptr<const ir::Program>
make_callers_functions(const verdict::Question &question) {
  if (!question.context || question.versions.empty())
    return nullptr;
  const std::set<std::string> globals = used_globals(question);
  FunctionTypes types = types_of(question.versions.back(), globals);
  for (const verdict::VersionOfUnit &version : question.versions)
    keep_common(types, types_of(version, globals));
  if (types.empty())
    return nullptr;
  Namer namer(question);
  auto made = std::make_shared<ir::Program>();
  std::size_t count = 0;
  for (const auto &[spelling, type] : types)
    for (int i = 0; i < each && count < most_types * each; i++, count++) {
      ir::Function function =
          ir::declare_function(*question.context, namer.next(), *type);
      made->functions.emplace(function.id, std::move(function));
    }
  return made;
}

} // namespace mergeproof::check
