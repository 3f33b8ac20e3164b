#include "app/usable_definitions.h"

#include "impact/call_graph.h"

#include <algorithm>

namespace mergeproof::app {
namespace {

class Usable {
public:
  Usable(const std::vector<const ir::Program *> &units,
         const std::vector<ir::Program> &programs,
         const source::FileTable &files)
      : units_(units), programs_(programs), files_(files) {}

  std::set<ir::Symbol> run() {
    for (const auto &[id, function] : units_.front()->functions)
      if (is_understood(id) && is_missing(id))
        usable_.insert(id);
    while (drop_one_round()) {
    }
    return std::move(usable_);
  }

private:
  bool is_understood(ir::Symbol id) const {
    return std::all_of(units_.begin(), units_.end(),
                       [&](const ir::Program *unit) {
                         const ir::Function *function = unit->find_function(id);
                         return function && function->is_defined &&
                                function->opaque_reasons.empty();
                       });
  }

  bool is_missing(ir::Symbol id) const {
    return std::all_of(
        programs_.begin(), programs_.end(), [&](const ir::Program &program) {
          const ir::Function *function = program.find_function(id);
          return !function ||
                 (!function->is_defined &&
                  !files_.path(function->span.file).starts_with('/'));
        });
  }

  bool is_there(ir::Symbol id) const {
    return usable_.contains(id) ||
           std::all_of(programs_.begin(), programs_.end(),
                       [&](const ir::Program &program) {
                         const ir::Function *function =
                             program.find_function(id);
                         return function && function->is_defined;
                       });
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
             return std::any_of(units_.begin(), units_.end(),
                                [&](const ir::Program *unit) {
                                  return refers_to_what_is_not_there(*unit, id);
                                });
           }) > 0;
  }

  const std::vector<const ir::Program *> &units_;
  const std::vector<ir::Program> &programs_;
  const source::FileTable &files_;
  std::set<ir::Symbol> usable_;
};

} // namespace

std::set<ir::Symbol>
usable_definitions(const std::vector<const ir::Program *> &units,
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
