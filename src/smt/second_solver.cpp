#include "smt/second_solver.h"

#include "support/subprocess.h"

#include <algorithm>
#include <cstdlib>

namespace mergeproof::smt {
namespace {

// Units are what limits it, so that the answer is the same everywhere; these
// are for what does not count them.
constexpr auto longest = std::chrono::minutes(1);
constexpr std::uint64_t most_memory = std::uint64_t(1) << 30;

// What it counted, or all of it: it says nothing when it ended early.
std::uint64_t units_in(const std::string &statistics, std::uint64_t limit) {
  constexpr std::string_view key = "resource::resourceUnitsUsed = ";
  std::size_t at = statistics.find(key);
  if (at == statistics.npos)
    return limit;
  return std::min<std::uint64_t>(
      limit, std::strtoull(statistics.c_str() + at + key.size(), nullptr, 10));
}

// "((v0 true)\n (v1 false))"
std::vector<bool> values_in(const std::string &out) {
  std::vector<bool> values;
  for (;;) {
    std::string name = "(v" + std::to_string(values.size()) + " ";
    std::size_t at = out.find(name);
    if (at == out.npos)
      return values;
    values.push_back(out.compare(at + name.size(), 4, "true") == 0);
  }
}

// Where nothing holds there are no values, and the command that asks for them,
// which comes after the answer, fails.
bool lacks_values(const support::Completed &ran) {
  return ran.signal == 0 && !ran.timed_out &&
         ran.out.starts_with("unsat\n(error ");
}

} // namespace

SecondOpinion ask_second_solver(const std::string &script,
                                std::uint64_t rlimit) {
  support::Command command;
  command.argv = {
      "cvc5",    "--lang",           "smt2",
      "--stats", "--stats-internal", "--rlimit-per=" + std::to_string(rlimit),
      "-"};
  command.input = script;
  command.timeout = longest;
  command.max_memory = most_memory;
  auto ran = support::run(command);
  if (!ran || !(ran.value().succeeded() || lacks_values(ran.value())))
    return {Satisfiability::Unknown, rlimit, {}};
  const std::string &out = ran.value().out;
  Satisfiability result = out.starts_with("unsat") ? Satisfiability::Unsat
                          : out.starts_with("sat") ? Satisfiability::Sat
                                                   : Satisfiability::Unknown;
  return {result, units_in(out + ran.value().err, rlimit), values_in(out)};
}

} // namespace mergeproof::smt
