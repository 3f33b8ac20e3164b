// Loops that versions edited, run as one (SafeMerge, Fig. 7 rule 5 and Fig. 8
// rule 5), with Houdini as partition refinement (paper, section 7).
//
// Candidate invariants are x_i = x_j for every variable and region x and every
// pair of versions. They are kept as a partition: versions in one class of x
// share one symbol for x at the head of the loop. The body runs once from
// there; a class whose members end the turn with different values is split and
// the body runs again, until nothing splits: the greatest inductive
// conjunction.
//
// Versions that do not provably leave the loop in the same turn, be it by
// another exit, are put into different groups, and no relation between groups
// is kept: the symbols at the head stand for the last turn, which is the same
// turn only within a group.
#pragma once

#include "relational/executor.h"
#include "relational/slice.h"

#include <map>
#include <vector>

namespace mergeproof::relational {

class LoopRelation {
public:
  LoopRelation(Executor &executor, Frame &frame);

  // Each lane runs its own loop; loops[i] belongs to lanes[i]. On return the
  // lanes are after their loops.
  void run(Lanes &lanes, const std::vector<const ir::Stmt *> &loops);

private:
  struct Class {
    Cell cell;
    std::vector<int> of; // by lane; -1: the lane does not change the cell
  };
  // Everything a turn can append to, to take an abandoned turn back.
  struct Mark {
    std::vector<std::size_t> traps, exits, returns;
    std::vector<std::map<std::string, std::vector<State>>> pending;
    std::size_t facts, conditions;
  };
  Mark mark() const;
  void take_back(const Mark &mark);

  void find_classes(const Lanes &entry,
                    const std::vector<const ir::Stmt *> &loops);
  Lanes head(const Lanes &entry);
  void turn(Lanes &lanes, const std::vector<const ir::Stmt *> &loops);
  bool split_groups(const Lanes &entry, const Lanes &back);
  bool split_classes(const Lanes &back);
  bool split(Class &c, const std::vector<Term> &values, const Lanes &back);
  bool leave_together(const Lanes &entry, const Lanes &back, std::size_t a,
                      std::size_t b);
  bool is_covered(std::size_t leader, std::size_t a, std::size_t b) const;
  Term value_of(const State &state, const Cell &cell, const Lane &lane);
  void set_value(State &state, const Cell &cell, Term value);
  void note(const Lanes &lanes, const std::vector<const ir::Stmt *> &loops);

  Executor &executor_;
  Frame &frame_;
  TermTable &table_;
  std::vector<Class> classes_;
  std::vector<int> group_;
  Lanes entry_; // as the versions enter the loop
};

// The state after a loop that is not related to another: every cell the loop
// writes becomes an uninterpreted function of what its slice reads (Fig. 7 rule
// 2).
void run_summary(Executor &executor, Lane &lane, const ir::Loop &loop,
                 Frame &frame);

} // namespace mergeproof::relational
