#include "impact/input_functions.h"

#include <algorithm>
#include <map>

namespace mergeproof::impact {
namespace {

using namespace ir;

class InputFinder {
public:
  explicit InputFinder(const std::vector<const Program *> &programs)
      : programs_(programs) {}

  void add(const std::set<Symbol> &address_taken) {
    for (Symbol id : address_taken)
      if (const Function *function = some(id)) {
        if (function->is_defined && is_added(id))
          added_[id] = function;
        else if (!is_everywhere(id))
          removed_[id] = function;
      }
  }

  std::set<Symbol> run() const {
    std::set<Symbol> found;
    for (const auto &[id, function] : added_)
      if (std::none_of(removed_.begin(), removed_.end(),
                       [function = function](const auto &other) {
                         return other.second->params.size() ==
                                function->params.size();
                       }))
        found.insert(id);
    return found;
  }

private:
  using Functions = std::map<Symbol, const Function *>;

  std::size_t versions_with(Symbol id) const {
    return static_cast<std::size_t>(std::count_if(
        programs_.begin(), programs_.end(),
        [&](const Program *program) { return program->find_function(id); }));
  }
  bool is_everywhere(Symbol id) const {
    return versions_with(id) == programs_.size();
  }
  // Not in the base, and in one parent at most.
  bool is_added(Symbol id) const {
    std::size_t in_merge = programs_.back()->find_function(id) ? 1 : 0;
    return !programs_.front()->find_function(id) &&
           versions_with(id) <= in_merge + 1;
  }

  // A definition, if there is one: of externals code that was not read may have
  // the address, too.
  const Function *some(Symbol id) const {
    const Function *any = nullptr;
    for (const Program *program : programs_)
      if (const Function *function = program->find_function(id);
          function && (!any || function->is_defined))
        any = function;
    return any;
  }

  const std::vector<const Program *> &programs_;
  Functions added_, removed_;
};

} // namespace

std::set<Symbol> find_no_inputs(const std::vector<const Program *> &programs,
                                const std::vector<CallGraph> &graphs) {
  InputFinder finder(programs);
  for (const CallGraph &graph : graphs)
    finder.add(graph.address_taken);
  return finder.run();
}

} // namespace mergeproof::impact
