#include "verdict/path_table.h"

#include <set>

namespace mergeproof::verdict {

unsigned PathTable::violated() const {
  std::set<unsigned> numbers;
  for (const PathRule &rule : rules)
    numbers.insert(rule.broken.begin(), rule.broken.end());
  return static_cast<unsigned>(numbers.size());
}

} // namespace mergeproof::verdict
