// The engines that decide questions: the explicit list, in the order in which
// they are asked.
#pragma once

#include "app/check_options.h"
#include "verdict/verdict.h"

#include <memory>
#include <vector>

namespace mergeproof::app {

std::vector<std::shared_ptr<verdict::Engine>>
make_engines(const CheckOptions &options);

} // namespace mergeproof::app
