#include "smt/second_solver.h"

#include "support/subprocess.h"

namespace mergeproof::smt {
namespace {

// Units are what limits it, so that the answer is the same everywhere; these
// are for what does not count them.
constexpr auto longest = std::chrono::minutes(1);
constexpr std::uint64_t most_memory = std::uint64_t(1) << 30;

} // namespace

Satisfiability ask_second_solver(const std::string &script,
                                 std::uint64_t rlimit) {
  support::Command command;
  command.argv = {"cvc5", "--lang", "smt2",
                  "--rlimit-per=" + std::to_string(rlimit), "-"};
  command.input = script;
  command.timeout = longest;
  command.max_memory = most_memory;
  auto ran = support::run(command);
  if (!ran || !ran.value().succeeded())
    return Satisfiability::Unknown;
  if (ran.value().out.starts_with("unsat"))
    return Satisfiability::Unsat;
  return ran.value().out.starts_with("sat") ? Satisfiability::Sat
                                            : Satisfiability::Unknown;
}

} // namespace mergeproof::smt
