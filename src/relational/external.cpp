#include "relational/external.h"

#include "ir/signature.h"
#include "relational/frame.h"
#include "relational/library_bytes.h"
#include "smt/memory_part.h"
#include "support/hash.h"
#include "symbolic/escape.h"
#include "verdict/compared_pointers.h"

#include <algorithm>
#include <span>

namespace mergeproof::relational {

namespace {

// Text and other constants that lead nowhere and that every version has alike:
// what a call reads there is the same everywhere.
bool is_constant_memory(const symbolic::Universe &universe, const ir::Expr *arg,
                        const ir::Program &program) {
  const ir::Expr *root = symbolic::root_of(arg);
  if (!root || root->kind != ir::ExprKind::GlobalAddr)
    return false;
  const ir::Global *global = program.find_global(root->name);
  return global && global->is_const && global->is_defined &&
         global->relocations.empty() &&
         universe.has_same_initialiser(global->id);
}

// Whether an object of this type may hold pointers.
bool leads_on(const ir::Type *type) {
  if (!type)
    return true;
  switch (type->kind) {
  case ir::TypeKind::Bool:
  case ir::TypeKind::Int:
  case ir::TypeKind::Float:
    return false;
  case ir::TypeKind::Array:
    return leads_on(type->element);
  case ir::TypeKind::Struct:
  case ir::TypeKind::Union:
    return std::any_of(
        type->fields.begin(), type->fields.end(),
        [](const ir::Field &field) { return leads_on(field.type); });
  case ir::TypeKind::Void:
  case ir::TypeKind::Pointer:
  case ir::TypeKind::Function:
  case ir::TypeKind::Incomplete:
    return true;
  }
  return true;
}

// What is const is not written, but what it points to may be.
bool is_read_only_param(const ir::Function *declared, std::size_t index) {
  if (!declared || !declared->type || index >= declared->type->params.size())
    return false;
  const ir::Type *param = declared->type->params[index];
  return param && param->kind == ir::TypeKind::Pointer && param->element &&
         param->element->is_const && !leads_on(param->element);
}

// Whether a conversion of the format, a text, is %n. "": not known.
bool has_count_conversion(std::string_view format) {
  for (std::size_t at = format.find('%'); at != format.npos;
       at = format.find('%', at)) {
    at = format.find_first_not_of("-+ #0123456789.*'$hlLqjztI", at + 1);
    if (at == format.npos || format[at] == 'n')
      return true;
    at++;
  }
  return false;
}

// Of printf and its kin: whether the format is a constant without %n.
bool only_reads(const ir::Call &call, const ir::Function &declared,
                const ir::Program &program) {
  std::size_t fixed = declared.params.size();
  if (fixed == 0 || call.args.size() < fixed)
    return false;
  const ir::Expr *format = call.args[fixed - 1];
  if (format->kind != ir::ExprKind::GlobalAddr)
    return false;
  const ir::Global *global = program.find_global(format->name);
  if (!global || !global->is_const || !global->is_defined)
    return false;
  return !has_count_conversion(
      {reinterpret_cast<const char *>(global->bytes.data()),
       global->bytes.size()});
}

bool names_function(const ir::Expr *expr) {
  if (!expr)
    return false;
  return expr->kind == ir::ExprKind::FunctionAddr || names_function(expr->a) ||
         names_function(expr->b) || names_function(expr->c);
}

template <typename Ids>
std::uint64_t identity_of_all(const symbolic::Universe &universe,
                              std::size_t version, const Ids &ids,
                              const std::string &how) {
  const verdict::Facts &facts = *universe.question().versions[version].facts;
  std::uint64_t identity = 0;
  for (ir::Symbol id : ids) {
    auto known = facts.find(id);
    bool is_there = known != facts.end();
    if (is_there && !known->second.is_same_closure(known->second))
      throw GiveUp{how + std::string(id) + "(), which could not be analysed",
                   GiveUp::Kind::OpaqueCode};
    for (std::size_t i = 0; i < 2; i++)
      identity =
          support::mix(identity, is_there ? known->second.closure[i] : 1);
  }
  return identity;
}

void assume_symmetry(symbolic::Universe &universe, std::string_view name,
                     const std::string &full,
                     const std::vector<smt::Term> &inputs, smt::Term result) {
  constexpr std::string_view symmetric[] = {"strcmp", "strncmp", "memcmp"};
  if (std::find(std::begin(symmetric), std::end(symmetric), name) ==
          std::end(symmetric) ||
      inputs.size() < 2 || result->sort.kind != smt::SortKind::BitVec ||
      inputs[0]->sort != inputs[1]->sort)
    return;
  smt::TermTable &table = universe.table;
  std::vector<smt::Term> ordered = inputs;
  if (ordered[0]->id > ordered[1]->id)
    std::swap(ordered[0], ordered[1]);
  smt::Term same =
      table.apply(full + " finds no difference", smt::bool_sort, ordered);
  smt::Term zero = table.constant(result->sort, 0);
  universe.add_fact(table.equal(table.equal(result, zero), same));
  universe.add_fact(table.implies(table.equal(inputs[0], inputs[1]), same));
}

// strchr() and its kin point into what they are given, if anywhere; those that
// look for one byte to it.
void assume_place(symbolic::Universe &universe, std::string_view name,
                  const std::vector<smt::Term> &inputs, smt::Term result) {
  constexpr std::string_view of_byte[] = {"strchr", "strrchr", "memchr",
                                          "memrchr", "rawmemchr"};
  constexpr std::string_view of_text[] = {"strstr", "strcasestr", "strpbrk",
                                          "strchrnul", "memmem"};
  auto is_one_of = [&](const auto &names) {
    return std::find(std::begin(names), std::end(names), name) !=
           std::end(names);
  };
  bool is_of_byte = is_one_of(of_byte);
  if ((!is_of_byte && !is_one_of(of_text)) || inputs.size() < 3 ||
      inputs[0]->sort != smt::bv_sort(64) || result->sort != inputs[0]->sort ||
      inputs.back()->sort != smt::memory_sort)
    return;
  smt::TermTable &table = universe.table;
  smt::Term text = inputs[0];
  smt::Term is_behind =
      table.logical_not(table.binary(smt::Kind::ULt, result, text));
  smt::Term is_found =
      table.logical_and(is_behind, table.equal(table.extract(63, 32, result),
                                               table.extract(63, 32, text)));
  if (is_of_byte && inputs[1]->sort.bits >= 8)
    is_found = table.logical_and(
        is_found, table.equal(table.load(inputs.back(), result, 8),
                              table.extract(7, 0, inputs[1])));
  smt::Term nothing = table.equal(result, table.constant(result->sort, 0));
  universe.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  universe.add_fact(table.logical_or(nothing, is_found));
}

constexpr std::size_t most_compared = 64; // bytes

// What a constant of the program holds from the address on.
std::span<const std::uint8_t> constant_bytes(symbolic::Universe &universe,
                                             const ir::Program &program,
                                             smt::Term address) {
  smt::Term object = nullptr;
  std::uint64_t offset = 0;
  for (smt::Term part : address->kind == smt::Kind::Add
                            ? address->args
                            : std::vector<smt::Term>{address}) {
    if (part->is_constant())
      offset = static_cast<std::uint64_t>(part->value);
    else if (part->kind == smt::Kind::Object && !object)
      object = part;
    else
      return {};
  }
  constexpr std::string_view prefix = "global ";
  if (!object || !object->name.starts_with(prefix))
    return {};
  const ir::Global *global =
      program.find_global(universe.question().context->symbol(
          std::string_view(object->name).substr(prefix.size())));
  if (!global || !global->is_const || !global->is_defined ||
      !global->relocations.empty() || offset > global->bytes.size())
    return {};
  return std::span(global->bytes).subspan(offset);
}

// Those of `bytes` that strcmp() and its kin look at if they find no
// difference; none: not known.
std::size_t count_compared(std::string_view name,
                           std::span<const std::uint8_t> bytes,
                           const std::vector<smt::Term> &inputs) {
  std::size_t count = bytes.size();
  bool is_whole = false;
  if (name != "strcmp") {
    if (inputs.size() != 4 || !inputs[2]->is_constant())
      return 0;
    is_whole = inputs[2]->value <= count;
    count = is_whole ? std::size_t(inputs[2]->value) : count;
  }
  auto end = std::find(bytes.begin(), bytes.begin() + std::ptrdiff_t(count), 0);
  if (name != "memcmp" && end != bytes.begin() + std::ptrdiff_t(count)) {
    is_whole = true;
    count = std::size_t(end - bytes.begin()) + 1;
  }
  return is_whole && count <= most_compared ? count : 0;
}

// strcmp() and its kin find no difference just where the bytes are those of a
// constant that one of the texts is.
void assume_text(symbolic::Universe &universe, const ir::Program &program,
                 std::string_view name, const std::vector<smt::Term> &inputs,
                 smt::Term result) {
  if ((name != "strcmp" && name != "strncmp" && name != "memcmp") ||
      inputs.size() < 3 || inputs.back()->sort != smt::memory_sort ||
      inputs[0]->sort != smt::bv_sort(64) || inputs[1]->sort != inputs[0]->sort)
    return;
  smt::TermTable &table = universe.table;
  for (std::size_t known : {0, 1}) {
    auto bytes = constant_bytes(universe, program, inputs[known]);
    std::size_t count = count_compared(name, bytes, inputs);
    if (count == 0)
      continue;
    smt::Term same = table.boolean(true);
    for (std::size_t i = 0; i < count; i++) {
      smt::Term at =
          table.add(inputs[1 - known], table.constant(smt::bv_sort(64), i));
      smt::Term byte = table.load(inputs.back(), at, 8);
      same = table.logical_and(
          same, table.equal(byte, table.constant(byte->sort, bytes[i])));
    }
    smt::Term zero = table.constant(result->sort, 0);
    universe.add_fact(table.equal(table.equal(result, zero), same));
  }
}

} // namespace

std::string kinds_of(const ir::Call &call) {
  std::string kinds;
  for (const ir::Expr *arg : call.args)
    kinds +=
        (arg->type.is_float() ? " f" : " ") + std::to_string(arg->type.bits);
  return kinds;
}

namespace {

bool is_of_bytes(const ir::Type *pointer) {
  if (!pointer)
    return true;
  const ir::Type *type =
      pointer->kind == ir::TypeKind::Pointer ? pointer->element : nullptr;
  if (!type)
    return pointer->kind == ir::TypeKind::Pointer;
  bool is_text = type->spelling == "char" || type->spelling == "const char";
  return type->kind == ir::TypeKind::Void ||
         (type->kind == ir::TypeKind::Int && type->size == 1 && !is_text);
}

} // namespace

bool takes_bytes(const ir::Call &call, const ir::Function *declared) {
  if (!declared || declared->params.size() > call.args.size())
    return true;
  std::size_t known = declared->params.size();
  for (std::size_t i = 0; i < call.args.size(); i++)
    if (call.args[i]->type.is_pointer() &&
        (i < known ? is_of_bytes(declared->params[i].type) : !call.is_variadic))
      return true;
  return false;
}

bool may_call_back(const ir::Call &call, const ir::Function *declared) {
  if (std::any_of(call.args.begin(), call.args.end(), names_function))
    return true;
  return declared && declared->type && ir::takes_functions(*declared->type);
}

bool is_given_functions(const symbolic::Universe &universe,
                        const ir::Call &call, const ir::Function *declared) {
  if (!universe.is_changed_function_reachable() || !declared || !declared->type)
    return false;
  const auto &params = declared->type->params;
  for (std::size_t i = 0; i < std::min(params.size(), call.args.size()); i++)
    if (universe.may_be_changed(ir::signatures_behind(params[i])) &&
        call.args[i]->kind != ir::ExprKind::FunctionAddr &&
        call.args[i]->kind != ir::ExprKind::Const)
      return true;
  return false;
}

ir::LibraryEffect effect_of(symbolic::Universe &universe, const ir::Call &call,
                            ir::Symbol name, const ir::Function *declared,
                            const ir::Program &program) {
  using Effect = ir::LibraryEffect;
  Effect effect = ir::library_effect(name, declared);
  if (effect == Effect::Sets)
    effect = universe.asks_errno() ? Effect::Changes : Effect::Local;
  if (ir::is_function_of_arguments(effect))
    universe.assumptions.insert(verdict::Assumption::LibraryStateStays);
  if (effect == Effect::Writes && declared && declared->is_variadic &&
      !only_reads(call, *declared, program))
    return Effect::Changes; // %n
  return effect;
}

std::uint64_t identity_of(const symbolic::Universe &universe,
                          std::size_t version, const ir::Call &call) {
  return identity_of_all(universe, version, universe.changed_callees(call),
                         "a call through a pointer may reach ");
}

std::uint64_t identity_of_callbacks(const symbolic::Universe &universe,
                                    std::size_t version) {
  return identity_of_all(universe, version, universe.changed_functions(),
                         "an external call may call back ");
}

void assume_system_result(symbolic::Universe &universe,
                          const ir::Function *declared, smt::Term result) {
  if (!declared || result->sort.kind != smt::SortKind::BitVec)
    return;
  std::optional<ir::ResultRange> range = ir::system_result(
      *declared, universe.question().context->files.path(declared->span.file));
  if (!range)
    return;
  universe.assumptions.insert(verdict::Assumption::SystemResults);
  smt::TermTable &table = universe.table;
  bool is_narrow = result->sort.bits == 32; // what a ssize_t is there
  std::int64_t most =
      is_narrow ? std::min<std::int64_t>(range->most, INT32_MAX) : range->most;
  auto add_order = [&](smt::Term a, smt::Term b) { // a <= b
    universe.add_fact(table.logical_not(table.binary(smt::Kind::SLt, b, a)));
  };
  auto number = [&](std::int64_t value) {
    return table.constant(result->sort, static_cast<std::uint64_t>(value) &
                                            smt::mask(result->sort.bits));
  };
  add_order(number(range->least), result);
  add_order(result, number(most));
}

smt::Term memory_behind(smt::TermTable &table, ir::LibraryEffect effect,
                        const ir::Call &call,
                        const std::vector<smt::Term> &arguments,
                        smt::Term memory) {
  if (effect != ir::LibraryEffect::Reads)
    return memory;
  std::vector<smt::Term> pointers;
  for (std::size_t i = 0; i < call.args.size(); i++)
    if (call.args[i]->type.is_pointer())
      pointers.push_back(arguments[i]);
  return smt::MemoryPart(table, memory, pointers).part();
}

smt::Term library_result(symbolic::Universe &universe,
                         const ir::Program &program, std::string_view name,
                         const std::string &full, smt::Sort sort,
                         const std::vector<smt::Term> &inputs) {
  smt::Term result = universe.table.apply(
      "library " + full + " " + std::to_string(sort.bits), sort, inputs);
  assume_symmetry(universe, name, full, inputs, result);
  assume_place(universe, name, inputs, result);
  assume_text(universe, program, name, inputs, result);
  assume_bytes(universe, name, inputs, result);
  return result;
}

void assume_length(symbolic::Universe &universe, smt::Term memory,
                   smt::Term address, smt::Term length) {
  smt::TermTable &table = universe.table;
  smt::Term first = table.load(memory, address, 8);
  auto is_zero = [&](smt::Term term) {
    return table.equal(term, table.constant(term->sort, 0));
  };
  universe.add_fact(table.equal(is_zero(length), is_zero(first)));
  universe.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  constexpr std::uint64_t largest_object = std::uint64_t(1) << 31;
  universe.add_fact(table.binary(smt::Kind::ULt, length,
                                 table.constant(length->sort, largest_object)));
}

void assume_nonnull(symbolic::Universe &universe, std::size_t param,
                    smt::Term value) {
  auto is_nonnull = [&](const verdict::VersionOfUnit &version) {
    const auto &params = version.function->params;
    return param < params.size() && params[param].is_nonnull;
  };
  if (!universe.question().holds_for_everyone(is_nonnull))
    return;
  universe.assumptions.insert(verdict::Assumption::NonnullArguments);
  smt::TermTable &table = universe.table;
  universe.add_fact(
      table.logical_not(table.equal(value, table.constant(value->sort, 0))));
}

namespace {

bool is_pointer_param(const ir::Variable &param) {
  return param.passing == ir::Variable::Passing::Direct &&
         param.scalar.is_pointer();
}

// Whether C says that what one of them leads to is not used through the other,
// and no version can tell whether they lead into one object.
bool are_restrict(const symbolic::Universe &universe, std::size_t a,
                  std::size_t b) {
  auto leads_to_const = [](const ir::Variable &param) {
    return param.type && param.type->element && param.type->element->is_const;
  };
  return universe.question().holds_for_everyone(
      [&](const verdict::VersionOfUnit &version) {
        const auto &params = version.function->params;
        if (std::max(a, b) >= params.size())
          return false;
        const ir::Variable &x = params[a], &y = params[b];
        return is_pointer_param(x) && is_pointer_param(y) &&
               (x.is_restrict || y.is_restrict) &&
               !(leads_to_const(x) && leads_to_const(y)) &&
               !verdict::ComparedPointers(version).may_meet(a, b);
      });
}

} // namespace

void assume_apart(symbolic::Universe &universe, std::size_t param,
                  smt::Term value) {
  smt::TermTable &table = universe.table;
  for (std::size_t other = 0; other < param; other++) {
    if (!are_restrict(universe, other, param))
      continue;
    universe.assumptions.insert(verdict::Assumption::RestrictArguments);
    smt::Term number = table.extract(63, 32, value);
    smt::Term theirs = table.extract(
        63, 32,
        table.input("argument " + std::to_string(other), smt::bv_sort(64)));
    smt::Term none = table.constant(number->sort, 0);
    universe.add_fact(
        table.logical_or(table.equal(number, none),
                         table.logical_not(table.equal(number, theirs))));
  }
}

Reach reach_of(const symbolic::Universe &universe, const ir::Call &call,
               const ir::Function *declared, ir::LibraryEffect effect,
               const ir::Program &program) {
  if (effect == ir::LibraryEffect::Renews)
    return {.reads = true, .writes = true};
  Reach reach;
  for (std::size_t i = 0; i < call.args.size(); i++) {
    if (!call.args[i]->type.is_pointer() ||
        call.args[i]->kind == ir::ExprKind::FunctionAddr ||
        is_constant_memory(universe, call.args[i], program))
      continue;
    reach.reads = true;
    reach.writes |= !is_read_only_param(declared, i);
  }
  reach.reads &= effect != ir::LibraryEffect::Pure;
  reach.writes &= effect == ir::LibraryEffect::Unknown ||
                  effect == ir::LibraryEffect::Changes ||
                  effect == ir::LibraryEffect::Local;
  return reach;
}

} // namespace mergeproof::relational
