// How one version left a piece of code other than by running to its end, taken
// out of the run: so that what was tried can be dropped, or put back.
#pragma once

#include "relational/frame.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::relational {

struct Leaves {
  Ending ending;
  std::vector<Leave> returns;
  std::map<std::string, std::vector<State>> pending;
};

// While it lives, everything that the versions do goes to lists of its own.
class LeavesOf {
public:
  // `endings` by version; both outlive this.
  LeavesOf(std::vector<Ending> &endings, Frame &frame)
      : endings_(endings), frame_(frame) {
    endings_.swap(saved_endings_);
    endings_.resize(saved_endings_.size());
    frame_.returns.swap(saved_returns_);
    frame_.returns.resize(saved_returns_.size());
    frame_.pending.swap(saved_pending_);
    frame_.pending.resize(saved_pending_.size());
  }
  ~LeavesOf() {
    endings_.swap(saved_endings_);
    frame_.returns.swap(saved_returns_);
    frame_.pending.swap(saved_pending_);
  }
  LeavesOf(const LeavesOf &) = delete;
  LeavesOf &operator=(const LeavesOf &) = delete;

  // What this version did so far; its lists are empty again.
  Leaves take(std::size_t version) {
    Leaves leaves;
    std::swap(leaves.ending, endings_[version]);
    std::swap(leaves.returns, frame_.returns[version]);
    std::swap(leaves.pending, frame_.pending[version]);
    return leaves;
  }

private:
  std::vector<Ending> &endings_;
  Frame &frame_;
  std::vector<Ending> saved_endings_;
  std::vector<std::vector<Leave>> saved_returns_;
  std::vector<std::map<std::string, std::vector<State>>> saved_pending_;
};

// Those among them where `condition` holds.
Leaves restricted(TermTable &table, Leaves leaves, Term condition);

void put_back(const Leaves &leaves, Ending &ending, Frame &frame,
              std::size_t version);

} // namespace mergeproof::relational
