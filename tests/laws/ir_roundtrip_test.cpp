// uses: ir source support
//
// Laws of random programs: verify(p) is empty, the same seed gives the same
// program, parse(print(p)) = p; and all of it after edits.
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "laws/random_program.h"
#include "laws/same_program.h"

#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

void expect_verified(const ir::Program &program, std::uint64_t seed) {
  for (const std::string &problem : ir::verify(program))
    ADD_FAILURE() << "seed " << seed << ": " << problem;
}

TEST(RandomProgram, IsVerified) {
  for (std::uint64_t seed = 1; seed <= 100; seed++) {
    ir::Context context;
    expect_verified(make_random_program(
                        context, {.seed = seed, .size = unsigned(seed % 60)}),
                    seed);
  }
}

void expect_round_trip(ir::Context &context, const ir::Program &program) {
  std::string text = ir::print(program);
  support::Result<ir::Program> parsed = ir::parse_program(context, text);
  ASSERT_TRUE(parsed) << parsed.error().message << "\n" << text;
  EXPECT_EQ(ir::print(parsed.value()), text);
  EXPECT_TRUE(is_same_program(program, parsed.value())) << text;
}

TEST(Text, ParsesToWhatWasPrinted) {
  for (std::uint64_t seed = 1; seed <= 30; seed++) {
    ir::Context context;
    ir::Program program = make_random_program(
        context, {.seed = seed, .size = unsigned(seed % 80)});
    expect_round_trip(context, program);
    expect_round_trip(context, mutate(context, program, seed));
  }
}

// Any damage to a text gives a program or an error, which names a line.
TEST(Text, SurvivesDamage) {
  for (std::uint64_t seed = 1; seed <= 30; seed++) {
    ir::Context context;
    std::string text =
        ir::print(make_random_program(context, {.seed = seed, .size = 6}));
    RandomSource random(seed);
    for (int i = 0; i < 20; i++) {
      std::string damaged = text;
      std::size_t at = random.below(damaged.size());
      damaged.replace(at, random.below(4),
                      random.pick({"", "(", "}", "\"", "-", "9", ":", ";", "x",
                                   "...", "\\", "i0", "ptr", "<"}));
      auto parsed = ir::parse_program(context, damaged);
      EXPECT_TRUE(parsed || parsed.error().message.starts_with("line "));
    }
  }
}

TEST(RandomProgram, IsTheSameForASeed) {
  for (std::uint64_t seed = 1; seed <= 50; seed++) {
    ir::Context one, other;
    EXPECT_EQ(ir::print(make_random_program(one, {.seed = seed})),
              ir::print(make_random_program(other, {.seed = seed})));
  }
}

TEST(RandomProgram, IsVerifiedAfterEdits) {
  unsigned changed = 0;
  for (std::uint64_t seed = 1; seed <= 100; seed++) {
    ir::Context context;
    ir::Program program = make_random_program(context, {.seed = seed});
    ir::Program edited = mutate(context, program, seed + 1);
    expect_verified(edited, seed);
    changed += ir::print(program) != ir::print(edited);
  }
  EXPECT_GT(changed, 90u);
}

} // namespace
} // namespace mergeproof::tests
