// uses: ir source support
//
// Laws of random programs: verify(p) is empty, the same seed gives the same
// program, parse(print(p)) = p; and all of it after edits.
#include "ir/print.h"
#include "ir/verify.h"
#include "laws/random_program.h"

#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

void expect_verified(const ir::Program &program, std::uint64_t seed) {
  for (const std::string &problem : ir::verify(program))
    ADD_FAILURE() << "seed " << seed << ": " << problem;
}

TEST(RandomProgram, IsVerified) {
  for (std::uint64_t seed = 1; seed <= 300; seed++) {
    ir::Context context;
    expect_verified(make_random_program(
                        context, {.seed = seed, .size = unsigned(seed % 60)}),
                    seed);
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
  for (std::uint64_t seed = 1; seed <= 300; seed++) {
    ir::Context context;
    ir::Program program = make_random_program(context, {.seed = seed});
    ir::Program edited = mutate(context, program, seed + 1);
    expect_verified(edited, seed);
    changed += ir::print(program) != ir::print(edited);
  }
  EXPECT_GT(changed, 270u);
}

} // namespace
} // namespace mergeproof::tests
