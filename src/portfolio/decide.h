// Decides one unit, in its own process: prove, re-check, replay, write tests.
#pragma once

#include "portfolio/portfolio.h"

#include <functional>
#include <memory>
#include <vector>

namespace mergeproof::portfolio {

// What of a unit's decision is made in one process (portfolio/race.h). Quick:
// only what engines that prove do so within a small budget. Model: there is no
// proof, as an inherent conflict was seen; the first engine is asked for inputs
// on which there is another conflict, within a small budget.
enum class Part { Whole, Search, Prove, Quick, Model };

// Hears what is known of a unit before it is decided: conflicts that were seen
// and whose tests are written.
using OnProgress = std::function<void(const verdict::UnitResult &)>;

verdict::UnitResult
decide_unit(const Task &task, Part part,
            const std::vector<std::shared_ptr<verdict::Engine>> &engines,
            const Options &options, const std::string &directory,
            const OnProgress &on_progress = {});

// Why a unit is undecided for which there is a proof and a run against it.
inline constexpr const char *contradiction =
    "internal error: a run contradicts the proof; please report this merge";

// The fields of a result that are known before anything ran.
verdict::UnitResult make_result(const Task &task);

} // namespace mergeproof::portfolio
