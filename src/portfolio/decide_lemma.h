// Whether a call of one version of a function may stand for a call of another
// (impact/lemmas.h): a question of two versions, and nothing but a proof will
// do.
#pragma once

#include "portfolio/decide.h"

namespace mergeproof::portfolio {

// Proved, unknown, or a conflict: the versions differ. Quick: by what engines
// do within a small budget.
verdict::UnitResult
decide_lemma(const Task &task, Part part,
             const std::vector<std::shared_ptr<verdict::Engine>> &engines,
             const Options &options);

} // namespace mergeproof::portfolio
