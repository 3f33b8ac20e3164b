// Which inputs are worth a native run: the interpreter goes through many in the
// time that compilers need for one version.
#pragma once

#include "portfolio/portfolio.h"
#include "testgen/guided_search.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace mergeproof::portfolio {

struct Sifted {
  // Inputs on which the interpreter saw a rule broken, then those that it could
  // not run in some version (opaque code). Inputs on which a version does not
  // come to an end soon are dropped, and those that show nothing but inherent
  // conflicts that earlier ones show.
  std::vector<verdict::Witness> worth_running;
  std::size_t differing = 0; // of these, the first: a rule was broken that some
                             // merge could keep
  std::size_t silent = 0;    // every version ran, and no rule was broken
};

// Stops when enough inputs showed a difference that is not inherent, more than
// `most_endless` did not come to an end, or what versions leave in memory is so
// much that it takes long.
Sifted sift(const verdict::Question &question,
            const std::vector<verdict::Witness> &witnesses,
            std::size_t most_endless = 24);

// Of the most promising inputs those on which the interpreter sees a rule
// broken that some merge could keep: what shows itself at once is no work for
// provers. Takes a tenth of a second, or two.
std::vector<verdict::Witness> look_first(const verdict::Question &question);

// What the search that is guided by what runs go through has to spend.
testgen::SearchBudget guided_budget(const Options &options);

// Inputs on which such a search sees a rule broken, in the interpreter, with a
// third of that and another seed; inherent conflicts, too, if there is nothing
// else. Takes up to a second. None where the versions take different inputs.
std::vector<verdict::Witness> look_longer(const verdict::Question &question,
                                          const Options &options);

// The pairs of versions that do something else on one of the inputs that are
// looked at first, as the interpreter sees it.
std::set<std::pair<std::size_t, std::size_t>>
find_differing_pairs(const verdict::Question &question);

} // namespace mergeproof::portfolio
