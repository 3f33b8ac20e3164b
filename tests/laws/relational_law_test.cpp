// uses: relational interp impact align verdict smt ir source support
//
// The relational engine against the interpreter, on random programs and random
// edits: what it proves must hold on every input that is tried, and a merge
// that is one of its parents must be proved.
#include "interp/oracle.h"
#include "laws/program_facts.h"
#include "laws/random_edit.h"
#include "laws/random_program.h"
#include "relational/engine.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>

namespace mergeproof::tests {
namespace {

struct Merge {
  ir::Context context;
  std::vector<ir::Program> programs;
  verdict::Question question;

  void ask(std::vector<std::pair<source::Role, std::string>> roles) {
    question.context = &context;
    question.unit = context.symbol("unit");
    question.budget.solver_rlimit = 500'000;
    question.budget.effort = std::make_shared<verdict::Effort>(4'000'000);
    for (std::size_t v = 0; v < roles.size(); v++)
      question.versions.push_back({{roles[v].first, roles[v].second, ""},
                                   &programs[v],
                                   programs[v].find_function("unit"),
                                   make_facts(programs[v])});
  }
};

verdict::WitnessBytes bytes_of(std::uint64_t value, unsigned count) {
  verdict::WitnessBytes bytes;
  for (unsigned i = 0; i < count; i++)
    bytes.bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  return bytes;
}

std::uint64_t random_value(RandomSource &random) {
  switch (random.below(4)) {
  case 0:
    return random.below(4);
  case 1:
    return random.below(64) - 32;
  case 2:
    return random.pick({0x7fffffffull, 0x80000000ull, 0xffffffffull, 255ull});
  default:
    return random.next();
  }
}

verdict::Witness random_witness(RandomSource &random) {
  verdict::Witness witness;
  verdict::WitnessBytes pointer = bytes_of(0, 8);
  if (!random.one_in(8)) {
    pointer.pointers = {{0, 0, 0}};
    verdict::WitnessObject object{"*p", {}};
    for (int i = 0; i < 4; i++) {
      verdict::WitnessBytes part = bytes_of(random_value(random), 4);
      object.contents.bytes.insert(object.contents.bytes.end(),
                                   part.bytes.begin(), part.bytes.end());
    }
    witness.objects.push_back(object);
  }
  witness.arguments = {pointer, bytes_of(random_value(random), 4),
                       bytes_of(random_value(random), 4),
                       bytes_of(random_value(random), 8)};
  witness.external_seed = random.next() | 1;
  return witness;
}

std::string first_violation(const Merge &merge, std::uint64_t seed,
                            unsigned runs) {
  interp::Oracle oracle(merge.question);
  std::vector<source::Revision> versions;
  for (const auto &version : merge.question.versions)
    versions.push_back(version.revision);
  RandomSource random(seed);
  for (unsigned i = 0; i < runs; i++) {
    auto found = verdict::find_violations(
        versions, oracle.observe_all(random_witness(random)));
    if (found.empty())
      continue;
    std::string text = found[0].observable;
    for (const auto &[id, value] : found[0].values)
      text += " " + id + "=" + value;
    return text;
  }
  return "";
}

unsigned count_from_environment(const char *name, unsigned otherwise) {
  const char *text = std::getenv(name);
  return text ? unsigned(std::atoi(text)) : otherwise;
}

RandomOptions usual_options(std::uint64_t seed) {
  return {.seed = seed,
          .size = unsigned(4 + seed % 12),
          .helpers = unsigned(seed % 3)};
}

void fill_merge(Merge &merge, const RandomOptions &options) {
  std::uint64_t seed = options.seed;
  ir::Program base = make_random_program(merge.context, options);
  ir::Program a = mutate(merge.context, base, 3 * seed);
  ir::Program b = mutate(merge.context, base, 3 * seed + 1);
  ir::Program both = mutate(merge.context, a, 3 * seed + 1);
  merge.programs = {base, a, b, both};
}

const std::vector<std::pair<source::Role, std::string>> four_roles = {
    {source::Role::Base, "O"},
    {source::Role::Parent, "A"},
    {source::Role::Parent, "B"},
    {source::Role::Merge, "M"}};

// The first proof, or what the last engine says.
verdict::Verdict decide(const verdict::Question &question) {
  verdict::Verdict verdict;
  for (const auto &engine : relational::make_engines()) {
    verdict = engine->decide(question);
    if (verdict.answer == verdict::Answer::Proved)
      break;
  }
  return verdict;
}

// Decides random merges; what is proved must hold on every input that is tried.
void decide_merges(const std::function<RandomOptions(std::uint64_t)> &options) {
  unsigned merges = count_from_environment("MERGEPROOF_LAW_COUNT", 6);
  unsigned first = count_from_environment("MERGEPROOF_LAW_FIRST", 1);
  unsigned proved = 0, refuted = 0;
  std::map<std::string, unsigned> reasons;
  for (std::uint64_t seed = first; seed < first + merges; seed++) {
    Merge merge;
    fill_merge(merge, options(seed));
    merge.ask(four_roles);
    verdict::Verdict verdict = decide(merge.question);
    std::string violation = first_violation(merge, seed, 150);
    if (verdict.answer == verdict::Answer::Proved) {
      EXPECT_EQ(violation, "") << "seed " << seed;
      proved++;
    } else if (!violation.empty()) {
      refuted++;
    } else {
      reasons[verdict.reason]++;
    }
  }
  std::printf("%u merges: %u proved, %u with a violation\n", merges, proved,
              refuted);
  for (const auto &[reason, count] : reasons)
    std::printf("  %u open: %s\n", count, reason.c_str());
  EXPECT_GT(proved, merges / 10);
}

TEST(RelationalLaw, ProvedMergesHaveNoViolation) {
  decide_merges(usual_options);
}

TEST(RelationalLaw, ProvedMergesWithVariableArgumentsHaveNoViolation) {
  decide_merges([](std::uint64_t seed) {
    RandomOptions options = usual_options(seed);
    options.has_variadic = true;
    return options;
  });
}

// (O, A, O) -> A and (O, A, A) -> A keep everything, by definition.
TEST(RelationalLaw, TrivialMergesAreProved) {
  for (std::uint64_t seed = 1; seed <= 12; seed++) {
    for (bool is_other_same : {false, true}) {
      Merge merge;
      fill_merge(merge, usual_options(seed));
      merge.programs[2] = merge.programs[is_other_same ? 1 : 0];
      merge.programs[3] = merge.programs[1];
      merge.ask(four_roles);
      verdict::Verdict verdict = decide(merge.question);
      EXPECT_EQ(verdict.answer, verdict::Answer::Proved)
          << "seed " << seed << ": " << verdict.reason;
    }
  }
}

} // namespace
} // namespace mergeproof::tests
