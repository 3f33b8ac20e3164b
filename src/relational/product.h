// The mini-product of statements that versions do not share (SafeMerge, Fig. 7
// rule 1 and Fig. 8): each runs on its own up to its next loop, also inside of
// branches and blocks; loops of different versions are then related as one.
//
// Where both branches of an `if` hold loops, a version waits at both, under
// conditions that exclude each other. Which loops go together: all that are
// waited at, but one that is more like a later loop of another version waits
// for that (the similarity of section 6).
#pragma once

#include "relational/executor.h"

#include <deque>
#include <optional>
#include <vector>

namespace mergeproof::relational {

bool has_loop(const ir::Seq &seq);

class Product {
public:
  Product(Executor &executor, Frame &frame);

  // Lane i runs bodies[i].
  void run(Lanes &lanes, const std::vector<const ir::Seq *> &bodies);
  // All run this loop.
  void run_loop(Lanes &lanes, const ir::Stmt &loop);

private:
  struct Level {
    const ir::Seq *seq = nullptr;
    std::size_t next = 0;
    const ir::Block *block = nullptr; // whose end this level's end is
  };
  struct Fork {
    Term condition = nullptr;
    std::size_t yes = 0, no = 0; // threads
  };
  struct Thread {
    Lane lane;
    std::vector<Level> levels;
    std::optional<Fork> fork;
    std::size_t root = 0; // which of the bodies it belongs to
    bool is_done = false;
    bool is_split = false; // only a loop, under half of what led to it
  };
  struct Waiting {
    std::size_t thread = 0;
    const ir::Stmt *loop = nullptr;
  };

  std::size_t begin(const Lane &lane, const ir::Seq &body, std::size_t root);
  void advance(std::size_t index);
  bool join_fork(Thread &thread);
  void leave_levels(Thread &thread);
  void step(Thread &thread, const ir::Stmt &stmt);
  void fork(Thread &thread, const ir::If &stmt);
  void relate();
  void split(std::size_t index, const ir::Stmt &loop, Term condition);
  std::vector<Waiting> choose() const;
  bool should_wait(const Waiting &who) const;
  static std::vector<const ir::Stmt *> loops_ahead(const Thread &thread);

  Executor &executor_;
  Frame &frame_;
  std::deque<Thread> threads_;
  std::deque<ir::Seq> made_; // of split threads
  std::vector<Waiting> waiting_;
};

} // namespace mergeproof::relational
