// uses: paths relational interp impact align symbolic verdict smt ir source
// support
//
// The paths of a version are the version: on every input one of them is taken,
// and no other, and it ends as the interpreter ends.
#include "laws/symbolic_run.h"
#include "paths/cells.h"
#include "paths/engine.h"

#include <cstdio>
#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

using paths::Path;
using relational::Callees;
using smt::Satisfiability;

class PathRun : public SymbolicRun {
public:
  explicit PathRun(const verdict::Question &question)
      : SymbolicRun(question),
        enumeration_(universe_, Callees::Inlined, {.paths = 24}) {}

  // False when it gives up.
  bool run() {
    try {
      sets_ = enumeration_.run();
    } catch (const relational::GiveUp &) {
      return false;
    }
    for (const paths::PathSet &set : sets_)
      add(set);
    return true;
  }

  const std::vector<paths::PathSet> &sets() const { return sets_; }

private:
  relational::Inquiry &inquiry() override { return enumeration_.inquiry(); }

  // As one: what returned joined, the rest beside it.
  void add(const paths::PathSet &set) {
    std::vector<relational::Leave> returned;
    relational::Ending &ending = result_.endings.emplace_back();
    for (const Path &path : set) {
      if (path.end == Path::End::Returned)
        returned.push_back(path.leave);
      if (path.end == Path::End::Trapped)
        ending.traps.push_back(path.guard);
      if (path.end == Path::End::Exited)
        ending.exits.push_back(path.exit);
    }
    result_.returned.push_back(
        relational::join_returns(universe_.table, returned));
  }

  paths::Enumeration enumeration_;
  std::vector<paths::PathSet> sets_;
};

struct Tally {
  unsigned runs = 0, given_up = 0, ends = 0, only = 0, unanswered = 0;
};

// Of each version, no two paths on one input, and one.
void check_guards(PathRun &run, const std::vector<Term> &input, Tally &tally) {
  for (const paths::PathSet &set : run.sets()) {
    unsigned possible = 0;
    for (const Path &path : set) {
      std::vector<Term> all = input;
      all.push_back(path.guard);
      if (!run.is_concrete(all))
        return;
      auto answer = run.check(all);
      possible += answer == Satisfiability::Sat;
      if (answer == Satisfiability::Unknown)
        return;
    }
    EXPECT_EQ(possible, 1u);
    tally.only++;
  }
}

void check_input(PathRun &run, const Versions &versions, std::uint64_t seed,
                 Tally &tally) {
  interp::Oracle oracle(versions.question);
  verdict::Witness witness = make_random_witness(seed);
  auto seen = oracle.observe_all(witness);
  std::vector<Term> input = run.input(witness);
  check_guards(run, input, tally);
  for (std::size_t v = 0; v < seen.size(); v++) {
    std::vector<Term> other = input;
    other.push_back(run.negated(run.does(v, seen[v])));
    if (!run.is_concrete(other))
      continue;
    auto answer = run.check(other);
    EXPECT_NE(answer, Satisfiability::Sat) << "version " << v;
    tally.unanswered += answer == Satisfiability::Unknown;
    tally.ends++;
  }
}

TEST(PathsLaw, OnePathIsTakenAndItEndsAsTheVersion) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 14; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Versions versions({.seed = seed,
                       .size = unsigned(2 + seed % 6),
                       .helpers = unsigned(seed % 2),
                       .has_memory = seed % 3 != 0},
                      2 + seed % 3);
    PathRun run(versions.question);
    tally.runs++;
    if (!run.run()) {
      tally.given_up++;
      continue;
    }
    for (std::uint64_t i = 0; i < 2; i++)
      check_input(run, versions, 100 * seed + i, tally);
  }
  std::printf("%u runs, %u gave up; %u ends, %u with one path, %u unanswered\n",
              tally.runs, tally.given_up, tally.ends, tally.only,
              tally.unanswered);
  EXPECT_LT(tally.given_up, tally.runs / 2);
  EXPECT_GT(tally.only, tally.runs);
  EXPECT_LT(tally.unanswered, tally.ends / 4);
}

// A proof by paths against the interpreter.
TEST(PathsLaw, WhatIsProvedIsNotRefuted) {
  unsigned proved = 0, differ = 0;
  auto engine = paths::make_engine({});
  for (std::uint64_t seed = 1; seed <= 24; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Versions versions({.seed = seed,
                       .size = unsigned(2 + seed % 5),
                       .helpers = unsigned(seed % 2),
                       .has_memory = seed % 3 == 0,
                       .has_externals = seed % 4 == 0},
                      2 + seed % 3);
    auto verdict = engine->decide(versions.question);
    std::vector<source::Revision> revisions;
    for (const auto &version : versions.question.versions)
      revisions.push_back(version.revision);
    interp::Oracle oracle(versions.question);
    bool is_broken = false;
    for (std::uint64_t i = 0; i < 12; i++) {
      auto seen = oracle.observe_all(make_random_witness(100 * seed + i));
      is_broken |= !verdict::find_violations(revisions, seen).empty();
    }
    EXPECT_FALSE(is_broken && verdict.answer == verdict::Answer::Proved);
    proved += verdict.answer == verdict::Answer::Proved;
    differ += is_broken;
  }
  std::printf("%u proved, %u differ\n", proved, differ);
  EXPECT_GT(proved, 3u);
  EXPECT_GT(differ, 5u);
}

} // namespace
} // namespace mergeproof::tests
