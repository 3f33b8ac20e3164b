#include "symbolic/reached_functions.h"

#include <set>
#include <variant>

namespace mergeproof::symbolic {

std::vector<const ir::Function *> reached_functions(const ir::Program &program,
                                                    ir::Symbol first) {
  std::vector<const ir::Function *> reached;
  std::set<ir::Symbol> seen{first};
  if (const ir::Function *function = program.find_function(first))
    reached.push_back(function);
  for (std::size_t i = 0; i < reached.size(); i++)
    ir::for_each_stmt(reached[i]->body, [&](const ir::Stmt &stmt) {
      auto *call = stmt.as<ir::Call>();
      auto *callee =
          call ? std::get_if<ir::Symbol>(&call->callee.target) : nullptr;
      if (!callee || !seen.insert(*callee).second)
        return;
      if (const ir::Function *function = program.find_function(*callee))
        reached.push_back(function);
    });
  return reached;
}

} // namespace mergeproof::symbolic
