#include "symbolic/universe.h"

#include "support/hash.h"
#include "symbolic/escape.h"

#include <algorithm>

namespace mergeproof::symbolic {
namespace {

constexpr std::uint64_t first_function = 0x20000000;
constexpr std::uint64_t first_global = 0x40000000;
constexpr std::uint64_t first_local = 0x80000000;
constexpr std::uint64_t first_heap = 0xC0000000;
constexpr std::uint64_t offset_bits = 32;
constexpr std::uint64_t max_table = 1024; // bytes of a constant kept as stores
constexpr std::uint64_t max_small = 64;   // of one that pointers can reach

// Different contents have different names.
std::string contents_name(const ir::Global &global) {
  std::uint64_t h = support::hash_bytes(
      std::string_view(reinterpret_cast<const char *>(global.bytes.data()),
                       global.bytes.size()));
  for (const ir::Relocation &relocation : global.relocations)
    h = support::mix(support::mix(h, relocation.offset),
                     support::mix(support::hash_bytes(relocation.symbol),
                                  std::uint64_t(relocation.addend)));
  return "contents " + std::string(global.id) + " " + std::to_string(h);
}

bool is_same_initialiser(const ir::Global &a, const ir::Global &b) {
  return a.is_defined == b.is_defined && a.bytes == b.bytes &&
         a.relocations == b.relocations;
}

} // namespace

Universe::Universe(const verdict::Question &question) : question_(question) {
  find_regions();
  find_changed_functions();
}

Term Universe::number(const std::string &name, smt::ObjectClass which,
                      std::uint64_t first) {
  auto [place, is_new] = objects_.try_emplace(name, nullptr);
  if (is_new) {
    std::uint64_t index = next_[first]++;
    place->second = table.object(name, which, (first + index) << offset_bits);
  }
  return place->second;
}

Term Universe::function_object(ir::Symbol id) {
  return number("function " + std::string(id), smt::ObjectClass::Global,
                first_function);
}

Term Universe::global_object(ir::Symbol id) {
  return number("global " + std::string(id), smt::ObjectClass::Global,
                first_global);
}

Term Universe::local_object(std::string_view name) {
  return number("local " + std::string(name), smt::ObjectClass::Local,
                first_local);
}

Term Universe::heap_object(Term allocation) {
  return number("heap " + std::to_string(allocation->id),
                smt::ObjectClass::Heap, first_heap);
}

// Files with code that could not be lowered: it may take any address.
std::set<std::string> Universe::unclear_files() const {
  std::set<std::string> files;
  for (const verdict::VersionOfUnit &version : question_.versions)
    for (const auto &[id, function] : version.program->functions) {
      bool is_skipped = function.is_static && !function.is_defined;
      if (function.opaque_reasons.empty() && !is_skipped)
        continue;
      files.insert(question_.context->files.path(function.span.file));
      files.insert(std::string(id.substr(0, id.find(':'))));
    }
  return files;
}

bool Universe::is_constant(std::string_view region) const {
  auto found = global_of_region_.find(region);
  if (found == global_of_region_.end())
    return false;
  ir::Symbol id = found->second;
  if (written_.count(id))
    return false;
  return std::all_of(question_.versions.begin(), question_.versions.end(),
                     [&](const verdict::VersionOfUnit &version) {
                       const ir::Global *global =
                           version.program->find_global(id);
                       return !global || global->is_const;
                     });
}

// A static global whose address never becomes a value, in any version, cannot
// be reached by a pointer: it is a region of its own. So is a constant.
void Universe::find_regions() {
  Uses uses;
  std::map<ir::Symbol, bool> is_own;
  for (const verdict::VersionOfUnit &version : question_.versions) {
    for (const auto &[id, function] : version.program->functions)
      collect_uses(function.body, uses);
    for (const auto &[id, global] : version.program->globals) {
      for (const ir::Relocation &relocation : global.relocations)
        uses.escaping_globals.insert(relocation.symbol);
      bool is_candidate = global.is_static && !global.is_thread_local;
      auto [place, is_new] = is_own.try_emplace(id, is_candidate);
      place->second &= is_candidate;
    }
  }
  written_ = uses.written_globals;
  std::set<std::string> unclear = unclear_files();
  lasting_.push_back(shared_region);
  for (const auto &[id, is_candidate] : is_own) {
    bool is_unclear = unclear.count(std::string(id.substr(0, id.find(':'))));
    if (!is_candidate || is_unclear || uses.escaping_globals.count(id))
      continue;
    std::string_view region = table.keep("region " + std::string(id));
    own_region_[id] = region;
    global_of_region_[region] = id;
    lasting_.push_back(region);
  }
}

void Universe::find_changed_functions() {
  Uses uses;
  for (const verdict::VersionOfUnit &version : question_.versions) {
    for (const auto &[id, function] : version.program->functions)
      collect_uses(function.body, uses);
    for (const auto &[id, global] : version.program->globals)
      for (const ir::Relocation &relocation : global.relocations)
        uses.address_taken_functions.insert(relocation.symbol);
  }
  for (ir::Symbol id : uses.address_taken_functions) {
    const verdict::FunctionFacts *first = nullptr;
    for (const verdict::VersionOfUnit &version : question_.versions) {
      auto found = version.facts->find(id);
      if (found == version.facts->end())
        continue;
      const ir::Function *function = version.program->find_function(id);
      if (!function || !function->is_defined)
        continue;
      if (!first)
        first = &found->second;
      else if (!first->is_same_closure(found->second))
        changed_.insert(id);
    }
  }
}

bool Universe::mention_changed_function(const std::vector<Term> &terms) {
  if (changed_.empty())
    return false;
  std::set<Term> objects;
  for (ir::Symbol id : changed_)
    if (auto known = objects_.find("function " + std::string(id));
        known != objects_.end())
      objects.insert(known->second);
  std::vector<Term> stack = terms;
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    if (objects.count(top))
      return true;
    if (mention_none_.insert(top).second)
      stack.insert(stack.end(), top->args.begin(), top->args.end());
  }
  return false;
}

