// uses: relational interp impact align symbolic verdict smt ir source support
//
// What versions do on their own is a run of their joint run (SafeMerge,
// Theorem 5.4: the product is equivalent to the sequence of the programs).
//
// A joint run is terms over the inputs, the symbols at the heads of loops and
// functions for what is summarised, with facts about them. For an input, what
// the interpreter says of every version alone must be one solution of all of
// them together: a relation between the versions that does not hold, a fact
// about a last turn that is none, or a guard that loses a path has no solution.
// Where nothing is abstracted (unrolled loops, callees inlined), it must be the
// only solution.
#include "laws/symbolic_run.h"
#include "relational/executor.h"

#include <cstdio>
#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

using relational::Callees;
using relational::Executor;
using relational::LoopMode;
using relational::Strategy;

// A joint run of versions.
class JointRun : public SymbolicRun {
public:
  JointRun(const verdict::Question &question, const Strategy &strategy)
      : SymbolicRun(question), executor_(universe_, strategy) {}

  // False when it gives up.
  bool run() {
    try {
      result_ = executor_.run_unit();
      return true;
    } catch (const relational::GiveUp &) {
      return false;
    }
  }

private:
  relational::Inquiry &inquiry() override { return executor_.inquiry(); }

  Executor executor_;
};

struct Tally {
  unsigned possible = 0, only = 0, unanswered = 0, given_up = 0, runs = 0;
};

enum class Solution { One, Only };

void check_run(const Versions &versions, const Strategy &strategy,
               Solution solution, std::uint64_t seed, Tally &tally) {
  JointRun joint(versions.question, strategy);
  tally.runs++;
  if (!joint.run()) {
    tally.given_up++;
    return;
  }
  interp::Oracle oracle(versions.question);
  for (std::uint64_t i = 0; i < 4; i++) {
    verdict::Witness witness = make_random_witness(100 * seed + i);
    auto seen = oracle.observe_all(witness);
    std::vector<Term> input = joint.input(witness), all = input;
    for (std::size_t v = 0; v < seen.size(); v++)
      all.push_back(joint.does(v, seen[v]));
    auto answer = joint.check(all);
    EXPECT_NE(answer, smt::Satisfiability::Unsat) << "witness " << i;
    tally.possible += answer == smt::Satisfiability::Sat;
    tally.unanswered += answer == smt::Satisfiability::Unknown;
    for (std::size_t v = 0; v < seen.size() && solution == Solution::Only;
         v++) {
      std::vector<Term> other = input;
      other.push_back(joint.negated(joint.does(v, seen[v])));
      if (!joint.is_concrete(other))
        continue;
      EXPECT_NE(joint.check(other), smt::Satisfiability::Sat)
          << "version " << v << " witness " << i;
      tally.only++;
    }
  }
}

Tally check_strategy(const Strategy &strategy, Solution solution,
                     std::uint64_t programs) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= programs; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomOptions options{.seed = seed,
                          .size = unsigned(4 + seed % 10),
                          .helpers = unsigned(seed % 2),
                          .has_memory = seed % 3 != 0,
                          .has_externals =
                              solution == Solution::One && seed % 4 == 0};
    Versions versions(options, 2 + seed % 3);
    check_run(versions, strategy, solution, seed, tally);
  }
  std::printf("%u runs, %u gave up; %u inputs possible, %u unanswered, %u "
              "with no other end\n",
              tally.runs, tally.given_up, tally.possible, tally.unanswered,
              tally.only);
  EXPECT_LT(tally.given_up, tally.runs / 3);
  EXPECT_LT(tally.unanswered, tally.possible);
  return tally;
}

TEST(ProductLaw, UnrolledRunsAreTheVersions) {
  Tally tally = check_strategy({LoopMode::Unroll, Callees::Inlined, true},
                               Solution::Only, 24);
  EXPECT_GT(tally.only, tally.runs);
}

TEST(ProductLaw, LockStepAllowsTheVersions) {
  check_strategy({LoopMode::Relate, Callees::Summarised, true}, Solution::One,
                 12);
}

TEST(ProductLaw, LockStepSideBySideAllowsTheVersions) {
  check_strategy({LoopMode::Relate, Callees::Inlined, false}, Solution::One, 8);
}

TEST(ProductLaw, ProductAllowsTheVersions) {
  check_strategy({LoopMode::Product, Callees::Summarised, true}, Solution::One,
                 12);
}

TEST(ProductLaw, ProductSideBySideAllowsTheVersions) {
  check_strategy({LoopMode::Product, Callees::Inlined, false}, Solution::One,
                 8);
}

} // namespace
} // namespace mergeproof::tests
