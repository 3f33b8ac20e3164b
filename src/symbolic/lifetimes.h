// Which objects are freed where a version returns: of those that some version
// frees, whether each is; of what callees and loops do that are not looked
// into, that it is the same.
#pragma once

#include "symbolic/universe.h"

#include <map>
#include <optional>
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
  // Whether somebody may still have the address of an object of the call.
  // `left`: all values and memories of the ends. Empty: what they lead to is
  // not known.
  bool may_be_known(smt::Term object, const std::vector<smt::Term> &left);
  // For each object that some version frees, and that somebody may know: by
  // version, whether it is not there in the end.
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
  std::optional<std::set<smt::Term>>
      kept_; // for what was left when first asked
};

} // namespace mergeproof::symbolic
