// uses: interp verdict ir source support
//
// Laws of what random programs do: the same every time, after parse(print(p)),
// after renaming locals, in a statement that changes nothing; and edits stay
// inside what the interpreter can say.
#include "interp/oracle.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "laws/random_program.h"
#include "laws/random_witness.h"

#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

constexpr std::uint64_t programs = 40;
constexpr std::uint64_t witnesses = 5;

verdict::Question
make_question(ir::Context &context,
              std::initializer_list<const ir::Program *> all) {
  verdict::Question question;
  question.context = &context;
  question.unit = context.symbol("unit");
  for (const ir::Program *program : all)
    question.versions.push_back({{source::Role::Parent, "A", ""},
                                 program,
                                 program->find_function(question.unit)});
  return question;
}

void expect_same(const verdict::Observation &a, const verdict::Observation &b,
                 const ir::Program &program) {
  EXPECT_EQ(a.is_valid, b.is_valid) << a.why << b.why;
  EXPECT_EQ(a.values, b.values) << ir::print(program);
}

void expect_same_behaviour(ir::Context &context, const ir::Program &one,
                           const ir::Program &other, std::uint64_t seed) {
  verdict::Question question = make_question(context, {&one, &other});
  interp::Oracle oracle(question);
  for (std::uint64_t i = 0; i < witnesses; i++) {
    auto seen = oracle.observe_all(make_random_witness(seed * 100 + i));
    EXPECT_TRUE(seen[0].is_valid) << seen[0].why;
    expect_same(seen[0], seen[1], other);
  }
}

TEST(Behaviour, IsTheSameAfterPrintAndParse) {
  for (std::uint64_t seed = 1; seed <= programs; seed++) {
    ir::Context context;
    ir::Program program = make_random_program(context, {.seed = seed});
    ir::Program parsed = ir::parse_program(context, ir::print(program)).value();
    expect_same_behaviour(context, program, parsed, seed);
  }
}

TEST(Behaviour, IsTheSameAfterRenamingLocals) {
  for (std::uint64_t seed = 1; seed <= programs; seed++) {
    ir::Context context;
    ir::Program program = make_random_program(context, {.seed = seed});
    ir::Program renamed = program;
    for (auto &[id, f] : renamed.functions) {
      std::vector<ir::Symbol> names;
      for (const ir::Variable &v : f.locals)
        names.push_back(v.name);
      for (const ir::LocalObject &o : f.objects)
        names.push_back(o.name);
      for (ir::Symbol name : names)
        f = rename_local(context, f, name,
                         context.symbol("new_" + std::string(name)));
    }
    EXPECT_TRUE(ir::verify(renamed).empty());
    expect_same_behaviour(context, program, renamed, seed);
  }
}

// Another global and an unused function move no object that can be seen.
TEST(Behaviour, IsTheSameBesideOtherDefinitions) {
  for (std::uint64_t seed = 1; seed <= programs; seed++) {
    ir::Context context;
    ir::Program program = make_random_program(context, {.seed = seed});
    ir::Program larger = program;
    auto more = ir::parse_program(context, "global another: 4 align 4 = [4];\n"
                                           "function aaa() { }\n");
    ASSERT_TRUE(more);
    EXPECT_TRUE(ir::merge_into(larger, std::move(more).value()).empty());
    expect_same_behaviour(context, program, larger, seed);
  }
}

TEST(Behaviour, EditsCanBeSeenAndAreValid) {
  unsigned different = 0, returned = 0;
  for (std::uint64_t seed = 1; seed <= programs; seed++) {
    ir::Context context;
    ir::Program program = make_random_program(context, {.seed = seed});
    ir::Program edited = mutate(context, program, seed);
    verdict::Question question = make_question(context, {&program, &edited});
    interp::Oracle oracle(question);
    bool is_different = false;
    for (std::uint64_t i = 0; i < witnesses; i++) {
      auto seen = oracle.observe_all(make_random_witness(seed * 100 + i));
      EXPECT_TRUE(seen[0].is_valid && seen[1].is_valid) << seen[1].why;
      is_different |= seen[0].values != seen[1].values;
      returned += seen[0].has_returned();
    }
    different += is_different;
  }
  EXPECT_GT(different, programs / 10);
  EXPECT_LT(different, programs);
  EXPECT_GT(returned, programs * witnesses / 2);
}

} // namespace
} // namespace mergeproof::tests
