#include "app/engines.h"

#include "relational/engine.h"

namespace mergeproof::app {

std::vector<std::shared_ptr<verdict::Engine>> make_engines() {
  return relational::make_engines();
}

} // namespace mergeproof::app