std::string_view Universe::region_of_global(ir::Symbol id) const {
  auto found = own_region_.find(id);
  return found == own_region_.end() ? shared_region : found->second;
}

bool Universe::has_same_initialiser(ir::Symbol id) const {
  const ir::Global *first = nullptr;
  for (const verdict::VersionOfUnit &version : question_.versions) {
    const ir::Global *global = version.program->find_global(id);
    if (!global)
      continue;
    if (first && !is_same_initialiser(*first, *global))
      return false;
    first = global;
  }
  return true;
}

// Holds its initial value whenever the unit is called.
bool Universe::is_fixed(const ir::Global &global) const {
  return global.is_defined &&
         (global.is_const ||
          (own_region_.count(global.id) && !written_.count(global.id)));
}

// `memory` with the bytes of the global's initialiser; those of a large one are
// only known by name.
Term Universe::initialised(Term memory, const ir::Global &global) {
  if (global.bytes.size() > max_table)
    return table.apply(contents_name(global), smt::memory_sort, {memory});
  Term base = global_object(global.id);
  auto at = [&](std::uint64_t offset) {
    return table.add(base, table.constant(smt::bv_sort(64), offset));
  };
  for (std::uint64_t i = 0; i < global.bytes.size(); i++)
    memory = table.store(memory, at(i),
                         table.constant(smt::bv_sort(8), global.bytes[i]));
  for (const ir::Relocation &relocation : global.relocations) {
    bool is_function = false;
    for (const verdict::VersionOfUnit &version : question_.versions)
      is_function |=
          version.program->find_function(relocation.symbol) != nullptr;
    Term target = is_function ? function_object(relocation.symbol)
                              : global_object(relocation.symbol);
    Term addend = table.constant(smt::bv_sort(64),
                                 static_cast<std::uint64_t>(relocation.addend));
    memory =
        table.store(memory, at(relocation.offset), table.add(target, addend));
  }
  return memory;
}

Term Universe::initial_region(std::string_view region, std::size_t version) {
  if (region == shared_region) {
    Term memory = table.input("memory", smt::memory_sort);
    for (const auto &[id, global] :
         question_.versions[version].program->globals) {
      if (region_of_global(id) != shared_region || !global.is_defined)
        continue;
      bool is_same = has_same_initialiser(id);
      bool is_small_constant =
          global.is_const && global.bytes.size() <= max_small;
      if (is_same && !is_small_constant)
        continue;
      if (!global.is_const)
        assumptions.insert(verdict::Assumption::GlobalsStartAsInitialised);
      memory = initialised(memory, global);
    }
    return memory;
  }
  auto found = global_of_region_.find(region);
  Term memory =
      table.input("memory of " + std::string(region), smt::memory_sort);
  if (found == global_of_region_.end())
    return memory;
  const ir::Global *global =
      question_.versions[version].program->find_global(found->second);
  if (!global)
    return memory;
  bool is_same = has_same_initialiser(global->id);
  if (is_same && !is_fixed(*global))
    return memory;
  if (!is_same && !is_fixed(*global))
    assumptions.insert(verdict::Assumption::GlobalsStartAsInitialised);
  return initialised(memory, *global);
}

std::vector<Term> Universe::axioms(const std::vector<Term> &reachable) {
  std::vector<Term> found;
  Term limit = table.constant(smt::bv_sort(64), first_local << offset_bits);
  for (Term term : reachable) {
    bool is_pointer = (term->kind == smt::Kind::Symbol && term->is_input &&
                       term->sort == smt::bv_sort(64)) ||
                      input_pointers.count(term);
    if (is_pointer)
      found.push_back(table.binary(smt::Kind::ULt, term, limit));
  }
  return found;
}

} // namespace mergeproof::symbolic
