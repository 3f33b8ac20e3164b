// Verification conditions discharged again by cvc5.
// uses: check verdict ir source support
#include "check/recheck.h"

#include <gtest/gtest.h>

namespace mergeproof::check {
namespace {

constexpr std::uint64_t rlimit = 100000;

verdict::VerificationCondition condition(const std::string &formula) {
  return {formula,
          "(set-logic ALL)\n(declare-const x (_ BitVec 32))\n(assert " +
              formula + ")\n(check-sat)\n"};
}

const auto holds = condition("(not (= (bvadd x x) (bvmul x #x00000002)))");
const auto fails = condition("(= x #x00000007)");
const auto unreadable = condition("(= x");

TEST(Recheck, NothingToCheckIsConfirmed) {
  EXPECT_EQ(recheck({}, rlimit).answer, Recheck::Confirmed);
}

TEST(Recheck, AllUnsatisfiableIsConfirmed) {
  EXPECT_EQ(recheck({holds, holds, holds}, rlimit).answer, Recheck::Confirmed);
}

TEST(Recheck, OneModelRefutesAndIsNamed) {
  RecheckResult result = recheck({holds, fails, holds}, rlimit);
  EXPECT_EQ(result.answer, Recheck::Refuted);
  EXPECT_EQ(result.detail, fails.name + ": cvc5 says sat");
}

// What cvc5 found is asked of Z3.
verdict::VerificationCondition
found_by_cvc5(verdict::VerificationCondition condition) {
  condition.by = verdict::VerificationCondition::FoundBy::Cvc5;
  return condition;
}

TEST(Recheck, WhatCvc5FoundIsAskedOfZ3) {
  EXPECT_EQ(recheck({holds, found_by_cvc5(holds)}, rlimit).answer,
            Recheck::Confirmed);
  RecheckResult result = recheck({holds, found_by_cvc5(fails)}, rlimit);
  EXPECT_EQ(result.answer, Recheck::Refuted);
  EXPECT_EQ(result.detail, fails.name + ": Z3 says sat");
}

verdict::VerificationCondition
found_by_bits(verdict::VerificationCondition condition) {
  condition.by = verdict::VerificationCondition::FoundBy::Bits;
  return condition;
}

TEST(Recheck, WhatBitsFoundIsAskedOfBoth) {
  EXPECT_EQ(recheck({found_by_bits(holds)}, rlimit).answer, Recheck::Confirmed);
  RecheckResult result = recheck({found_by_bits(fails)}, rlimit);
  EXPECT_EQ(result.answer, Recheck::Refuted);
  EXPECT_EQ(result.detail, fails.name + ": cvc5 says sat");
  result = recheck({holds, found_by_bits(unreadable)}, rlimit);
  EXPECT_EQ(result.answer, Recheck::Undecided);
  EXPECT_TRUE(result.rests_on_bits);
  EXPECT_FALSE(result.rests_on_z3);
}

// Z3's word is taken without cvc5; that of bits alone never is.
TEST(Recheck, BitsAloneAreNoProofWithoutCvc5) {
  std::string path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  RecheckResult z3 = recheck({holds}, rlimit);
  RecheckResult confirmed = recheck({holds, found_by_bits(holds)}, rlimit);
  RecheckResult open = recheck({holds, found_by_bits(unreadable)}, rlimit);
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(z3.answer, Recheck::Missing);
  EXPECT_EQ(confirmed.answer, Recheck::Missing);
  EXPECT_FALSE(confirmed.rests_on_bits);
  EXPECT_TRUE(open.rests_on_bits);
}

TEST(Recheck, SaysWhoseWordItRestsOn) {
  RecheckResult result = recheck({holds, found_by_cvc5(unreadable)}, rlimit);
  EXPECT_EQ(result.answer, Recheck::Undecided);
  EXPECT_TRUE(result.rests_on_cvc5);
  EXPECT_FALSE(result.rests_on_z3);
  result = recheck({found_by_cvc5(holds), unreadable}, rlimit);
  EXPECT_FALSE(result.rests_on_cvc5);
  EXPECT_TRUE(result.rests_on_z3);
}

// What nobody knows as a whole may be known in parts, all of them.
verdict::VerificationCondition
in_parts(verdict::VerificationCondition condition,
         const std::vector<verdict::VerificationCondition> &parts) {
  condition.in_parts = [parts] {
    std::vector<std::string> scripts;
    for (const verdict::VerificationCondition &part : parts)
      scripts.push_back(part.smtlib);
    return scripts;
  };
  return condition;
}

TEST(Recheck, WhatIsUnknownAsAWholeIsAskedInParts) {
  EXPECT_EQ(
      recheck({in_parts(found_by_bits(unreadable), {holds, holds})}, rlimit)
          .answer,
      Recheck::Confirmed);
  EXPECT_EQ(recheck({in_parts(unreadable, {holds, holds})}, rlimit).answer,
            Recheck::Confirmed);
  // That there are parts is what the solver by bits says.
  EXPECT_EQ(
      recheck({in_parts(found_by_cvc5(unreadable), {holds})}, rlimit).answer,
      Recheck::Confirmed);
}

TEST(Recheck, OnePartThatIsNotKnownLeavesItOpen) {
  for (const auto &part : {fails, unreadable}) {
    RecheckResult result = recheck(
        {in_parts(found_by_bits(unreadable), {holds, part, holds})}, rlimit);
    EXPECT_EQ(result.answer, Recheck::Undecided);
    EXPECT_TRUE(result.rests_on_bits);
  }
  RecheckResult none =
      recheck({in_parts(found_by_cvc5(unreadable), {})}, rlimit);
  EXPECT_TRUE(none.rests_on_cvc5);
}

TEST(Recheck, PartsMendNoRefutation) {
  EXPECT_EQ(recheck({in_parts(fails, {holds})}, rlimit).answer,
            Recheck::Refuted);
}

TEST(Recheck, UnreadableScriptIsUndecidedAndTheRestIsStillAsked) {
  EXPECT_EQ(recheck({holds, unreadable, holds}, rlimit).answer,
            Recheck::Undecided);
  EXPECT_EQ(recheck({unreadable, fails}, rlimit).answer, Recheck::Refuted);
}

TEST(Recheck, LimitIsACountAndGivesUndecided) {
  auto hard = verdict::VerificationCondition{
      "product", "(set-logic ALL)\n(declare-const x (_ BitVec 64))\n"
                 "(declare-const y (_ BitVec 64))\n(assert (and (bvugt x "
                 "#x0000000000000001) "
                 "(bvugt y #x0000000000000001) (bvult x #x0000000100000000) "
                 "(bvult y #x0000000100000000) "
                 "(= #xFFFFFFFE00000001 (bvadd (bvmul x y) (bvmul x x y)))))\n"
                 "(check-sat)\n"};
  EXPECT_EQ(recheck({holds, hard}, 1000).answer, Recheck::Undecided);
}

} // namespace
} // namespace mergeproof::check
