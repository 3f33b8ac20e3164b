#include "check/world.h"

#include "ir/library.h"
#include "ir/stmt_visit.h"
#include "verdict/bool_places.h"
#include "verdict/enumerators.h"

#include <algorithm>
#include <map>

namespace mergeproof::check {

namespace {

struct Results {
  std::int64_t least, most;
};

const std::map<std::string_view, Results> &world() {
  static const std::map<std::string_view, Results> results = {
#define WORLD(name, least, most) {#name, {least, most}},
#include "check/world.def"
  };
  return results;
}

// Of a unit and its callees.
struct Closure {
  std::set<ir::Symbol> externals;  // called by name, and not defined
  std::set<std::uint64_t> factors; // constants that something is multiplied by

  void note(const ir::Expr *e) {
    if (!e)
      return;
    if (e->kind == ir::ExprKind::Binary && e->op == ir::Op::Mul)
      for (const ir::Expr *factor : {e->a, e->b})
        if (factor->kind == ir::ExprKind::Const)
          factors.insert(std::uint64_t(factor->bits));
    for (const ir::Expr *part : {e->a, e->b, e->c})
      note(part);
  }
};

Closure closure_of(const ir::Program &program, ir::Symbol unit) {
  Closure found;
  std::set<ir::Symbol> seen{unit};
  std::vector<ir::Symbol> waiting{unit};
  while (!waiting.empty()) {
    const ir::Function *function = program.find_function(waiting.back());
    if (function && !function->is_defined)
      found.externals.insert(waiting.back());
    waiting.pop_back();
    if (!function)
      continue;
    ir::for_each_stmt(function->body, [&](const ir::Stmt &stmt) {
      ir::for_each_expr(stmt, [&](const ir::Expr *e) { found.note(e); });
      const auto *call = stmt.as<ir::Call>();
      const auto *callee =
          call ? std::get_if<ir::Symbol>(&call->callee.target) : nullptr;
      if (callee && seen.insert(*callee).second)
        waiting.push_back(*callee);
    });
  }
  return found;
}

std::int64_t number(std::uint64_t value, std::uint32_t bits) {
  std::uint32_t unused = 64 - std::min<std::uint32_t>(bits, 64);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::uint64_t value_of(const std::vector<unsigned char> &bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 8); i-- > 0;)
    value = value << 8 | bytes[i];
  return value;
}

} // namespace

bool may_return_anything(const ir::Function &declared) {
  if (declared.is_noreturn || world().count(declared.name) ||
      ir::library_effect(declared.name, &declared) == ir::LibraryEffect::Writes)
    return true;
  bool has_pointer =
      std::any_of(declared.params.begin(), declared.params.end(),
                  [](const ir::Variable &p) { return p.scalar.is_pointer(); });
  return !declared.result && !has_pointer;
}

World::World(const verdict::Question &question)
    : merge_(question.versions.back()) {
  for (const verdict::VersionOfUnit &version : question.versions) {
    Closure closure = closure_of(*version.program, version.function->id);
    factors_.merge(closure.factors);
    for (ir::Symbol id : closure.externals) {
      const ir::Function &function = *version.program->find_function(id);
      auto known = world().find(function.name);
      if (known != world().end() && function.result &&
          !function.result->is_pointer())
        ranges_[std::string(function.name)] = {
            function.result->bits, known->second.least, known->second.most};
    }
  }
}

void World::make_possible(const std::string &name, const Range &range,
                          std::uint32_t occurrence,
                          verdict::Witness &witness) const {
  auto listed = std::find_if(witness.externals.begin(), witness.externals.end(),
                             [&](const verdict::WitnessResult &result) {
                               return result.function == name &&
                                      result.occurrence == occurrence;
                             });
  bool is_listed = listed != witness.externals.end();
  std::uint64_t bits = is_listed ? value_of(listed->result.bytes)
                                 : verdict::default_external_result(
                                       witness.external_seed, name, occurrence);
  std::int64_t value = number(bits, range.bits);
  std::int64_t possible = std::clamp(value, range.least, range.most);
  if (possible == value)
    return;
  verdict::WitnessResult result{.function = name, .occurrence = occurrence};
  for (std::uint32_t at = 0; at < range.bits; at += 8)
    result.result.bytes.push_back(
        static_cast<unsigned char>(std::uint64_t(possible) >> at));
  if (is_listed)
    *listed = std::move(result);
  else
    witness.externals.push_back(std::move(result));
}

