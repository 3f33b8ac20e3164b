// Which allocations of all versions make the same object: the n-th of each,
// where their sizes are the same (assumes AllocationAddresses). Of another size
// it is another object: whoever gets a smaller one may write behind it.
#pragma once

#include "smt/term.h"

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace mergeproof::symbolic {

class HeapObjects {
public:
  struct Allocation {
    smt::Term token = nullptr;  // of the objects after it
    smt::Term number = nullptr; // how many there were: a token
    smt::Term size = nullptr;
  };
  // Makes an object for which nothing is known yet; the number tells it from
  // others of the same kind.
  using Make = std::function<smt::Term(std::size_t)>;

  // That of the same token first; none that the version has for another
  // allocation: those have the same number on other paths.
  smt::Term find(std::size_t version, const Allocation &allocation,
                 const Make &make);
  // Of an allocation of the version, by its token; null: it has none.
  smt::Term made(std::size_t version, smt::Term token) const;

private:
  struct Version {
    std::map<smt::Term, smt::Term> made; // by token
    std::set<smt::Term> taken;           // of these
  };
  using Known = std::vector<std::pair<smt::Term, smt::Term>>; // by token

  smt::Term choose(const Allocation &allocation,
                   const std::set<smt::Term> &taken, const Make &make);

  std::map<std::size_t, Version> versions_;
  std::map<std::pair<smt::Term, smt::Term>, Known> known_;
};

} // namespace mergeproof::symbolic
