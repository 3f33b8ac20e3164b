#include "ir/program.h"

namespace mergeproof::ir {
namespace {

bool is_same_definition(const Function &a, const Function &b) {
  return a.params.size() == b.params.size() && is_same(a.body, b.body);
}

bool is_same_definition(const Global &a, const Global &b) {
  return has_same_contents(a, b);
}

bool is_definition(const Function &function) { return function.is_defined; }

bool is_definition(const Global &global) {
  return global.is_defined || global.is_unheld;
}

template <typename T>
void merge_map(std::map<Symbol, T> &into, std::map<Symbol, T> &more,
               std::vector<Symbol> &clashes) {
  for (auto &[id, item] : more) {
    auto [place, is_new] = into.try_emplace(id, item);
    if (is_new || !is_definition(item))
      continue;
    if (!is_definition(place->second))
      place->second = std::move(item);
    else if (!is_same_definition(place->second, item))
      clashes.push_back(id);
  }
}

} // namespace

std::vector<Symbol> named_by(const Global &global) {
  std::vector<Symbol> named = global.named;
  for (const Relocation &relocation : global.relocations)
    named.push_back(relocation.symbol);
  return named;
}

bool has_same_contents(const Global &a, const Global &b) {
  return a.bytes == b.bytes && a.relocations == b.relocations;
}

const Function *Program::find_function(Symbol id) const {
  auto found = functions.find(id);
  return found == functions.end() ? nullptr : &found->second;
}

const Function *Program::find_defined(Symbol id) const {
  const Function *function = find_function(id);
  return function && function->is_defined ? function : nullptr;
}

const Global *Program::find_global(Symbol id) const {
  auto found = globals.find(id);
  return found == globals.end() ? nullptr : &found->second;
}

bool is_overloaded(const Function &function) {
  std::string_view id(function.id);
  std::string_view linked = id.substr(id.rfind(':') + 1);
  return linked != std::string_view(function.name) && linked.starts_with("_Z");
}

bool accepts(const Function &function, std::size_t arguments) {
  if (!function.is_defined && !function.type)
    return true;
  std::size_t count = function.params.size();
  return function.is_variadic || !function.is_defined ? arguments >= count
                                                      : arguments == count;
}

std::vector<Symbol> merge_into(Program &program, Program more) {
  std::vector<Symbol> clashes;
  merge_map(program.functions, more.functions, clashes);
  merge_map(program.globals, more.globals, clashes);
  return clashes;
}

} // namespace mergeproof::ir
