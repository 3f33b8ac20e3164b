#include "app/engines.h"

#include "paths/engine.h"
#include "relational/engine.h"

namespace mergeproof::app {

std::vector<std::shared_ptr<verdict::Engine>>
make_engines(const CheckOptions &options) {
  auto paths = paths::make_engine(
      {.makes_table = options.shows_paths, .turns = options.bound});
  if (options.shows_paths)
    return {paths};
  std::vector<std::shared_ptr<verdict::Engine>> engines =
      relational::make_engines();
  engines.push_back(paths);
  return engines;
}

} // namespace mergeproof::app
