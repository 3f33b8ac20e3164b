#include "impact/likeness.h"

#include "align/tokens.h"

#include <algorithm>
#include <iterator>

namespace mergeproof::impact {

namespace {

constexpr std::size_t least_tokens = 4;

} // namespace

const Likeness::Tokens &Likeness::tokens(const ir::Function &function) {
  auto [place, is_new] = tokens_.try_emplace(&function);
  if (!is_new)
    return place->second;
  for (const align::Token &token :
       align::tokenize(function, align::collect_names(function), {}))
    if (!token.is_mark)
      place->second.push_back(token.anonymous);
  std::sort(place->second.begin(), place->second.end());
  return place->second;
}

unsigned Likeness::of(const ir::Function &x, const ir::Function &y) {
  const Tokens &a = tokens(x), &b = tokens(y);
  Tokens common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::back_inserter(common));
  std::size_t all = a.size() + b.size();
  return all == 0 ? 100 : unsigned(200 * common.size() / all);
}

unsigned Likeness::of(const std::vector<const ir::Program *> &versions,
                      ir::Symbol x, ir::Symbol y) {
  unsigned best = 0;
  for (const ir::Program *a : versions)
    for (const ir::Program *b : versions)
      if (const ir::Function *one = a->find_defined(x))
        if (const ir::Function *other = b->find_defined(y))
          best = std::max(best, of(*one, *other));
  return best;
}

bool Likeness::is_tiny(const ir::Function &function) {
  return tokens(function).size() < least_tokens;
}

} // namespace mergeproof::impact
