// One part of a unit's decision, on the question as it is.
#pragma once

#include "portfolio/decide.h"

namespace mergeproof::portfolio {

// Of a unit that stands for itself, not for calls; `part` is not Quick.
verdict::UnitResult
decide_part(const Task &task, Part part,
            const std::vector<std::shared_ptr<verdict::Engine>> &engines,
            const Options &options, const std::string &directory,
            const OnProgress &on_progress);

} // namespace mergeproof::portfolio
