#include "impact/input_functions.h"

#include "ir/signature.h"

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
      if (const Function *function = defined(id);
          function && !is_everywhere(id))
        (programs_.front()->find_function(id) ? old_ : new_)[id] = function;
  }

  std::set<Symbol> run() const {
    std::set<Symbol> found;
    add_unlike(old_, new_, found);
    add_unlike(new_, old_, found);
    return found;
  }

private:
  using Functions = std::map<Symbol, const Function *>;

  bool is_everywhere(Symbol id) const {
    return std::all_of(
        programs_.begin(), programs_.end(),
        [&](const Program *program) { return program->find_function(id); });
  }

  // Of externals code that was not read may have the address, too.
  const Function *defined(Symbol id) const {
    for (const Program *program : programs_)
      if (const Function *function = program->find_function(id);
          function && function->is_defined)
        return function;
    return nullptr;
  }

  static void add_unlike(const Functions &functions, const Functions &others,
                         std::set<Symbol> &found) {
    for (const auto &[id, function] : functions)
      if (std::none_of(others.begin(), others.end(),
                       [function = function](const auto &other) {
                         return takes_the_same(*function, *other.second);
                       }))
        found.insert(id);
  }

  const std::vector<const Program *> &programs_;
  Functions old_, new_; // that the first version has, or has not
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
