#include "testgen/number_changes.h"

namespace mergeproof::testgen {

bool change_number(check::InputRecipe &recipe,
                   const check::Constants &constants, check::Random &random) {
  if (recipe.numbers.empty())
    return false;
  const check::MadeNumber &number = random.pick(recipe.numbers);
  std::uint64_t &value = recipe.replaced[number.place];
  switch (random.below(6)) {
  case 0:
  case 1:
    value = number.value ^ (std::uint64_t(1) << random.below(number.bits));
    break;
  case 2:
    value = number.value + random.below(33) - 16;
    break;
  case 3:
    value = static_cast<std::uint64_t>(random.pick(constants.integers));
    break;
  case 4:
    value = random.next() >> random.below(64);
    break;
  default:
    value = random.pick(recipe.numbers).value;
  }
  return true;
}

} // namespace mergeproof::testgen
