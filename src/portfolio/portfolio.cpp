#include "portfolio/portfolio.h"

#include "portfolio/race.h"

namespace mergeproof::portfolio {

std::string weaker_recheck(const std::string &a, const std::string &b) {
  if (b.empty() || b == "by construction")
    return a.empty() ? b : a;
  return a.empty() || a == "by construction" || a == "cvc5" ? b : a;
}

std::vector<verdict::UnitResult>
decide_all(const std::vector<Task> &tasks,
           const std::vector<std::shared_ptr<verdict::Engine>> &engines,
           const Options &options,
           const std::function<void(const verdict::UnitResult &)> &on_result) {
  for (const auto &engine : engines)
    if (!tasks.empty())
      engine->prepare(tasks.front().question);
  return Race(tasks, engines, options, on_result).run();
}

} // namespace mergeproof::portfolio
