// Decides one unit, in its own process: prove, re-check, replay, write tests.
#pragma once

#include "portfolio/portfolio.h"

#include <memory>
#include <vector>

namespace mergeproof::portfolio {

verdict::UnitResult
decide_unit(const Task &task,
            const std::vector<std::shared_ptr<verdict::Engine>> &engines,
            const Options &options, const std::string &directory);

// The fields of a result that are known before anything ran.
verdict::UnitResult make_result(const Task &task);

} // namespace mergeproof::portfolio