// Another number becomes one of them.
void World::make_enumerators(verdict::Witness &witness) const {
  std::size_t next = 0;
  for (const ir::Variable &param : merge_.function->params) {
    if (param.passing == ir::Variable::Passing::ResultAddress)
      continue;
    if (next == witness.arguments.size())
      return;
    verdict::WitnessBytes &argument = witness.arguments[next++];
    const ir::Enumerators *all = param.type ? param.type->enumerators : nullptr;
    std::size_t size = argument.bytes.size();
    if (!all || all->empty() || size > 8)
      continue;
    std::int64_t value =
        number(value_of(argument.bytes), std::uint32_t(size * 8));
    if (verdict::is_enumerator(value, *all))
      continue;
    auto one = std::next(all->begin(),
                         std::ptrdiff_t(std::uint64_t(value) % all->size()));
    for (std::size_t i = 0; i < size; i++)
      argument.bytes[i] =
          static_cast<unsigned char>(std::uint64_t(one->second) >> (8 * i));
  }
}

void World::make_stored(verdict::Witness &witness) const {
  for (auto &[id, given] : witness.globals) {
    const ir::Global *global = merge_.program->find_global(id);
    if (!global || !global->is_static || !given.pointers.empty() ||
        given.bytes.size() != global->size || global->size > 8)
      continue;
    const auto &values = merge_.code_index()->stored_values(global->id);
    std::uint64_t value = value_of(given.bytes);
    if (!values || values->contains(value))
      continue;
    auto one =
        std::next(values->begin(), std::ptrdiff_t(value % values->size()));
    for (std::size_t i = 0; i < given.bytes.size(); i++)
      given.bytes[i] = static_cast<unsigned char>(*one >> (8 * i));
  }
}

namespace {

// Its last member may be longer than it is declared.
bool ends_in_array(const ir::Type &type) {
  if (type.kind == ir::TypeKind::Array)
    return true;
  bool has_members = type.kind == ir::TypeKind::Struct && !type.fields.empty();
  const ir::Type *last = has_members ? type.fields.back().type : nullptr;
  return last && ends_in_array(*last);
}

// Structs in a row, the last of which is a whole one, too: where the code has
// no arrays of them something else may be behind one.
void complete_last(verdict::WitnessBytes &row, const ir::Type *type) {
  if (!type || type->kind != ir::TypeKind::Struct || type->size == 0 ||
      row.bytes.size() <= type->size || ends_in_array(*type))
    return;
  std::size_t over = row.bytes.size() % type->size;
  if (over != 0)
    row.bytes.resize(row.bytes.size() + type->size - over);
}

} // namespace

// Also behind pointers, as far as parameters and globals say what lies there.
void World::make_typed(verdict::Witness &witness) const {
  auto follow = [&](const verdict::WitnessBytes &holder, const ir::Type *type) {
    if (!type || type->kind != ir::TypeKind::Pointer)
      return;
    for (const verdict::WitnessPointer &pointer : holder.pointers)
      if (pointer.offset == 0 && pointer.addend >= 0 &&
          pointer.object < witness.objects.size()) {
        verdict::WitnessBytes &object =
            witness.objects[pointer.object].contents;
        bool is_array = type->element && factors_.contains(type->element->size);
        if (pointer.addend == 0 && is_array)
          complete_last(object, type->element);
        verdict::make_bools(object, type->element,
                            std::uint64_t(pointer.addend));
      }
  };
  std::size_t next = 0;
  for (const ir::Variable &param : merge_.function->params) {
    if (param.passing == ir::Variable::Passing::ResultAddress)
      continue;
    if (next == witness.arguments.size())
      break;
    verdict::WitnessBytes &argument = witness.arguments[next++];
    if (param.passing == ir::Variable::Passing::Direct)
      follow(argument, param.type);
    else
      verdict::make_bools(argument, param.type);
  }
  for (auto &[id, given] : witness.globals)
    if (const ir::Global *global = merge_.program->find_global(id)) {
      verdict::make_bools(given, global->type);
      follow(given, global->type);
    }
}

void World::make_possible(verdict::Witness &witness) const {
  make_enumerators(witness);
  make_typed(witness);
  make_stored(witness);
  constexpr std::uint32_t most_calls = 6;
  for (const auto &[name, range] : ranges_)
    for (std::uint32_t call = 0; call < most_calls; call++)
      make_possible(name, range, call, witness);
}

} // namespace mergeproof::check
