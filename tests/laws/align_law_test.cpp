// uses: align ir source support
// Laws of align() on random programs and random edits of them.
#include "align/alignment.h"
#include "align/rename.h"
#include "laws/random_program.h"

#include <gtest/gtest.h>

namespace mergeproof {
namespace {

using align::Alignment;
using ir::Function;
using ir::Program;

struct Versions {
  std::vector<Program> programs;
  std::vector<const Function *> units() const {
    std::vector<const Function *> result;
    for (const Program &program : programs)
      result.push_back(program.find_function("unit"));
    return result;
  }
};

// Every version is an edit of the first or of the one before it.
Versions make_versions(ir::Context &context, std::uint64_t seed,
                       std::size_t count, unsigned size) {
  tests::RandomSource random(seed);
  Versions versions;
  versions.programs.push_back(
      tests::make_random_program(context, {.seed = seed, .size = size}));
  while (versions.programs.size() < count) {
    Program next =
        random.one_in(2) ? versions.programs.front() : versions.programs.back();
    for (std::uint64_t edits = random.below(5); edits > 0; edits--)
      next = tests::mutate(context, next, random.next());
    versions.programs.push_back(std::move(next));
  }
  return versions;
}

TEST(align_laws, random_edits_align) {
  for (std::uint64_t seed = 0; seed < 30; seed++) {
    ir::Context context;
    Versions versions =
        make_versions(context, seed, 2 + seed % 5, 10 + seed % 60);
    Alignment alignment = align::align(context, versions.units());
    EXPECT_EQ(alignment.verify(context, versions.units()),
              std::vector<std::string>{})
        << "seed " << seed;
  }
}

// Nothing in common but the programs' vocabulary.
TEST(align_laws, unrelated_versions_align) {
  for (std::uint64_t seed = 0; seed < 30; seed++) {
    ir::Context context;
    Versions versions;
    for (std::uint64_t v = 0; v < 2 + seed % 5; v++)
      versions.programs.push_back(tests::make_random_program(
          context, {.seed = 100 * seed + v, .size = 30}));
    Alignment alignment = align::align(context, versions.units());
    EXPECT_EQ(alignment.verify(context, versions.units()),
              std::vector<std::string>{})
        << "seed " << seed;
  }
}

TEST(align_laws, identical_versions_have_no_holes) {
  for (std::uint64_t seed = 0; seed < 30; seed++) {
    ir::Context context;
    Versions versions = make_versions(context, seed, 1, 40);
    versions.programs.resize(2 + seed % 5, versions.programs.front());
    Alignment alignment = align::align(context, versions.units());
    EXPECT_EQ(align::count_holes(alignment.skeleton), 0u) << "seed " << seed;
  }
}

TEST(align_laws, renaming_every_local_makes_no_hole) {
  for (std::uint64_t seed = 0; seed < 30; seed++) {
    ir::Context context;
    Versions versions = make_versions(context, seed, 1, 30);
    const Function &unit = *versions.units()[0];
    align::Renaming renaming;
    for (const ir::Variable &local : unit.locals)
      renaming[local.name] = context.symbol("new_" + std::string(local.name));
    Function renamed = align::rename(context, unit, renaming);
    Alignment alignment = align::align(context, {&unit, &renamed, &unit});
    EXPECT_EQ(alignment.verify(context, {&unit, &renamed, &unit}),
              std::vector<std::string>{});
    EXPECT_EQ(align::count_holes(alignment.skeleton), 0u) << "seed " << seed;
  }
}

// The statements that all versions begin and end with are in the skeleton.
TEST(align_laws, shared_ends_are_in_the_skeleton) {
  for (std::uint64_t seed = 0; seed < 40; seed++) {
    ir::Context context;
    Versions versions = make_versions(context, seed, 2 + seed % 5, 25);
    auto mark = [&](int which) {
      return context.stmt(ir::Store{context.global_addr("counter"),
                                    context.integer(32, 1000 + which)});
    };
    ir::Seq first{mark(0), mark(1)}, last{mark(2), mark(3)};
    std::vector<Function> marked;
    std::vector<const Function *> pointers;
    for (const Function *unit : versions.units()) {
      Function &f = marked.emplace_back(*unit);
      f.body.insert(f.body.begin(), first.begin(), first.end());
      f.body.insert(f.body.end(), last.begin(), last.end());
    }
    for (const Function &f : marked)
      pointers.push_back(&f);
    ir::Seq skeleton = align::align(context, pointers).skeleton;
    ASSERT_GE(skeleton.size(), 4u);
    EXPECT_TRUE(
        is_same(ir::Seq(skeleton.begin(), skeleton.begin() + 2), first));
    EXPECT_TRUE(is_same(ir::Seq(skeleton.end() - 2, skeleton.end()), last));
  }
}

} // namespace
} // namespace mergeproof
