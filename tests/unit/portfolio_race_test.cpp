// Search and engines of a unit side by side.
// uses: portfolio blame testgen check verdict interp align ir source support
#include "portfolio/combine.h"
#include "portfolio/decide.h"
#include "portfolio/worker.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <unistd.h>

namespace mergeproof::portfolio {
namespace {

using verdict::UnitAnswer;
using verdict::UnitResult;

UnitResult result(UnitAnswer answer, const char *reason = "") {
  UnitResult made;
  made.answer = answer;
  made.reason = reason;
  made.seconds = 1;
  return made;
}

UnitResult conflict(bool is_inherent) {
  UnitResult made = result(UnitAnswer::Conflict);
  made.conflicts.emplace_back().violation.is_inherent = is_inherent;
  return made;
}

TEST(Race, AProofAndAPlainConflictAreFinal) {
  EXPECT_TRUE(is_final(result(UnitAnswer::Proved)));
  EXPECT_TRUE(is_final(conflict(false)));
  EXPECT_FALSE(is_final(conflict(true))); // the engines may find a plain one
  EXPECT_FALSE(is_final(result(UnitAnswer::Unknown)));
}

TEST(Race, TheReasonsOfBothAreSaid) {
  UnitResult both = combine(result(UnitAnswer::Unknown, "400 inputs"),
                            result(UnitAnswer::Unknown, "loop at 3"));
  EXPECT_EQ(both.reason, "loop at 3; 400 inputs");
  EXPECT_EQ(both.seconds, 2);
}

TEST(Race, AnInherentConflictStaysWhereNothingBetterIsFound) {
  EXPECT_EQ(combine(conflict(true), result(UnitAnswer::Unknown)).answer,
            UnitAnswer::Conflict);
  auto better = combine(conflict(true), conflict(false));
  EXPECT_FALSE(better.conflicts.front().violation.is_inherent);
}

// Neither is to be believed.
TEST(Race, AProofThatARunContradictsIsLoud) {
  UnitResult both = combine(conflict(true), result(UnitAnswer::Proved));
  EXPECT_EQ(both.answer, UnitAnswer::Unknown);
  EXPECT_EQ(both.reason, contradiction);
  EXPECT_TRUE(both.conflicts.empty());
}

struct JobsTest : testing::Test {
  std::vector<std::size_t> heard;
  std::vector<std::string> failures;
  std::size_t over = 99;          // no job is needed once this one was heard
  std::vector<std::string> texts; // answers, or what came before
  JobWork work{[](std::size_t job, const SayMore &say_more) {
                 say_more("half");
                 if (job > 0)
                   sleep(60);
                 say_more("almost");
                 return std::string("done");
               },
               [this](std::size_t job, const JobOutcome &outcome) {
                 heard.push_back(job);
                 failures.push_back(outcome.failure);
                 texts.push_back(outcome.text + outcome.so_far);
               },
               [this](std::size_t) {
                 return std::find(heard.begin(), heard.end(), over) ==
                        heard.end();
               }};
};

// The test takes a minute where they are not stopped.
TEST_F(JobsTest, JobsThatNobodyNeedsAreStoppedAndNotHeardOf) {
  over = 0;
  run_jobs(4, 2, {.seconds = 50}, work);
  EXPECT_EQ(heard, std::vector<std::size_t>{0});
}

TEST_F(JobsTest, LateJobsAreHeardOf) {
  run_jobs(2, 2, {.seconds = 1}, work);
  EXPECT_EQ(heard, (std::vector<std::size_t>{0, 1}));
}

TEST_F(JobsTest, WhatALateJobSaidIsNotLost) {
  run_jobs(2, 2, {.seconds = 1}, work);
  EXPECT_EQ(texts, (std::vector<std::string>{"done", "half"}));
}

// The test takes a minute where a job's own time does not count.
TEST_F(JobsTest, AJobMayHaveLessTimeThanTheOthers) {
  work.time = [](std::size_t job) { return JobTime{job == 1 ? 1u : 50u}; };
  run_jobs(2, 2, {.seconds = 50}, work);
  EXPECT_EQ(heard, (std::vector<std::size_t>{0, 1}));
}

// Whose time it was, and which option gives more.
TEST_F(JobsTest, AJobThatIsStoppedSaysWhy) {
  run_jobs(2, 2, {.seconds = 1}, work);
  run_jobs(2, 2, {.seconds = 50, .total_seconds = 1}, work);
  run_jobs(2, 2, {.seconds = 50, .total_seconds = 9, .used_seconds = 8}, work);
  work.time = [](std::size_t) { return JobTime{1, true}; };
  run_jobs(2, 2, {.seconds = 50, .total_seconds = 40}, work);
  EXPECT_EQ(
      failures,
      (std::vector<std::string>{
          "", "ran out of time (1 s; see --timeout)", "",
          "the time for the whole run was up (1 s)", "",
          "the time for the whole run was up (9 s)", "",
          "its share of the time for the whole run was up (1 s of 40 s)"}));
}

// Who vouches for two proofs together; empty: it was proved without any.
TEST(Recheck, TheWeakerOfTwo) {
  const std::string construction = "by construction";
  EXPECT_EQ(weaker_recheck("", "cvc5"), "cvc5");
  EXPECT_EQ(weaker_recheck(construction, ""), construction);
  EXPECT_EQ(weaker_recheck("", construction), construction);
  EXPECT_EQ(weaker_recheck(construction, "Z3 only"), "Z3 only");
  EXPECT_EQ(weaker_recheck("cvc5 only", "cvc5"), "cvc5 only");
  EXPECT_EQ(weaker_recheck("cvc5", construction), "cvc5");
}

} // namespace
} // namespace mergeproof::portfolio
