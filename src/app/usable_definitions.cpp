#include "app/usable_definitions.h"

#include "impact/call_graph.h"
#include "ir/library.h"
#include "support/hash.h"

#include <algorithm>

namespace mergeproof::app {
namespace {

class Usable {
public:
  Usable(const std::vector<DefinitionUnit> &units,
         const std::vector<ir::Program> &programs,
         const source::FileTable &files)
      : units_(units), programs_(programs), files_(files) {}

  std::set<ir::Symbol> run() {
    for (const auto &[id, function] : units_.front().program->functions)
      if (function.is_defined && is_defined(id) && !is_known(id))
        usable_.insert(id);
    while (drop_one_round()) {
    }
    for (std::size_t v = 0; v < units_.size(); v++)
      for (const auto &[id, function] : units_[v].program->functions)
        if (is_own(v, function) && !is_agreed(id) &&
            (!usable_.contains(id) || is_namesake(id)))
          return {};
    return std::move(usable_);
  }

private:
  bool is_own(std::size_t version, const ir::Function &function) const {
    return function.is_defined &&
           files_.path(function.span.file) == units_[version].path;
  }

  bool is_defined(ir::Symbol id) const {
    return std::all_of(
        units_.begin(), units_.end(), [&](const DefinitionUnit &unit) {
          const ir::Function *function = unit.program->find_function(id);
          return function && function->is_defined;
        });
  }

  bool is_known(ir::Symbol id) const {
    return std::any_of(programs_.begin(), programs_.end(),
                       [&](const ir::Program &program) {
                         const ir::Function *known = program.find_function(id);
                         return known && known->is_defined;
                       });
  }

  // Variables of a text that is included twice are there twice.
  bool has_state(std::size_t version, const ir::Function &function) const {
    const ir::Program &unit = *units_[version].program;
    std::set<ir::Symbol> named = impact::find_references(function).globals;
    return std::any_of(named.begin(), named.end(), [&](ir::Symbol id) {
      const ir::Global *global = unit.find_global(id);
      return !global || !global->is_const;
    });
  }

  // Another file includes this one as text, and has the function from there.
  bool is_agreed(ir::Symbol id) const {
    for (std::size_t v = 0; v < units_.size(); v++) {
      const ir::Function *own = units_[v].program->find_function(id);
      const ir::Function *known = programs_[v].find_function(id);
      if (!own || !own->is_defined || !known || !known->is_defined ||
          known->span.file != own->span.file ||
          hash_body(*own) != hash_body(*known) || has_state(v, *own))
        return false;
    }
    return true;
  }

  // Declared elsewhere, by something that the file does not include: by a
  // system header, or by hand for the system's function or a program's hook.
  bool is_namesake(ir::Symbol id) const {
    bool is_likely =
        units_.front().program->find_function("main") ||
        ir::library_effect(id, nullptr) != ir::LibraryEffect::Unknown;
    for (std::size_t v = 0; v < programs_.size(); v++) {
      const ir::Function *known = programs_[v].find_function(id);
      if (!known || known->is_static)
        continue;
      const std::string &path = files_.path(known->span.file);
      const std::vector<std::string> &includes = *units_[v].includes;
      if ((is_likely || path.starts_with('/')) &&
          std::find(includes.begin(), includes.end(), path) == includes.end())
        return true;
    }
    return false;
  }

  // Also if another file brings it, with the same body.
  bool is_there(ir::Symbol id) const {
    if (usable_.contains(id))
      return true;
    for (std::size_t v = 0; v < units_.size(); v++) {
      const ir::Function *known = programs_[v].find_function(id);
      const ir::Function *own = units_[v].program->find_function(id);
      if (!known || !known->is_defined ||
          (own && own->is_defined && hash_body(*own) != hash_body(*known)))
        return false;
    }
    return true;
  }

  bool refers_to_what_is_not_there(const ir::Program &unit,
                                   ir::Symbol id) const {
    impact::References named = impact::find_references(*unit.find_function(id));
    named.callees.merge(named.addresses);
    return std::any_of(
        named.callees.begin(), named.callees.end(), [&](ir::Symbol other) {
          const ir::Function *function = unit.find_function(other);
          return (!function || function->is_static) && !is_there(other);
        });
  }

  bool drop_one_round() {
    return std::erase_if(usable_, [&](ir::Symbol id) {
             return std::any_of(
                 units_.begin(), units_.end(), [&](const DefinitionUnit &unit) {
                   return refers_to_what_is_not_there(*unit.program, id);
                 });
           }) > 0;
  }

  const std::vector<DefinitionUnit> &units_;
  const std::vector<ir::Program> &programs_;
  const source::FileTable &files_;
  std::set<ir::Symbol> usable_;
};

} // namespace

std::uint64_t hash_body(const ir::Function &function) {
  std::uint64_t hash = function.params.size();
  for (const ir::Stmt *stmt : function.body)
    hash = support::mix(hash, stmt->hash);
  return hash;
}

std::set<ir::Symbol>
usable_definitions(const std::vector<DefinitionUnit> &units,
                   const std::vector<ir::Program> &programs,
                   const source::FileTable &files) {
  return Usable(units, programs, files).run();
}

ir::Program keep_definitions(const ir::Program &unit,
                             const std::set<ir::Symbol> &usable) {
  ir::Program kept;
  kept.globals = unit.globals;
  for (const auto &[id, function] : unit.functions) {
    if (!usable.contains(id) && function.is_static)
      continue;
    ir::Function &copy = kept.functions[id] = function;
    if (usable.contains(id))
      continue;
    copy.is_defined = false;
    copy.body.clear();
    copy.locals.clear();
    copy.objects.clear();
    copy.opaque_reasons.clear();
  }
  return kept;
}

} // namespace mergeproof::app
