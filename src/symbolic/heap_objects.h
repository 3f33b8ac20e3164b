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

  // None of `taken`, which the version has for other allocations: those have
  // the same number on other paths. That of the same token first.
  smt::Term find(const Allocation &allocation, const std::set<smt::Term> &taken,
                 const Make &make);

private:
  using Known = std::vector<std::pair<smt::Term, smt::Term>>; // by token
  std::map<std::pair<smt::Term, smt::Term>, Known> known_;
};

} // namespace mergeproof::symbolic
