#include "check/recheck.h"

#include "smt/solver.h"
#include "support/subprocess.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace mergeproof::check {
namespace {

using verdict::VerificationCondition;
using FoundBy = VerificationCondition::FoundBy;

// Conditions go to one process until its script is this long: starting cvc5
// costs more than most conditions do.
constexpr std::size_t max_script = std::size_t(1) << 20;
constexpr auto outer_timeout = std::chrono::minutes(2);
constexpr int not_found = 127;
// Of Z3, for one of cvc5's; and how often it may know nothing.
constexpr std::uint64_t z3_share = 5;
constexpr unsigned most_unknown = 3;

struct Batch {
  std::size_t first = 0;
  std::size_t count = 0;
  std::string script;
};

std::vector<Batch> split(const std::vector<VerificationCondition> &conditions) {
  std::vector<Batch> batches;
  for (std::size_t i = 0; i < conditions.size(); i++) {
    if (batches.empty() || batches.back().script.size() > max_script)
      batches.push_back({.first = i});
    Batch &batch = batches.back();
    if (batch.count++ > 0)
      batch.script += "\n(reset)\n";
    batch.script += conditions[i].smtlib;
  }
  return batches;
}

support::Result<support::Completed> run_cvc5(const std::string &script,
                                             std::uint64_t rlimit) {
  support::Command command;
  command.argv = {"cvc5", "--lang", "smt2",
                  "--rlimit-per=" + std::to_string(rlimit), "-"};
  command.input = script;
  command.timeout = outer_timeout;
  return support::run(command);
}

bool is_missing(const support::Result<support::Completed> &ran) {
  return !ran || ran.value().exit_code == not_found;
}

// One line per condition, in order; fewer when cvc5 stopped early, which it
// does at the first script that it cannot read.
std::vector<std::string> answers_of(const support::Completed &ran) {
  std::vector<std::string> answers;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    if (line != "sat" && line != "unsat" && line != "unknown")
      break;
    answers.push_back(line);
  }
  return answers;
}

Recheck classify(const std::string &answer) {
  return answer == "unsat" ? Recheck::Confirmed
         : answer == "sat" ? Recheck::Refuted
                           : Recheck::Undecided;
}

// What cvc5 says of one condition on its own, when its batch did not get there.
std::string ask_alone(const VerificationCondition &condition,
                      std::uint64_t rlimit) {
  auto ran = run_cvc5(condition.smtlib, rlimit);
  if (!ran)
    return ran.error().message;
  if (ran.value().timed_out)
    return "out of time";
  std::vector<std::string> answers = answers_of(ran.value());
  return answers.empty() ? ran.value().out.substr(0, 200) : answers.front();
}

// Keeps the worst answer: a refutation, then the first undecided condition.
void note(RecheckResult &result, const VerificationCondition &condition,
          const char *who, const std::string &answer) {
  Recheck kind = classify(answer);
  if (kind == Recheck::Undecided)
    (condition.by == FoundBy::Cvc5   ? result.rests_on_cvc5
     : condition.by == FoundBy::Bits ? result.rests_on_bits
                                     : result.rests_on_z3) = true;
  if (kind == Recheck::Confirmed || result.answer == Recheck::Refuted)
    return;
  if (kind == Recheck::Undecided && result.answer == Recheck::Undecided)
    return;
  result.answer = kind;
  result.detail = condition.name + ": " + who + " says " + answer;
}

// False: cvc5 is not there. `open`: what it does not know.
bool ask_cvc5(const std::vector<VerificationCondition> &conditions,
              std::uint64_t rlimit, RecheckResult &result,
              std::vector<VerificationCondition> &open) {
  for (const Batch &batch : split(conditions)) {
    auto ran = run_cvc5(batch.script, rlimit);
    if (is_missing(ran))
      return false;
    std::vector<std::string> answers = answers_of(ran.value());
    for (std::size_t i = 0; i < batch.count; i++) {
      const VerificationCondition &condition = conditions[batch.first + i];
      std::string answer = i < answers.size() ? answers[i]
                           : ran.value().timed_out
                               ? "out of time"
                               : ask_alone(condition, rlimit);
      if (classify(answer) == Recheck::Undecided)
        open.push_back(condition);
      else
        note(result, condition, "cvc5", answer);
    }
  }
  return true;
}

