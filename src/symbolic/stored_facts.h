// What the versions' programs may have a static variable hold when the unit is
// called, as a fact of a question.
#pragma once

#include "symbolic/universe.h"

namespace mergeproof::symbolic {

// In `memory`, as all versions find it: where every version that has the
// variable stores only what is known beforehand (verdict/stored_values), one of
// these values. They are those of all versions together, and what any version
// makes of one that another stored, so that they hold in calls within a run,
// too. Adds to the universe's facts and assumptions.
void assume_stored(Universe &universe, const ir::Global &global,
                   smt::Term memory);

} // namespace mergeproof::symbolic
