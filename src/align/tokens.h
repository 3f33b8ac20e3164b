// A function body as a flat list of tokens that can be compared across versions
// although local names changed.
//
//     x = $1 + 7        named:      x = %0 + 7      (labels and temporaries
//     open)
//                       anonymous:  %0 = %1 + 7     (every local name open)
//
// Open names are numbered by first occurrence in the statement and keep their
// role, so that `x = x + y` never looks like `x = y + y`. An If gives a token
// for its condition, one for `else` and one for its end; Loop and Block
// likewise.
#pragma once

#include "align/alignment.h"
#include "align/names.h"

#include <vector>

namespace mergeproof::align {

struct Token {
  std::uint64_t named = 0;
  std::uint64_t anonymous = 0;
  std::vector<ir::Symbol> names; // by occurrence, labels of headers left out
  ir::Symbol loop;               // innermost enclosing, or empty
  ir::Symbol block;
  bool is_mark = false; // `else`, an end, the head of a Loop or Block
};

// `params` gives the aligned names of parameters.
std::vector<Token> tokenize(const ir::Function &function,
                            const NameTable &names, const Renaming &params);

} // namespace mergeproof::align