const char *text_of(smt::Satisfiability answer) {
  return answer == smt::Satisfiability::Unsat ? "unsat"
         : answer == smt::Satisfiability::Sat ? "sat"
                                              : "unknown";
}

// Conditions that nobody else knows as a whole.
class InParts {
public:
  InParts(std::uint64_t rlimit, bool has_cvc5)
      : rlimit_(rlimit), has_cvc5_(has_cvc5) {}

  // That there are parts at all is the word of the solver by bits.
  bool is_confirmed(const VerificationCondition &condition) {
    if (!condition.in_parts || vain_ >= most_unknown)
      return false;
    std::vector<std::string> parts = condition.in_parts();
    bool is_known = !parts.empty() && (condition.by == FoundBy::Cvc5 ||
                                       is_refuted(parts, condition.by));
    vain_ += !is_known;
    return is_known;
  }

private:
  bool is_refuted(const std::vector<std::string> &parts, FoundBy by) const {
    std::string all;
    for (const std::string &script : parts)
      all += script + "\n(reset)\n";
    std::vector<std::string> wanted(parts.size(), "unsat");
    if (has_cvc5_)
      if (auto ran = run_cvc5(all, rlimit_);
          ran && answers_of(ran.value()) == wanted)
        return true;
    return by == FoundBy::Bits &&
           std::all_of(parts.begin(), parts.end(),
                       [&](const std::string &script) {
                         return smt::check_script(script, z3_share * rlimit_) ==
                                smt::Satisfiability::Unsat;
                       });
  }

  std::uint64_t rlimit_;
  bool has_cvc5_;
  unsigned vain_ = 0;
};

// What Z3 did not know it may know of one question by itself. `open`: what
// nobody knows.
void ask_z3(const std::vector<VerificationCondition> &conditions,
            std::uint64_t rlimit, RecheckResult &result,
            std::vector<VerificationCondition> &open) {
  unsigned unknown = 0;
  for (const VerificationCondition &condition : conditions) {
    smt::Satisfiability answer = smt::Satisfiability::Unknown;
    if (unknown < most_unknown)
      answer = smt::check_script(condition.smtlib, rlimit);
    unknown += answer == smt::Satisfiability::Unknown;
    if (answer == smt::Satisfiability::Unknown)
      open.push_back(condition);
    else
      note(result, condition, "Z3", text_of(answer));
  }
}

} // namespace

RecheckResult recheck(const std::vector<VerificationCondition> &conditions,
                      std::uint64_t rlimit) {
  RecheckResult result{.answer = Recheck::Confirmed};
  std::vector<VerificationCondition> for_cvc5, for_z3, open, left;
  for (const VerificationCondition &condition : conditions)
    (condition.by == FoundBy::Cvc5 ? for_z3 : for_cvc5).push_back(condition);
  bool has_cvc5 = ask_cvc5(for_cvc5, rlimit, result, open);
  if (!has_cvc5) {
    result = {Recheck::Missing, "cvc5 is not installed: install it to have "
                                "proofs checked by a second solver"};
    open = for_cvc5;
    for_z3.clear(); // cvc5 found nothing, then
  }
  for (const VerificationCondition &condition : open)
    if (condition.by == FoundBy::Bits)
      for_z3.push_back(condition);
    else if (has_cvc5)
      left.push_back(condition);
  ask_z3(for_z3, z3_share * rlimit, result, left);
  InParts parts(rlimit, has_cvc5);
  for (const VerificationCondition &condition : left)
    if (!parts.is_confirmed(condition))
      note(result, condition, condition.by == FoundBy::Z3 ? "cvc5" : "Z3",
           "unknown");
  return result;
}

} // namespace mergeproof::check
