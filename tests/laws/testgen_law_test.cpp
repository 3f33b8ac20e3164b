// uses: testgen check relational interp impact align symbolic verdict smt ir
// source support
//
// What the guided search finds are inputs that break the contract, and what
// minimise() makes of one is a simpler input that breaks the same rule.
#include "laws/random_witness.h"
#include "laws/symbolic_run.h"
#include "testgen/guided_search.h"
#include "testgen/minimise.h"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

std::vector<verdict::Violation> broken_on(const Versions &versions,
                                          const verdict::Witness &witness) {
  std::vector<source::Revision> revisions;
  for (const auto &version : versions.question.versions)
    revisions.push_back(version.revision);
  interp::Oracle oracle(versions.question);
  return verdict::find_violations(revisions, oracle.observe_all(witness));
}

// How much there is in a witness: bytes that are not zero, pointers, the rest.
std::size_t weight(const verdict::Witness &witness) {
  std::size_t sum = witness.externals.size() + witness.globals.size() +
                    witness.failing_allocations.size() +
                    (witness.external_seed != 0);
  auto add = [&](const verdict::WitnessBytes &bytes) {
    sum += bytes.pointers.size();
    for (unsigned char byte : bytes.bytes)
      sum += byte;
  };
  for (const auto &argument : witness.arguments)
    add(argument);
  for (const auto &object : witness.objects)
    add(object.contents);
  for (const auto &[id, bytes] : witness.globals)
    add(bytes);
  return sum;
}

TEST(TestgenLaw, WhatIsFoundBreaksARuleAndStaysBrokenWhenSimpler) {
  unsigned found = 0, simpler = 0, programs = 0;
  for (std::uint64_t seed = 1; seed <= 60; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Versions versions({.seed = seed,
                       .size = unsigned(3 + seed % 8),
                       .helpers = unsigned(seed % 2),
                       .has_memory = seed % 3 != 0,
                       .has_externals = seed % 4 == 0},
                      2 + seed % 3);
    programs++;
    testgen::SearchBudget budget;
    budget.runs = 200;
    for (const auto &witness :
         testgen::search_guided(versions.question, budget).found) {
      auto broken = broken_on(versions, witness);
      ASSERT_FALSE(broken.empty());
      auto small =
          testgen::minimise(versions.question, witness, broken.front());
      auto still = broken_on(versions, small);
      EXPECT_TRUE(std::any_of(still.begin(), still.end(), [&](auto &one) {
        return testgen::is_same_violation(one, broken.front());
      }));
      EXPECT_LE(weight(small), weight(witness));
      found++;
      simpler += weight(small) < weight(witness);
    }
  }
  std::printf("%u programs, %u inputs found, %u made simpler\n", programs,
              found, simpler);
  EXPECT_GT(found, programs);
  EXPECT_GT(simpler, found / 4);
}

// What no version changed breaks no rule: the search need not look at it.
TEST(TestgenLaw, LeavingOutUnchangedMemoryBreaksTheSameRules) {
  unsigned broken = 0;
  for (std::uint64_t seed = 1; seed <= 150; seed++) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Versions versions(
        {.seed = seed, .size = 6, .helpers = 1, .has_memory = true},
        2 + seed % 3);
    std::vector<source::Revision> revisions;
    for (const auto &version : versions.question.versions)
      revisions.push_back(version.revision);
    interp::Oracle oracle(versions.question);
    for (std::uint64_t i = 0; i < 20; i++) {
      verdict::Witness witness = make_random_witness(seed * 100 + i);
      auto all = oracle.observe_all(witness);
      std::vector<verdict::Witness> each(all.size(), witness);
      auto changed = oracle.observe_changes(each, nullptr);
      auto expected = verdict::find_violations(revisions, all);
      auto found = verdict::find_violations(revisions, changed);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); k++) {
        EXPECT_EQ(found[k].observable, expected[k].observable);
        EXPECT_EQ(found[k].values, expected[k].values);
      }
      broken += !found.empty();
    }
  }
  EXPECT_GT(broken, 100u);
}

TEST(TestgenLaw, TheSameSearchEveryTime) {
  Versions versions({.seed = 3, .size = 8, .helpers = 1}, 4);
  testgen::SearchBudget budget;
  budget.runs = 150;
  auto first = testgen::search_guided(versions.question, budget);
  auto again = testgen::search_guided(versions.question, budget);
  EXPECT_EQ(first.runs, again.runs);
  EXPECT_EQ(first.found, again.found);
}

} // namespace
} // namespace mergeproof::tests
