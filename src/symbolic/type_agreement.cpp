#include "symbolic/type_agreement.h"

#include "symbolic/reached_functions.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::symbolic {
namespace {

using ir::Type;
using ir::TypeKind;

class NamedTypes {
public:
  void add(const Type *type) {
    std::vector<const Type *> waiting{type};
    while (!waiting.empty()) {
      const Type *next = waiting.back();
      waiting.pop_back();
      if (!next || !seen_.insert(next).second)
        continue;
      bool is_record = !next->fields.empty();
      if (is_record && !next->spelling.empty())
        by_name_.emplace(next->spelling, next);
      waiting.push_back(next->element);
      for (const ir::Field &field : next->fields)
        waiting.push_back(field.type);
      waiting.insert(waiting.end(), next->params.begin(), next->params.end());
    }
  }

  void add(const std::string &name, const Type *type) {
    if (type)
      by_name_.emplace(name, type);
    add(type);
  }

  // Parameters by their places, for a name may be another's in a version.
  void add(const ir::Function &function, const std::string &prefix) {
    add(prefix + "result", function.type);
    for (std::size_t i = 0; i < function.params.size(); i++)
      add(prefix + std::to_string(i), function.params[i].type);
    for (const ir::Variable &variable : function.locals)
      add(prefix + std::string(variable.name), variable.type);
    for (const ir::LocalObject &object : function.objects)
      add(prefix + std::string(object.name), object.type);
  }

  const std::map<std::string, const Type *> &by_name() const {
    return by_name_;
  }

private:
  std::set<const Type *> seen_;
  std::map<std::string, const Type *> by_name_; // of what has it, too
};

class Comparison {
public:
  bool agree(const Type *a, const Type *b) {
    if (a == b)
      return true;
    if (!a || !b || is_incomplete(*a) || is_incomplete(*b))
      return true; // nothing is accessed there
    if (a->kind != b->kind)
      return false;
    if (!assumed_.insert({a, b}).second)
      return true;
    if (a->element || b->element)
      return agree(a->element, b->element);
    if (a->kind == TypeKind::Union)
      return true; // what is in one is accessed as anything
    return a->kind == TypeKind::Struct ? agree_members(*a, *b)
                                       : a->size == b->size;
  }

private:
  static bool is_incomplete(const Type &type) {
    return type.kind == TypeKind::Incomplete || type.kind == TypeKind::Void;
  }

  // Where one has a member, the other has it, too, or nothing. In an array, a
  // larger struct moves the next element.
  bool agree_members(const Type &a, const Type &b) {
    return a.size == b.size &&
           std::all_of(a.fields.begin(), a.fields.end(),
                       [&](const ir::Field &x) {
                         return std::all_of(b.fields.begin(), b.fields.end(),
                                            [&](const ir::Field &y) {
                                              return agree_places(x, y);
                                            });
                       });
  }

  bool agree_places(const ir::Field &x, const ir::Field &y) {
    std::uint64_t x_end = x.offset + x.type->size;
    std::uint64_t y_end = y.offset + y.type->size;
    bool is_same = x.offset == y.offset && x.bit_offset == y.bit_offset &&
                   x.bit_width == y.bit_width;
    if (is_same)
      return agree(x.type, y.type);
    bool are_parts_of_one =
        x.bit_width && y.bit_width && x.offset == y.offset && x_end == y_end;
    return are_parts_of_one || x_end <= y.offset || y_end <= x.offset;
  }

  std::set<std::pair<const Type *, const Type *>> assumed_;
};

using Functions = std::vector<const ir::Function *>;

// Of all that they name, and of that; the first is the unit, whatever its name.
NamedTypes types_of(const verdict::VersionOfUnit &version,
                    const Functions &reached) {
  NamedTypes types;
  const ir::Program &program = *version.program;
  std::set<const ir::Expr *> seen;
  std::function<void(const ir::Expr *)> visit = [&](const ir::Expr *e) {
    if (!e || !seen.insert(e).second)
      return;
    if (e->kind == ir::ExprKind::GlobalAddr)
      if (const ir::Global *global = program.find_global(e->name))
        types.add("@" + std::string(global->id), global->type);
    for (const ir::Expr *child : {e->a, e->b, e->c})
      visit(child);
  };
  for (const ir::Function *function : reached) {
    bool is_unit = function == reached.front();
    types.add(*function, is_unit ? " " : std::string(function->id) + " ");
    ir::for_each_stmt(function->body, [&](const ir::Stmt &stmt) {
      ir::for_each_expr(stmt, visit);
    });
  }
  return types;
}

bool convert_pointers(const Functions &reached) {
  return std::any_of(
      reached.begin(), reached.end(),
      [](const ir::Function *function) { return function->converts_pointers; });
}

} // namespace

bool do_types_agree(const verdict::Question &question) {
  std::map<std::string, std::vector<const Type *>> all;
  for (const verdict::VersionOfUnit &version : question.everyone()) {
    if (!version.function)
      continue;
    Functions reached =
        reached_functions(*version.program, version.function->id);
    if (convert_pointers(reached))
      return false;
    NamedTypes types = types_of(version, reached);
    for (const auto &[name, type] : types.by_name())
      all[name].push_back(type);
  }
  Comparison comparison;
  for (const auto &[name, types] : all)
    for (std::size_t i = 1; i < types.size(); i++)
      for (std::size_t k = 0; k < i; k++)
        if (!comparison.agree(types[k], types[i]))
          return false;
  return true;
}

} // namespace mergeproof::symbolic
