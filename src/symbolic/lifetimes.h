// Which objects are freed where a version returns: of those that some version
// frees, whether each is; of what callees and loops do that are not looked
// into, that it is the same.
#pragma once

#include "symbolic/universe.h"

#include <map>
#include <set>
#include <vector>

namespace mergeproof::symbolic {

class Lifetimes {
public:
  // `objects`: the tokens in the end, by version; null: it does not return.
  Lifetimes(Universe &universe, std::vector<smt::Term> objects)
      : universe_(universe), objects_(std::move(objects)) {}

  // What is not looked into, by version.
  std::vector<smt::Term> rests();
  // For each object that some version frees: by version, whether it is not
  // there in the end. `left`: all values and memories of the ends; without
  // those objects of the call that none of these leads to: nobody can ask.
  // Empty: what they lead to is not known.
  std::vector<std::vector<smt::Term>> dead(const std::vector<smt::Term> &left);
  // The same of one object that a call allocated.
  std::vector<smt::Term> dead(smt::Term object);

private:
  using Done = std::map<smt::Term, smt::Term>;
  smt::Term rest(smt::Term objects, Done &done);
  smt::Term is_dead(std::size_t version, smt::Term objects, smt::Term pointer,
                    Done &done);
  void find_freed(smt::Term objects, std::set<smt::Term> &seen,
                  std::map<std::uint64_t, smt::Term> &freed);

  Universe &universe_;
  std::vector<smt::Term> objects_;
};

} // namespace mergeproof::symbolic
