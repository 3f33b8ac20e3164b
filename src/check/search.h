// Inputs to try on all versions: boundaries and constants of the code first,
// then random trees of typed cells. The same seed gives the same inputs.
#pragma once

#include "check/constants.h"
#include "check/input_builder.h"
#include "verdict/witness.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::check {

// How an input came about: the choices that were made, so that an input like it
// can be made by changing some.
struct InputRecipe {
  unsigned mood = 0;
  // One text of the input is this one, as long as it is short enough; none: all
  // are made up.
  std::optional<std::string> text;
  std::vector<std::uint64_t> choices;
  // By where a number of the input stands: what it is instead of what the
  // choices say.
  std::map<std::uint64_t, std::uint64_t> replaced;
  // What the input's numbers are, the first few hundred.
  std::vector<MadeNumber> numbers;
};

// Makes inputs for a unit. The question outlives it.
class InputMaker {
public:
  // `seed`: of candidates().
  explicit InputMaker(const verdict::Question &question,
                      std::uint64_t seed = 0);
  ~InputMaker();

  static constexpr unsigned moods = 5;
  // Any choices give an input that a program could have; where `recipe` has too
  // few, `seed` makes more. On return it has those that were needed, the text,
  // if the input has one, and the numbers.
  verdict::Witness make(InputRecipe &recipe, std::uint64_t seed) const;
  // Numbers and texts that inputs are made of.
  const Constants &constants() const;
  // Whether inputs hold texts, so that it matters which one they start from.
  bool makes_texts() const;
  // See make_candidates.
  std::vector<verdict::Witness> candidates(unsigned count) const;

private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

// At most `count` different witnesses, the most promising first.
std::vector<verdict::Witness> make_candidates(const verdict::Question &question,
                                              unsigned count,
                                              std::uint64_t seed);

} // namespace mergeproof::check
