#include "check/interpreter_replay.h"

#include "check/fit_witness.h"
#include "interp/oracle.h"

#include <algorithm>

namespace mergeproof::check {

InterpreterReplay::InterpreterReplay(const verdict::Question &question,
                                     std::uint64_t steps)
    : question_(question), oracle_(std::make_unique<interp::Oracle>(
                               question, interp::Limits{.steps = steps})) {}
InterpreterReplay::~InterpreterReplay() = default;

std::vector<verdict::Observation>
InterpreterReplay::run(const verdict::Witness &witness,
                       std::vector<interp::Coverage> *coverage) const {
  std::vector<verdict::Witness> fitted;
  for (const verdict::VersionOfUnit &version : question_.versions)
    fitted.push_back(refit(question_, version, witness));
  return oracle_->observe_changes(fitted, coverage);
}

bool InterpreterReplay::is_endless(
    const std::vector<verdict::Observation> &seen) {
  return std::any_of(
      seen.begin(), seen.end(), [](const verdict::Observation &observation) {
        return !observation.is_valid &&
               (observation.why.starts_with(interp::out_of_steps) ||
                observation.why.starts_with(interp::out_of_stack));
      });
}

std::vector<std::vector<verdict::Observation>>
replay_in_interpreter(const verdict::Question &question,
                      const std::vector<verdict::Witness> &witnesses) {
  InterpreterReplay replay(question, believed_steps);
  std::vector<std::vector<verdict::Observation>> seen;
  for (const verdict::Witness &witness : witnesses)
    seen.push_back(replay.run(witness));
  return seen;
}

std::string why_by_chance(const verdict::Question &question,
                          const verdict::Witness &witness) {
  interp::Oracle oracle(
      question, {.steps = believed_steps, .unset = interp::Unset::Noticed});
  const std::string trap =
      std::string("trapped: ") + ir::to_text(ir::CheckKind::UninitialisedRead);
  for (std::size_t v = 0; v < question.versions.size(); v++) {
    const verdict::VersionOfUnit &version = question.versions[v];
    verdict::Observation seen =
        oracle.observe(v, refit(question, version, witness));
    auto outcome = seen.values.find("outcome");
    if (outcome != seen.values.end() && outcome->second == trap)
      return "only where " + version.revision.id +
             " reads memory that was never set";
    if (seen.leaves_objects && v + 1 < question.versions.size())
      return "only where " + version.revision.id +
             " counts a pointer far out of its object";
  }
  return "";
}

} // namespace mergeproof::check
