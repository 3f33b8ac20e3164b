// How a joint run treats loops and callees.
#pragma once

#include "smt/term.h"

namespace mergeproof::relational {

// Relate: loops of all versions in lock step. Product: also loops that are not
// (relational/loop_product.h). Apart: each an unknown function of its own text.
// Unroll: a few turns, to look for inputs.
enum class LoopMode { Relate, Product, Apart, Unroll };

// A run along single paths: which way it goes where it could go two. Every path
// is run by itself, so that nothing is joined.
class Chooser {
public:
  virtual ~Chooser() = default;
  // Which way leads to code that this version does not share with all others.
  enum class Interest { None, Holds, Fails };
  // Whether the path goes on where `condition` holds; both are possible as far
  // as terms tell. `guard`: the condition of being here.
  virtual bool choose(smt::Term guard, smt::Term condition,
                      Interest interest) = 0;
  // How often this path could have gone another way so far.
  virtual std::size_t branchings() const = 0;
};

// Equal callees as uninterpreted functions; or all, each of its own text; or
// every callee inlined that can be.
enum class Callees { Summarised, Apart, Inlined };

struct Strategy {
  LoopMode loops = LoopMode::Relate;
  Callees callees = Callees::Summarised;
  // False: the versions' bodies side by side, as if they shared nothing.
  bool uses_skeleton = true;
  // False: also loops whose end is known when they begin are related, and not
  // run turn by turn.
  bool unrolls = true;
  Chooser *chooser = nullptr; // with Unroll: for Executor::run_version
};

// What differs between versions and was an unknown function of its text.
struct TakenApart {
  bool loops = false, callees = false;
  bool unrolled = false; // not so: loops of several versions, turn by turn
};

} // namespace mergeproof::relational
