// How much alike the bodies of two functions are, whatever they are called: for
// guesses about which function is which under another name.
#pragma once

#include "ir/program.h"

#include <cstdint>
#include <map>
#include <vector>

namespace mergeproof::impact {

// Remembers the functions that it was asked about, by address.
class Likeness {
public:
  // Percent of the tokens that both have, wherever they stand; names of
  // variables do not count. 100 for two empty bodies.
  unsigned of(const ir::Function &x, const ir::Function &y);
  // Of the most alike of the versions that define them; 0 where none does.
  unsigned of(const std::vector<const ir::Program *> &versions, ir::Symbol x,
              ir::Symbol y);
  // Whether too little is in the body to tell it from others.
  bool is_tiny(const ir::Function &function);

private:
  using Tokens = std::vector<std::uint64_t>; // sorted
  const Tokens &tokens(const ir::Function &function);

  std::map<const ir::Function *, Tokens> tokens_;
};

} // namespace mergeproof::impact
